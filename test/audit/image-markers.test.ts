import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, type Files, found, kustomization } from './repository.js';

const policy = (name: string, namespace = 'flux-system') => `apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  imageRepositoryRef: { name: web }
  policy: { semver: { range: '*' } }
`;
const pod = (marker: string) => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: web }
spec:
  containers:
    - name: web
      image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "${marker}"}
`;
const files = (marker: string, policies: string, more: Files = {}): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/web.yaml': pod(marker),
  'clusters/prod/policies.yaml': policies,
  ...more,
});
const of = (all: Files) => found(all, /FX717/);
const WEB = policy('web-app');
const elsewhere = { 'clusters/prod/more.yaml': kustomization('more').replace('name: flux-system }', 'name: other }') };

describe('a marker of an image', () => {
  it('names no ImagePolicy of the tree', async () => {
    expect(await of(files('flux-system:web-ap', WEB))).toEqual(['warning FX717 clusters/prod/web.yaml:7']);
    expect(await of(files('flux-system:wbe-app:tag', WEB))).toEqual(['warning FX717 clusters/prod/web.yaml:7']);
    expect(await of(files('flux-system:shop', WEB))).toEqual(['warning FX717 clusters/prod/web.yaml:7']);
    const { findings } = await auditOf(files('web:web-app', WEB));
    expect(findings.filter(({ code }) => code === 'FX717')).toMatchObject([
      {
        message: 'nothing makes ImagePolicy "web-app" in namespace "web", so Flux never updates the image',
        fix: 'did you mean "flux-system:web-app"?',
      },
    ]);
  });

  it('may lack a policy that another namespace has, and uses', async () => {
    const both = files('web:web-app', WEB, {
      'clusters/prod/more.yaml': pod('flux-system:web-app').replace('web,', 'more,'),
    });
    const { findings } = await auditOf(both);
    expect(findings.filter(({ code }) => code === 'FX717')).toMatchObject([
      { fix: 'make the ImagePolicy, or name another one, such as "flux-system:web-app"' },
    ]);
  });

  it('is in a file that an automation updates', async () => {
    const automation = (path: string) => `${WEB}---
apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageUpdateAutomation
metadata: { name: all, namespace: flux-system }
spec:
  interval: 1h
  sourceRef: { kind: GitRepository, name: flux-system }
  git: { commit: { author: { email: flux@example.org } } }
  update: { path: ${path} }
`;
    const base = (path: string) =>
      files('flux-system:web-app', automation(path), { 'base/web.yaml': pod('flux-system:shop') });
    expect(await of(base('./base'))).toEqual(['warning FX717 base/web.yaml:7']);
    expect(await of(base('./clusters'))).toEqual([]);
  });

  it.each<[what: string, all: Files]>([
    ['names one of the tree', files('flux-system:web-app:tag', WEB)],
    [
      'is in a comment',
      files('flux-system:web-app', WEB, {
        'clusters/prod/old.yaml': `#${pod('flux-system:shop').replaceAll('\n', '\n#')}\n`,
      }),
    ],
    ['is of a tree without policies', files('flux-system:shop', '')],
    [
      'names one of a file that nothing applies',
      files('flux-system:shop', WEB, { 'base/policy.yaml': policy('shop').replace(', namespace: flux-system', '') }),
    ],
    ['may name one of a var', files('flux-system:shop', `${WEB}---\n${policy('"${APP}"')}`)],
    [
      'may name one of a template',
      files('flux-system:shop', WEB, { 'charts/a/templates/p.yaml': policy('{{ .Values.name }}') }),
    ],
    ['may name one of another repository', files('flux-system:shop', WEB, elsewhere)],
  ])('%s', async (_, all) => {
    expect(await of(all)).toEqual([]);
  });

  it('is misspelt, also if another repository has more', async () => {
    expect(await of(files('flux-system:web-ap', WEB, elsewhere))).toEqual(['warning FX717 clusters/prod/web.yaml:7']);
  });
});

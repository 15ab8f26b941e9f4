import type { Construct } from 'constructs';
import { ConfigMap, FluxApp, type FluxAppOptions, gitSource } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { substituteObject, type YamlObject } from '../../src/substitution/index.js';
import { addon, clusterOf, type LooseDefinition } from '../support/synthesize.js';

type Data = (vars: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;

interface Given {
  readonly app?: FluxAppOptions;
  readonly cluster?: object;
  readonly definition?: LooseDefinition;
  readonly settings?: object;
  readonly data?: Data;
}

const host = z
  .string()
  .regex(/^[a-z.]+$/)
  .meta({ examples: ['example.org'] });
const withHost = { infra: { vars: { TF_HOST: host } } };
const readsHost: Data = (vars) => ({ host: `${vars['TF_HOST']}/` });

const synth = ({ app, cluster: options = {}, definition = {}, settings, data = () => ({ a: 'b' }) }: Given) => {
  const build = (scope: Construct, { vars }: { readonly vars: Readonly<Record<string, string>> }) => {
    new ConfigMap(scope, 'data', { data: data(vars) });
  };
  const web = addon('web', { build, ...definition }, settings);
  const cluster = clusterOf({ first: [web] }, { app: new FluxApp(app), options });
  const { files, objects, diagnostics } = synthCluster(cluster);
  const specOf = (text: string | undefined) => text?.split('\nspec:\n')[1] ?? '';
  return {
    entry: files['clusters/dev/web.yaml'] ?? '',
    spec: specOf(files['clusters/dev/web.yaml']),
    data: (files['addons/dev/web/config-map.yaml'] ?? '').split('\ndata:\n')[1],
    objects,
    contract: JSON.parse(files['contract/dev/contract.json'] ?? '{}'),
    problems: diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`),
  };
};

/** What Flux makes of the ConfigMap, with what the cluster has under the names that `substituteFrom` reads. */
const applied = ({ objects }: ReturnType<typeof synth>, given: Readonly<Record<string, string>>) => {
  const find = (kind: string) => objects.find((one) => (one as { kind?: string }).kind === kind) as YamlObject;
  const { postBuild = {} } = find('Kustomization')['spec'] as {
    postBuild?: { substitute?: Record<string, string>; substituteStrategy?: 'Always' };
  };
  const vars = { ...given, ...postBuild.substitute };
  const outcome = substituteObject(find('ConfigMap'), vars, {
    strict: true,
    strategy: postBuild.substituteStrategy ?? 'WithVariables',
  });
  return outcome.kind === 'object' ? outcome.object['data'] : outcome;
};

describe('vars of postBuild', () => {
  it('of substitute are known by their value, so that quotes stand where that needs them', () => {
    const tree = synth({
      definition: { kustomization: { postBuild: { substitute: { REGION: 'eu-west-1', ACCOUNT: '012' } } } },
      data: (vars) => ({ region: vars['REGION']!, raw: '${REGION} and ${HOME}', account: '${ACCOUNT}' }),
    });
    expect(tree.problems).toEqual([]);
    expect(tree.data).toBe('  account: ${q}${ACCOUNT}${q}\n  raw: ${REGION} and $${HOME}\n  region: ${REGION}\n');
    expect(tree.spec).toBe(`  interval: 10m
  path: ./k8s/addons/dev/web
  postBuild:
    substitute:
      ACCOUNT: "012"
      REGION: eu-west-1
      q: '"'
    substituteStrategy: Always
  prune: true
  retryInterval: 1m
  sourceRef:
    kind: GitRepository
    name: flux-system
  timeout: 15m
  wait: true
`);
    expect(applied(tree, {})).toEqual({ account: '012', raw: 'eu-west-1 and ${HOME}', region: 'eu-west-1' });
  });

  it('of a listed ConfigMap or Secret are text of their type, read before those of the contract', () => {
    const tree = synth({
      definition: {
        ...withHost,
        kustomization: {
          postBuild: {
            substituteFrom: [
              { kind: 'Secret', name: 'domains', optional: true, vars: { DOMAIN: host } },
              { kind: 'ConfigMap', name: 'extra', optional: true, vars: [] },
            ],
          },
        },
      },
      data: (vars) => ({ host: vars['TF_HOST']!, domain: `${vars['DOMAIN']}/`, raw: '${DOMAIN}' }),
    });
    expect(tree.problems).toEqual([]);
    expect(tree.spec).toContain(`  postBuild:
    substitute:
      q: '"'
    substituteFrom:
      - kind: Secret
        name: domains
        optional: true
      - kind: ConfigMap
        name: extra
        optional: true
      - kind: ConfigMap
        name: cluster-vars-terraform
    substituteStrategy: Always
`);
    expect(applied(tree, { TF_HOST: 'example.org', DOMAIN: 'a.example.org' })).toEqual({
      host: 'example.org',
      domain: 'a.example.org/',
      raw: 'a.example.org',
    });
  });

  it('of a source without a list are left for Flux, with a notice', () => {
    const tree = synth({
      cluster: { external: [{ kind: 'Secret', namespace: 'flux-system', name: 'all' }] },
      definition: { kustomization: { postBuild: { substituteFrom: [{ kind: 'Secret', name: 'all' }] } } },
      data: () => ({ domain: 'a.${DOMAIN}', template: '${{ github.sha }}' }),
    });
    expect(tree.problems).toEqual(['notice FX218: addon "web" reads ${DOMAIN}, which Secret/all must supply']);
    expect(tree.data).toBe('  domain: a.${DOMAIN}\n  template: $${{ github.sha }}\n');
  });

  it.each([
    ['a name that the source may have', { substituteFrom: [{ kind: 'Secret', name: 'all', optional: true }] }, 'quote'],
    ['another meaning', { substitute: { q: 'question' } }, 'quote'],
    ['the same meaning', { substitute: { q: '"', A: 'b' } }, 'q'],
  ])('leave q to the user where it has %s', (_, postBuild, name) => {
    const tree = synth({
      definition: { ...withHost, kustomization: { postBuild } },
      data: (vars) => ({ asked: '${q}', host: `${vars['TF_HOST']}` }),
    });
    expect(tree.spec).toContain(`      ${name}: '"'\n`);
    expect(tree.data).toContain(`host: \${${name}}\${TF_HOST}\${${name}}\n`);
  });

  it('that others than the contract supply are none of it', () => {
    const { contract } = synth({
      definition: { ...withHost, kustomization: { postBuild: { substitute: { REGION: 'eu' } } } },
      data: (vars) => ({ ...readsHost(vars), region: vars['REGION']! }),
    });
    expect(Object.keys(contract.vars)).toEqual(['TF_HOST']);
  });

  it('substitute even without any value in Flux 2.8, which needs one', () => {
    const tree = synth({
      cluster: { flux: '2.8' },
      definition: {
        kustomization: {
          postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'a', optional: true, vars: ['A'] }] },
        },
      },
      data: () => ({ a: '${A:=b} $HOME ${HOME}' }),
    });
    expect(tree.spec).not.toContain('substituteStrategy');
    expect(applied(tree, {})).toEqual({ a: 'b $HOME ${HOME}' });
  });
});

describe('a var of the contract that substitute sets, too', () => {
  const set = (TF_HOST: string) => ({ kustomization: { postBuild: { substitute: { TF_HOST } } } });

  it.each([
    [
      'in the addon',
      { definition: { ...withHost, ...set('a.org') } },
      "error FX216: the addon asks Terraform for 'TF_HOST' and sets it itself, so what Terraform gives never arrives",
    ],
    [
      'by its user',
      { definition: withHost, settings: set('a.org') },
      'notice FX219: `substitute` overrides ${TF_HOST} for addon "web", so what Terraform gives doesn\'t reach it',
    ],
    [
      'by the cluster',
      { definition: withHost, cluster: { defaults: set('a.org') } },
      'notice FX219: `substitute` overrides ${TF_HOST} for addon "web", so what Terraform gives doesn\'t reach it',
    ],
    [
      'with a value that is none',
      { definition: withHost, settings: set('A 1') },
      'error FX216: `substitute` sets ${TF_HOST} of addon "web" to "A 1", which its type refuses',
    ],
  ])('%s', (_, given, problem) => {
    expect(synth({ ...given, data: readsHost }).problems).toEqual([problem]);
  });
});

describe('a Kustomization in another namespace', () => {
  const apps = { kustomization: { namespace: 'apps' } };

  it('names its source and what it depends on with their namespaces', () => {
    const first = addon('first');
    const second = addon('second', { requires: ['first'] }, apps);
    const third = addon('third', { requires: ['second'] }, apps);
    const cluster = clusterOf(
      { one: [first], two: [second], three: [third] },
      { options: { external: [{ kind: 'Namespace', name: 'apps' }] } },
    );
    const { files, diagnostics } = synthCluster(cluster);
    expect(diagnostics).toEqual([]);
    expect(files['clusters/dev/second.yaml']).toContain('  name: second\n  namespace: apps\n');
    expect(files['clusters/dev/second.yaml']).toContain(
      '  dependsOn:\n    - name: first\n      namespace: flux-system\n',
    );
    expect(files['clusters/dev/second.yaml']).toContain(
      '  sourceRef:\n    kind: GitRepository\n    name: flux-system\n    namespace: flux-system\n',
    );
    expect(files['clusters/dev/third.yaml']).toContain('  dependsOn:\n    - name: second\n  interval');
  });

  it('lies beside its namespace, if an addon creates that', () => {
    const first = addon('first', { namespace: 'apps', createNamespace: true });
    const second = addon('second', { namespace: 'apps' }, apps);
    const { files, diagnostics } = synthCluster(clusterOf({ one: [first, second] }));
    expect(diagnostics).toEqual([]);
    expect(files['clusters/dev/first.yaml']).toContain('kind: Namespace\nmetadata:\n  name: apps\n');
    expect(Object.keys(files).filter((path) => path.endsWith('namespace.yaml'))).toEqual([]);
    expect(files['clusters/dev/second.yaml']).not.toContain('dependsOn');
  });

  it('needs a namespace that is there before', () => {
    expect(synth({ settings: apps }).problems).toEqual(['error FX207: nothing creates the namespace "apps"']);
  });

  it('finds the vars of the contract only where the contract puts them', () => {
    const given = { definition: withHost, settings: apps, data: readsHost };
    expect(synth({ ...given, cluster: { external: [{ kind: 'Namespace', name: 'apps' }] } }).problems).toEqual([
      'error FX658: the Kustomization of addon "web" lives in the namespace "apps", which has no vars of the contract',
    ]);
    const { problems, contract } = synth({
      ...given,
      cluster: { varsNamespaces: ['apps', 'flux-system'], varsConfigMap: 'cluster-vars' },
    });
    expect(problems).toEqual([]);
    const labels = { 'reconcile.fluxcd.io/watch': 'Enabled' };
    expect(contract.configMaps).toEqual([
      { namespace: 'apps', name: 'cluster-vars', holds: 'vars', labels, readBy: ['Kustomization/web'] },
      { namespace: 'flux-system', name: 'cluster-vars', holds: 'vars', labels, readBy: [] },
    ]);
    expect(contract.namespaces).toContainEqual({ name: 'apps', creator: 'terraform' });
  });
});

describe('what a Kustomization would rename or move', () => {
  it.each([
    [{ targetNamespace: 'default' }, []],
    [
      { targetNamespace: 'web' },
      [
        'error FX217: `targetNamespace` "web" would move objects of addon "web" out of the namespace that the tree shows',
      ],
    ],
    [
      { namePrefix: 'a-' },
      ['error FX217: `namePrefix` "a-" would rename all objects of addon "web", and nothing that refers to them'],
    ],
  ])('%j', (kustomization, problems) => {
    expect(synth({ settings: { kustomization } }).problems).toEqual(problems);
  });

  it('is no matter for objects of another repository', () => {
    const source = gitSource('https://example.org/a', 'v1');
    const kustomization = { namespace: 'default', targetNamespace: 'web', namePrefix: 'a-', components: ['../b'] };
    const { problems, entry } = synth({
      definition: { build: undefined as never, source, path: './a' },
      settings: { kustomization },
    });
    expect(problems).toEqual([]);
    expect(entry).toContain('  components:\n    - ../b\n');
    expect(entry).toContain('  namePrefix: a-\n');
    expect(entry).toContain('  targetNamespace: web\n');
    // The source lies beside the Kustomization.
    expect(entry.match(/^ {2}namespace: default$/gm)).toHaveLength(2);
  });
});

describe('defaults of Kustomizations', () => {
  const app = {
    defaults: {
      kustomization: {
        interval: '1h',
        timeout: '3m',
        decryption: { provider: 'sops', secretRef: { name: 'age' } },
        postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'all', optional: true, vars: [] }] },
      },
    },
  } satisfies FluxAppOptions;

  it('come from the app, the cluster and the addon: maps merge, sources of vars add up', () => {
    const { spec, problems } = synth({
      app,
      cluster: {
        external: [{ kind: 'Secret', namespace: 'flux-system', name: 'dev-age' }],
        defaults: {
          kustomization: {
            interval: '2h',
            decryption: { secretRef: { name: 'dev-age' } },
            postBuild: { substituteFrom: [{ kind: 'Secret', name: 'dev', optional: true, vars: [] }] },
          },
        },
      },
      definition: { ...withHost, kustomization: { timeout: '4m' } },
      settings: { kustomization: { retryInterval: '30s' } },
      data: readsHost,
    });
    expect(problems).toEqual([]);
    expect(spec).toBe(`  decryption:
    provider: sops
    secretRef:
      name: dev-age
  interval: 2h
  path: ./k8s/addons/dev/web
  postBuild:
    substituteFrom:
      - kind: ConfigMap
        name: all
        optional: true
      - kind: Secret
        name: dev
        optional: true
      - kind: ConfigMap
        name: cluster-vars-terraform
    substituteStrategy: Always
  prune: true
  retryInterval: 30s
  sourceRef:
    kind: GitRepository
    name: flux-system
  timeout: 4m
  wait: true
`);
  });

  it('go where an addon says null', () => {
    const { spec } = synth({ app, settings: { kustomization: { decryption: null, interval: null, postBuild: null } } });
    expect(spec).not.toMatch(/decryption|postBuild/);
    expect(spec).toContain('interval: 10m\n');
  });

  it('yield to the one of wait and healthChecks that comes later', () => {
    const healthChecks = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'web', namespace: 'default' }];
    const defaults = { kustomization: { wait: true } };
    const { spec, problems } = synth({ app: { defaults }, definition: { kustomization: { healthChecks } } });
    expect(problems).toEqual([]);
    expect(spec).not.toContain('wait:');
    const waiting = synth({
      definition: { kustomization: { healthChecks } },
      settings: { kustomization: { wait: true } },
    });
    expect(waiting.problems).toEqual([]);
    expect(waiting.spec).not.toContain('healthChecks');
  });

  it('are fields that all Kustomizations can have', () => {
    const defaults = {
      kustomization: { namespace: 'a', healthChecks: [] },
      helmReleases: {},
      helmRelease: { values: {} },
    };
    expect(synth({ cluster: { defaults } }).problems).toEqual([
      'error FX209: cluster "dev" has a default "values", which helmRelease can\'t have in common',
      'error FX209: cluster "dev" has defaults for "helmReleases"',
      'error FX209: cluster "dev" has a default "healthChecks", which kustomization can\'t have in common',
      'error FX209: cluster "dev" has a default "namespace", which kustomization can\'t have in common',
    ]);
  });

  it('that hold themselves are refused, and not followed for ever', () => {
    const target: Record<string, unknown> = {};
    target['of'] = target;
    const kustomization = { commonMetadata: { labels: target } };
    const { problems } = synth({ definition: { kustomization }, settings: { kustomization } });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('a value holds itself, or is too deep');
  });
});

import { describe, expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../../../src/applied/cluster-state.js';
import { pushedByOthersRule } from '../../../../src/changes/rules/root/pushed-by-others.js';
import type { JsonObject } from '../../../../src/json/json-value.js';
import { askRule } from '../../ask-rule.js';

const entry = (type: string, kind: string, name: string, spec: JsonObject): StateEntry => ({
  json: { apiVersion: `${type}.toolkit.fluxcd.io/v1`, kind, metadata: { name, namespace: 'flux-system' }, spec },
  owner: ROOT,
  path: `clusters/dev/${name}.yaml`,
});

interface Case {
  readonly kind?: string;
  readonly url?: string;
  readonly root?: string;
  /** More of the Kustomization's spec. */
  readonly more?: JsonObject;
  readonly cluster?: JsonObject;
}

/** What the rule says of a Kustomization that reads a source. */
const told = (
  spec: JsonObject,
  {
    kind = 'GitRepository',
    url = 'https://github.com/other/apps',
    root = 'https://github.com/acme/fleet',
    more = {},
    cluster = {},
  }: Case = {},
): readonly string[] => {
  const after = makeState(
    [
      entry('source', 'GitRepository', 'flux-system', { url: root, ref: { branch: 'main' } }),
      entry('source', kind, 'apps', { url, ...spec }),
      entry('kustomize', 'Kustomization', 'apps', { prune: true, sourceRef: { kind, name: 'apps' }, ...more }),
    ],
    () => true,
  );
  const source = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' };
  const compiled = { app: { source }, cluster: { lockdown: false, ...cluster } } as never;
  return askRule(pushedByOthersRule, { after, ...{ compiled } } as never).map(
    ({ code, severity, message }) => `${severity} ${code} ${/ applies (.+) as kustomize-controller/.exec(message)![1]}`,
  );
};
const warning = (follows: string) => [`warning FX528 ${follows}`];

it('is a warning', () => {
  expect(told({ ref: { branch: 'main' } })).toEqual(['warning FX528 branch main of github.com/other']);
});

describe("a Kustomization that follows another owner's source", () => {
  it.each<readonly [string, JsonObject, string]>([
    ['GitRepository', { ref: { branch: 'main' } }, 'branch main'],
    ['GitRepository', {}, 'branch master'],
    ['GitRepository', { ref: { semver: '1.x' } }, 'the newest tag in 1.x'],
    ['GitRepository', { ref: { name: 'refs/heads/main' } }, 'refs/heads/main'],
    ['OCIRepository', {}, 'tag latest'],
    ['OCIRepository', { ref: { tag: 'production' } }, 'tag production'],
    ['OCIRepository', { ref: { semver: '>=1.0.0' } }, 'the newest tag in >=1.0.0'],
  ])('is reported for %s with %j', (kind, spec, follows) => {
    expect(told(spec, { kind })).toEqual(warning(`${follows} of github.com/other`));
    expect(told(spec, { kind, more: { serviceAccountName: 'apps' } })).toEqual([]);
    expect(told(spec, { kind, more: { kubeConfig: { secretRef: { name: 'remote' } } } })).toEqual([]);
    expect(told(spec, { kind, cluster: { lockdown: true } })).toEqual([]);
    expect(told(spec, { kind, cluster: { fluxSettings: { defaultServiceAccount: 'flux-apply' } } })).toEqual([]);
  });

  it.each<readonly [string, JsonObject]>([
    ['GitRepository', { ref: { tag: 'v1.2.3' } }],
    ['GitRepository', { ref: { name: 'refs/tags/v1.2.3' } }],
    ['GitRepository', { ref: { branch: 'main', commit: 'a'.repeat(40) } }],
    ['GitRepository', { ref: { branch: 'main' }, verify: { secretRef: { name: 'keys' } } }],
    ['OCIRepository', { ref: { tag: 'v1.2.3' } }],
    ['OCIRepository', { ref: { digest: `sha256:${'a'.repeat(64)}` } }],
    ['OCIRepository', { verify: { provider: 'cosign' } }],
  ])("isn't reported for %s with %j, which is pinned or verified", (kind, spec) => {
    expect(told(spec, { kind })).toEqual([]);
  });

  it.each<readonly [string, string, string | undefined]>([
    ['https://github.com/acme/fleet', 'https://github.com/acme/fleet', undefined],
    ['https://github.com/Acme/apps', 'ssh://git@github.com/acme/fleet', undefined],
    ['ssh://git@github.com:22/other/apps', 'https://github.com/acme/fleet', 'github.com/other'],
    ['https://github.com/other/apps', 'https://git.example.org/acme/fleet', 'github.com/other'],
    ['https://git.example.org/other/apps', 'https://git.example.org/acme/fleet', 'git.example.org/other'],
    ['https://git.example.org/acme/apps', 'https://github.com/acme/fleet', undefined],
    ['oci://ghcr.io/acme/apps', 'https://github.com/acme/fleet', undefined],
    ['oci://ghcr.io/other/apps', 'https://github.com/acme/fleet', 'github.com/other'],
    ['https://git.example.org/apps', 'https://github.com/acme/fleet', undefined],
    ['https://github.com/other/apps', 'https://git.example.org/fleet', undefined],
  ])('from %s beside %s is reported only if the owners surely differ', (url, root, owner) => {
    expect(told({ ref: { branch: 'main' } }, { url, root })).toEqual(
      owner === undefined ? [] : warning(`branch main of ${owner}`),
    );
  });
});

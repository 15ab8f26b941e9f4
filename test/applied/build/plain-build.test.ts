import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { buildPrepared } from '../../../src/applied/build/build-folder.js';
import { tryBuildPlainly } from '../../../src/applied/build/plain-build.js';
import { prepareFolder } from '../../../src/applied/build/prepare-folder.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { memoryTree } from '../view/memory-tree.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

/** Numbers that look random and are the same in every run. */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * sides);
  };
};

const KINDS = [
  ['v1', 'ConfigMap'],
  ['v1', 'Namespace'],
  ['v1', 'ServiceAccount'],
  ['apps/v1', 'Deployment'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
  ['storage.k8s.io/v1', 'StorageClass'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
  ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization'],
  ['external-secrets.io/v1', 'ClusterSecretStore'],
  ['gateway.networking.k8s.io/v1', 'HTTPRoute'],
] as const;

/** A random tree: folders in folders, components, namespaces here and there, files with several objects. */
const randomTree = (seed: number): Readonly<Record<string, string>> => {
  const roll = dice(seed);
  const files: Record<string, string> = {};
  let count = 0;
  const object = (): string => {
    const [apiVersion, kind] = KINDS[roll(KINDS.length)]!;
    const namespace = roll(3) === 0 ? `\n  namespace: n${roll(2)}` : '';
    const more = roll(3) === 0 ? '\n  labels: { app: "1" }\n  annotations: { note: "yes" }' : '';
    const word = roll(40) === 0 ? 'yes' : '"yes"';
    const spec = [`spec: { a: ${word}, b: 0x10, c: 1.10, d: null, e: [], f: {} }`, 'data: { x: "1" }', ''][roll(3)];
    return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: o${roll(20) === 0 ? 0 : count++}${namespace}${more}\n${spec}\n`;
  };
  const folder = (path: string, depth: number, isComponent: boolean): void => {
    const resources: string[] = [];
    const components: string[] = [];
    for (let at = roll(3); at >= 0; at--) {
      const name = `f${at}.yaml`;
      files[`${path}/${name}`] = Array.from({ length: roll(3) + 1 }, object).join('---\n');
      resources.push(name);
    }
    for (let at = depth === 0 ? 0 : roll(3); at > 0; at--) {
      const isPart = roll(3) === 0;
      folder(`${path}/d${at}`, depth - 1, isPart);
      (isPart ? components : resources).push(roll(2) === 0 ? `d${at}` : `./d${at}/`);
    }
    const kind = isComponent
      ? 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n'
      : roll(2) === 0
        ? ''
        : 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';
    const namespace = roll(isComponent ? 6 : 3) === 0 ? `namespace: m${roll(2)}\n` : '';
    files[`${path}/kustomization.yaml`] =
      `${kind}${namespace}resources: [${resources.join(', ')}]\n${components.length === 0 ? '' : `components: [${components.join(', ')}]\n`}`;
  };
  folder('root', 2, false);
  return files;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a build without kustomize', () => {
  it('has the same result as kustomize for random trees', { timeout: 300_000 }, () => {
    let plain = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const tree = memoryTree(randomTree(seed));
      const spec: JsonObject = seed % 3 === 0 ? { targetNamespace: 'm0' } : {};
      const prepared = prepareFolder(tree, 'root', spec);
      const built = tryBuildPlainly(tree, prepared);
      if (built === undefined) continue;
      plain++;
      const print = (objects: typeof built) => objects.map((one) => JSON.stringify(sorted(one))).sort();
      expect(print(built), `seed ${seed}`).toEqual(print(buildPrepared(tree, prepared)));
    }
    // Most of them are left to kustomize, for what is in them.
    expect(plain).toBeGreaterThan(5);
  });
});

it('tryBuildPlainly puts what kustomize treats as namespaced into the namespace', () => {
  const built = (apiVersion: string, kind: string) => {
    const tree = memoryTree({
      'root/kustomization.yaml': JSON.stringify({ namespace: 'web', resources: ['a.yaml'] }),
      'root/a.yaml': JSON.stringify({ apiVersion, kind, metadata: { name: 'a' } }),
    });
    return tryBuildPlainly(tree, prepareFolder(tree, 'root', {}))?.map(({ json }) => json['metadata']);
  };
  // It came after the Kubernetes of which kustomize knows the kinds.
  const binding = built('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicyBinding');
  expect(binding).toEqual([{ name: 'a', namespace: 'web' }]);
  expect(built('storage.k8s.io/v1', 'StorageClass')).toEqual([{ name: 'a' }]);
  expect(built('v1', 'ConfigMap')).toEqual([{ name: 'a', namespace: 'web' }]);
});

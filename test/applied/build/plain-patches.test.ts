import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { tryBuildMany } from '../../../src/applied/build/build-folder.js';
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
  ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
  ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization'],
  ['source.toolkit.fluxcd.io/v1', 'OCIRepository'],
  ['v1', 'ConfigMap'],
] as const;

const KEYS = ['a', 'b', 'c', 'interval', 'values'];

/** A random value of few keys, so that patches hit what is there. */
const randomValue = (roll: (sides: number) => number, depth: number, isPatch: boolean): unknown => {
  const kind = roll(depth === 0 ? 5 : 9);
  if (kind === 0) return ['x', 'true', '1.10', '0x10', 'a: b', '~', ''][roll(7)];
  if (kind === 1) return [1, 0, -3, 1.5, 1e21][roll(5)];
  if (kind === 2) return roll(2) === 0;
  if (kind === 3) return roll(40) === 0 ? null : 'text';
  if (kind === 4) return roll(isPatch ? 20 : 4) === 0 ? [[], {}][roll(2)] : 'other';
  if (kind < 7) return Array.from({ length: roll(3) + 1 }, () => randomValue(roll, depth - 1, isPatch));
  return randomMap(roll, depth - 1, isPatch);
};

const randomMap = (roll: (sides: number) => number, depth: number, isPatch: boolean): JsonObject =>
  Object.fromEntries(
    KEYS.filter(() => roll(2) === 0).map((key) => [
      isPatch && roll(150) === 0 ? '$patch' : key === 'c' && roll(4) === 0 ? 'name' : key,
      // Mostly of one kind, so that patches fit.
      roll(60) === 0 || depth === 0
        ? randomValue(roll, depth, isPatch)
        : key === 'c' || key === 'values'
          ? randomMap(roll, depth - 1, isPatch)
          : key === 'b'
            ? [randomValue(roll, depth - 1, isPatch)]
            : randomValue((sides) => roll(Math.min(sides, 4)), 0, isPatch),
    ]),
  ) as JsonObject;

const randomPatch = (roll: (sides: number) => number): JsonObject => {
  const [apiVersion, kind] = KINDS[roll(3)]!;
  const target: JsonObject = {
    ...(roll(8) === 0 ? {} : { kind }),
    ...(roll(2) === 0 ? { group: apiVersion.split('/')[0]! } : {}),
    ...(roll(3) === 0 ? { version: ['v1', 'v2'][roll(2)]! } : {}),
    ...(roll(3) === 0 ? { name: ['o1', '.*', 'o1', 'o.*'][roll(4)]! } : {}),
    ...(roll(10) === 0 ? { namespace: 'n1' } : {}),
    ...(roll(12) === 0 ? { labelSelector: 'app=x' } : {}),
  };
  if (roll(3) === 0) {
    const operations = Array.from({ length: roll(2) + 1 }, (): JsonObject => {
      const path = `/${['spec', 'spec', 'spec', 'spec', 'spec', 'metadata/labels', 'metadata', 'kind'][roll(8)]!}${roll(8) === 0 ? '' : `/${[...KEYS, 'app', '-', '0', 'x~1y'][roll(KEYS.length + 4)]!}`}${roll(4) === 0 ? `/${['a', '-', 'b'][roll(3)]!}` : ''}`;
      const op = ['add', 'add', 'add', 'replace', 'remove', 'test'][roll(6)]!;
      return { op, path, ...(op === 'remove' ? {} : { value: randomValue(roll, 2, true) as string }) };
    });
    return { target, patch: JSON.stringify(operations) };
  }
  const metadata: JsonObject = {
    name: ['_', 'o1'][roll(2)]!,
    ...(roll(4) === 0 ? { labels: { app: 'x', more: 'y' } } : {}),
    ...(roll(5) === 0 ? { annotations: { note: 'n' } } : {}),
    ...(roll(15) === 0 ? { namespace: 'n2' } : {}),
  };
  const merged = { apiVersion: roll(6) === 0 ? 'v1' : apiVersion, kind, metadata, spec: randomMap(roll, 2, true) };
  const text = JSON.stringify(merged, undefined, roll(2) * 2);
  return roll(20) === 0 ? { patch: text } : { target, patch: text };
};

const treeOf = (seed: number) => {
  const roll = dice(seed);
  const files: Record<string, string> = {};
  const resources: string[] = [];
  for (let at = 0; at <= roll(4); at++) {
    const [apiVersion, kind] = KINDS[roll(8) === 0 ? 3 : roll(3)]!;
    const metadata: JsonObject = {
      name: `o${at}`,
      ...(roll(3) === 0 ? { namespace: `n${roll(2)}` } : {}),
      ...(roll(2) === 0 ? { labels: { app: 'x' } } : {}),
    };
    const body = kind === 'ConfigMap' ? { data: { a: 'b' } } : { spec: randomMap(roll, 2, false) };
    files[`root/sub/f${at}.yaml`] = JSON.stringify({ apiVersion, kind, metadata, ...body });
    resources.push(`f${at}.yaml`);
  }
  const inner = Array.from({ length: roll(5) === 0 ? 1 : 0 }, () => randomPatch(roll));
  files['root/sub/kustomization.yaml'] = JSON.stringify({
    resources,
    ...(roll(3) === 0 ? { namespace: 'n0' } : {}),
    patches: inner,
  });
  files['root/kustomization.yaml'] = JSON.stringify({ resources: ['sub'] });
  const spec: JsonObject = {
    patches: Array.from({ length: roll(2) + 1 }, () => randomPatch(roll)),
    ...(roll(4) === 0 ? { targetNamespace: 'm' } : {}),
  };
  const tree = memoryTree(files);
  return { seed, tree, prepared: prepareFolder(tree, 'root', spec) };
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

const print = (objects: readonly unknown[] | undefined) => objects?.map((one) => JSON.stringify(sorted(one))).sort();

const SEEDS = Number(process.env['SEEDS'] ?? 150);

describe.runIf(hasKubectl || process.env['CI'] === 'true')('patches applied without kustomize', () => {
  it("have the same result as kustomize for random patches of Flux's own kinds", { timeout: 300_000 }, () => {
    const plain = Array.from({ length: SEEDS }, (_, at) => treeOf(at + 1)).flatMap((one) => {
      const built = tryBuildPlainly(one.tree, one.prepared);
      // Nothing to learn where no patch is for any object.
      const without = { ...one.prepared, kustomizations: withoutPatches(one.prepared.kustomizations) };
      const before = tryBuildPlainly(one.tree, without);
      return built === undefined || JSON.stringify(built) === JSON.stringify(before) ? [] : [{ ...one, built }];
    });
    expect(plain.length).toBeGreaterThan(SEEDS / 20);
    // As many as a busy machine builds in a minute.
    const compared = plain.slice(0, Number(process.env['COMPARED'] ?? 24));
    const real = tryBuildMany(compared);
    for (const [at, { seed, built }] of compared.entries()) {
      expect(print(built), `seed ${seed}`).toEqual(print(real[at]));
    }
  });
});

const withoutPatches = (files: ReadonlyMap<string, JsonObject>): ReadonlyMap<string, JsonObject> =>
  new Map([...files].map(([path, { patches: _, ...rest }]) => [path, rest as JsonObject]));

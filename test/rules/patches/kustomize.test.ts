import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/json/json-value.js';
import { applyOperations } from '../../../src/rules/patches/json-patch.js';
import { PatchError } from '../../../src/rules/patches/patch-error.js';
import { mergeStrategically } from '../../../src/rules/patches/strategic-merge.js';
import { kustomize, withoutKubectl } from '../../reference/kubectl.js';

const reason = withoutKubectl();

/** One object, and a patch that selects it. */
interface Case {
  readonly json: JsonObject;
  readonly patch: JsonObject | readonly JsonObject[];
}

type Outcome = JsonObject | 'deleted' | 'fails';

const ours = ({ json, patch }: Case): Outcome => {
  try {
    if (Array.isArray(patch)) return applyOperations(json, patch);
    return mergeStrategically(json, patch as JsonObject, true) ?? 'deleted';
  } catch (error) {
    if (error instanceof PatchError) return 'fails';
    throw error;
  }
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fluxspan-patches-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nameOf = (json: JsonObject): string => (json['metadata'] as { name: string }).name;

/** What kustomize makes of each case, in one run; `fails` where that one run fails. */
const theirs = (cases: readonly Case[]): readonly (JsonObject | 'deleted')[] | 'fails' => {
  mkdirSync(folder, { recursive: true });
  for (const [at, { json }] of cases.entries()) writeFileSync(join(folder, `${at}.yaml`), JSON.stringify(json));
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    JSON.stringify({
      resources: cases.map((_, at) => `${at}.yaml`),
      patches: cases.map(({ json, patch }) => ({ patch: JSON.stringify(patch), target: { name: nameOf(json) } })),
    }),
  );
  try {
    const built = new Map(kustomize(folder).map((one) => [one.metadata?.name, one as unknown as JsonObject]));
    return cases.map(({ json }) => built.get(nameOf(json)) ?? 'deleted');
  } catch {
    return 'fails';
  }
};

/** kustomize drops annotations that are empty when it has patched. */
const tidy = (outcome: Outcome): Outcome => {
  if (typeof outcome === 'string') return outcome;
  const metadata = { ...(outcome['metadata'] as Record<string, unknown>) };
  if (Object.keys((metadata['annotations'] as object | undefined) ?? {}).length === 0) delete metadata['annotations'];
  return { ...outcome, metadata };
};

const word = fc.constantFrom('a', 'b', 'c');
const port = fc.record(
  { containerPort: fc.constantFrom(80, 81), protocol: fc.constantFrom('TCP', 'UDP'), name: word },
  { requiredKeys: ['containerPort'] },
);
const env = fc.record({ name: word, value: fc.option(word) }, { requiredKeys: ['name'] });
const mark = fc.constantFrom('delete', 'replace', 'merge');
const containerOf = (isPatch: boolean) =>
  fc.record(
    {
      name: word,
      image: word,
      env: fc.uniqueArray(env, { maxLength: 3, selector: ({ name }) => name }),
      ports: fc.uniqueArray(port, { maxLength: 3, selector: (one) => `${one.containerPort}${one.protocol}` }),
      args: fc.array(word, { maxLength: 2 }),
      ...(isPatch ? { $patch: mark } : {}),
    },
    { requiredKeys: ['name'] },
  );
const list = (isPatch: boolean) => fc.uniqueArray(containerOf(isPatch), { maxLength: 3, selector: ({ name }) => name });
const podOf = (isPatch: boolean) =>
  fc.record(
    {
      containers: list(isPatch),
      initContainers: list(isPatch),
      tolerations: fc.array(fc.record({ key: word }), { maxLength: 2 }),
      nodeSelector: fc.dictionary(word, isPatch ? fc.option(word) : word, { maxKeys: 3 }),
      ...(isPatch ? { hostname: fc.oneof(word, fc.constant(null), fc.constant({ a: 'b' })) } : {}),
    },
    { requiredKeys: [] },
  );
const marks = (isPatch: boolean) => fc.dictionary(word, isPatch ? fc.option(word) : word, { maxKeys: 3 });
const metadataOf = (isPatch: boolean) =>
  fc.record(
    { labels: marks(isPatch), finalizers: fc.uniqueArray(word), ownerReferences: fc.constant([]) },
    { requiredKeys: [] },
  );
const bodyOf = (kind: string, isPatch: boolean): fc.Arbitrary<JsonObject> => {
  const metadata = metadataOf(isPatch);
  const pod = podOf(isPatch);
  if (kind === 'Deployment') {
    const template = fc.record({ metadata, spec: pod }, { requiredKeys: [] });
    return fc.record({ metadata, spec: fc.record({ template, replicas: fc.nat(3) }, { requiredKeys: [] }) });
  }
  const data = marks(isPatch);
  return fc.record(
    { metadata, data, spec: fc.oneof(pod, fc.constant(isPatch ? null : {})) },
    { requiredKeys: ['metadata'] },
  );
};
const kinds = { Deployment: 'apps/v1', ConfigMap: 'v1', Widget: 'example.org/v1' } as const;
const kind = fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[]));

const named = (kind: keyof typeof kinds, body: JsonObject, name: string): JsonObject => ({
  apiVersion: kinds[kind],
  kind,
  ...body,
  metadata: { ...(body['metadata'] as object), name },
});

const step = fc.constantFrom('data', 'a', 'b', '0', '-1', '-', 'labels', 'x~1y');
const usual = fc.constantFrom(
  '/data/a',
  '/data/x~1y',
  '/metadata/labels/a',
  '/metadata/annotations/a',
  '/spec/b',
  '/spec/replicas',
  '/spec/containers/0',
  '/spec/containers/0/args/-',
  '/spec/containers/-1/image',
  '/spec/containers/-',
  '/spec/nodeSelector',
);
const path = fc.oneof(
  { weight: 5, arbitrary: usual },
  { weight: 1, arbitrary: fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => `/${steps.join('/')}`) },
);
const operation: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constantFrom('add', 'replace'),
      path,
      value: fc.oneof(word, fc.constant({ name: 'a' })),
    }),
  },
  fc.record({ op: fc.constant('remove'), path }),
  fc.record({ op: fc.constantFrom('move', 'copy'), from: path, path }),
  fc.record({ op: fc.constant('test'), path, value: word }),
);

const merges: fc.Arbitrary<Case> = kind.chain((kind) =>
  fc.record({
    json: bodyOf(kind, false).map((body) => named(kind, body, 'it')),
    patch: bodyOf(kind, true).map((body) => named(kind, body, 'patch')),
  }),
);
// kustomize looks for names in what it knows, and fails where a list of containers holds a text.
const operations: fc.Arbitrary<Case> = fc.constantFrom<keyof typeof kinds>('ConfigMap', 'Widget').chain((kind) =>
  fc.record({
    json: bodyOf(kind, false).map((body) => named(kind, body, 'it')),
    patch: fc.array(operation, { minLength: 1, maxLength: 2 }),
  }),
);

const firstFailing = (cases: readonly Case[]): Case | undefined => {
  if (cases.length < 2) return cases[0];
  const half = cases.slice(0, cases.length / 2);
  return firstFailing(theirs(half) === 'fails' ? half : cases.slice(half.length));
};

/** kubectl takes a tenth of a second, so what succeeds is judged in one run, and some of what fails one by one. */
const judge = (all: readonly Case[]): void => {
  const cases = all.map(({ json, patch }, at) => ({
    json: { ...json, metadata: { ...(json['metadata'] as object), name: `it-${at}` } },
    patch,
  }));
  const expected = cases.map(ours);
  const good = cases.filter((_, at) => expected[at] !== 'fails');
  const built = theirs(good);
  expect(built === 'fails' ? firstFailing(good) : undefined, 'kustomize fails on this').toBeUndefined();
  const outcomes = expected.filter((one) => one !== 'fails');
  for (const [at, one] of good.entries()) {
    expect({ ...one, outcome: tidy(outcomes[at]!) }).toEqual({ ...one, outcome: tidy(built[at] as Outcome) });
  }
  const bad = cases.filter((_, at) => expected[at] === 'fails').slice(0, 6);
  expect(
    bad.filter((one) => theirs([one]) !== 'fails'),
    'kustomize does not fail on these',
  ).toEqual([]);
  expect(good.length, 'most cases must say something').toBeGreaterThan(all.length / 5);
};

const seeds = process.env['PATCH_SEED'] === undefined ? [1, 2] : [Number(process.env['PATCH_SEED'])];

describe.skipIf(reason !== undefined)(
  `patches as kubectl kustomize applies them${reason === undefined ? '' : `: ${reason}`}`,
  () => {
    it.each(seeds)(
      'strategic merges of random objects, seed %i',
      (seed) => {
        judge(fc.sample(merges, { seed, numRuns: 120 }));
      },
      60_000,
    );
    it.each(seeds)(
      'operations on random objects, seed %i',
      (seed) => {
        judge(fc.sample(operations, { seed, numRuns: 200 }));
      },
      60_000,
    );
  },
);

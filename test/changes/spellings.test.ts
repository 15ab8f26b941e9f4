import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseObjects } from '../../src/applied/parse-objects.js';
import { readBaseCluster } from '../../src/applied/read-base.js';
import { isEmpty } from '../../src/changes/model/owner-changes.js';
import { compareOwners } from '../../src/changes/owners/compare-owners.js';
import { treeAt } from '../../src/compile/layout.js';
import { withHeader } from '../../src/tree/header.js';
import { printYaml } from '../../src/yaml/print-yaml.js';
import { sampleApp } from './sample-app.js';
import { spellYaml } from './spell-yaml.js';

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
type Manifest = Readonly<Record<string, Value>>;
/** By path, the objects of a file. */
type Tree = ReadonlyMap<string, readonly Manifest[]>;

const app = sampleApp({});
const stateOf = (tree: Tree, print: (objects: readonly Manifest[]) => string) => {
  const files = new Map(
    [...tree].map(([path, objects]) => [path, withHeader(`k8s/${path}`, print(objects), { cluster: 'dev' })]),
  );
  const base = readBaseCluster(
    {
      base: { commit: '0'.repeat(40), revision: 'origin/main' },
      root: 'k8s',
      blobs: new Map([...files.keys()].map((path) => [path, path])),
      under: (folder) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`)),
      holds: () => false,
      read: (paths) => new Map(paths.map((path) => [path, files.get(path) ?? ''])),
      folderOf: (path) => path.replace(/^\.\/k8s\//, ''),
    },
    app,
    treeAt(),
    'dev',
    undefined,
  )!;
  expect(base.problems).toEqual([]);
  return base.state;
};
const canonical = (objects: readonly Manifest[]) => objects.map((object) => printYaml(object)).join('---\n');

const kustomization = (name: string, flags: Manifest): Manifest => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace: 'flux-system' },
  spec: {
    interval: '10m',
    path: `./k8s/addons/dev/${name}`,
    sourceRef: { kind: 'GitRepository', name: 'flux-system' },
    ...flags,
  },
});
const configMap = (name: string, more: Manifest = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'apps' },
  ...more,
});

describe('the booleans of YAML 1.1', () => {
  const web = (text: string) =>
    `${canonical([kustomization('web', {})]).trimEnd()}\n${text.replace(/^/gm, '  ')}\n`.replace(/^ {2}$/gm, '');
  const changesOf = (text: string) => {
    const tree: Tree = new Map([
      ['clusters/dev/web.yaml', []],
      ['addons/dev/web/config.yaml', [configMap('a')]],
    ]);
    const before = stateOf(tree, (objects) => (objects.length === 0 ? web(text) : canonical(objects)));
    const after = stateOf(new Map([['clusters/dev/other.yaml', [configMap('other')]]]), canonical);
    const { deleted, leftBehind } = compareOwners(before, after);
    return [deleted, leftBehind].map((list) => list.map(({ object }) => object.id.name));
  };

  it.each([
    ['prune: true', [['a', 'web'], []]],
    ['prune: yes', [['a', 'web'], []]],
    ['prune: on', [['a', 'web'], []]],
    ['prune: no', [['web'], ['a']]],
    ['prune: yes\nsuspend: on', [['a', 'web'], []]],
    ['prune: yes\nsuspend: off', [['a', 'web'], []]],
  ])('predict the real deletions: %j', (text, expected) => {
    expect(changesOf(text)).toEqual(expected);
  });

  it("don't make another version of an object", () => {
    const [spelled, printed] = ['0o17', '15'].map((port) => parseObjects(`spec: {port: ${port}, day: 2024-01-01}`));
    expect(spelled).toEqual(printed);
  });
});

const text = fc.oneof(
  fc.constantFrom(
    '',
    'yes',
    'n',
    'a',
    'on',
    '0x1F',
    '017',
    '~',
    'a: b',
    'a\nb\n',
    "it's",
    '"',
    '2024-01-01',
    '<<',
    'ä',
  ),
  fc.string({ maxLength: 8 }).filter((one) => /^[ -~]*$/.test(one)),
);
const scalar = fc.oneof(text, fc.boolean(), fc.constant(null), fc.integer({ min: -99, max: 99_999 }), fc.constant(1.5));
const key = fc.constantFrom('a', 'b', 'y', 'on', 'no', 'a.b/c', '0', 'a"b', 'null');
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }).map((members) => ({ ...members })),
  ),
}));
const flags: fc.Arbitrary<Manifest> = fc.record(
  { prune: fc.boolean(), suspend: fc.boolean(), deletionPolicy: fc.constantFrom('Orphan', 'Delete') },
  { requiredKeys: [] },
);

const names = ['one', 'two', 'three'];
/** Each owner with its objects, and where each object is; a name that is left out is not there. */
const trees: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...names), flags, { noNullPrototype: true }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.tuple(fc.constantFrom(...names), value), {
      noNullPrototype: true,
    }),
  )
  .map(([owners, objects]) => {
    const tree = new Map<string, Manifest[]>();
    for (const [name, settings] of Object.entries(owners)) {
      tree.set(`clusters/dev/${name}.yaml`, [kustomization(name, settings)]);
    }
    for (const [name, [owner, data]] of Object.entries(objects)) {
      const path = `addons/dev/${owner}/config.yaml`;
      tree.set(path, [...(tree.get(path) ?? []), configMap(name, { data })]);
    }
    tree.set('clusters/dev/root.yaml', [configMap('root')]);
    return tree;
  });

it('compares any spelling of manifests like their canonical form', () => {
  const choices = fc.array(fc.nat(60), { minLength: 5, maxLength: 60 });
  fc.assert(
    fc.property(trees, trees, choices, (before, after, ways) => {
      const spelled = stateOf(before, (objects) => spellYaml(objects, ways));
      const printed = stateOf(before, canonical);
      expect(isEmpty(compareOwners(spelled, printed))).toBe(true);
      const next = stateOf(after, canonical);
      expect(compareOwners(spelled, next)).toEqual(compareOwners(printed, next));
      expect(compareOwners(next, spelled)).toEqual(compareOwners(next, printed));
    }),
    { numRuns: 150 },
  );
});

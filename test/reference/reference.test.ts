import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { dev } from '../../src/platform/app.js';
import { allowedDifferences, allows } from './allowed-differences.js';
import { buildTree, ownedObjects } from './built-tree.js';
import { compareObjects, type Difference } from './compare-objects.js';
import { identityOf, type OwnedObject } from './kube-object.js';
import { withoutKubectl } from './kubectl.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/*
 * The hand-written tree, built once with `kubectl kustomize`, folder by folder as its Kustomizations did: `crds` on
 * crds/dev, `karpenter` and `alb-controller` on their folders in addons/dev, `addons` on all of addons/dev, and the
 * files of these four themselves as `flux-system`. Where a folder had no kustomization file, one was made that lists its
 * subfolders, as Flux makes it. Left out is what came from others as it was: Flux's own components, and the copied CRDs
 * of the Gateway API.
 */
const reference = JSON.parse(read('test/fixtures/reference.json')) as readonly OwnedObject[];
const say = ({ object, path, was, is }: Difference): string =>
  `${object}  ${path}: ${JSON.stringify(was)?.slice(0, 80)} -> ${JSON.stringify(is)?.slice(0, 80)}`;

const missing = withoutKubectl();
const title = 'dev, compared with the hand-written tree';

describe.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (skipped: ${missing})`, () => {
  let built: readonly OwnedObject[];
  let differences: readonly Difference[];
  beforeAll(() => {
    built = ownedObjects(buildTree(dev));
    differences = compareObjects(reference, built);
  });

  test('the reference is whole', () => {
    expect(reference.length).toBe(54);
    expect(reference.filter(({ object }) => object.kind === 'HelmRelease').length).toBe(11);
    expect(new Set(reference.map(({ object }) => identityOf(object))).size).toBe(reference.length);
  });

  test('every object is there under the name that it had, but those that are said to be gone', () => {
    const there = new Set(built.map(({ object }) => identityOf(object)));
    const gone = reference.map(({ object }) => identityOf(object)).filter((identity) => !there.has(identity));
    expect(gone.filter((identity) => !/^ConfigMap .*-values-base$/.test(identity))).toEqual([
      'Kustomization flux-system/addons',
      'Kustomization flux-system/crds',
    ]);
  });

  test('every difference is allowed', () => {
    expect(differences.filter((one) => !allowedDifferences.some((row) => allows(row, one))).map(say)).toEqual([]);
  });

  test('every row of allowed-differences.ts has a difference', () => {
    const idle = allowedDifferences.filter((row) => !differences.some((one) => allows(row, one)));
    expect(idle.map(({ object, path }) => `${object} ${path}`)).toEqual([]);
  });

  test('no row says what a row before it says', () => {
    const said = differences.map((one) =>
      allowedDifferences.filter((row) => allows(row, one)).map(({ object, path }) => `${object} ${path}`),
    );
    expect(said.filter((names) => names.length > 1)).toEqual([]);
  });
});

describe('the comparison itself', () => {
  const configMap = (data: object): OwnedObject => ({
    owners: ['addons'],
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'b' }, data },
  });
  const compare = (was: object, is: object) => compareObjects([configMap(was)], [configMap(is)]).map(say);

  test('sees each changed, new and lost field, in lists too', () => {
    expect(compare({ a: '1', 'b.c': ['x', 'y'], d: {} }, { a: 1, 'b.c': ['x'], d: [] })).toEqual([
      'ConfigMap b/a  data.a: "1" -> 1',
      'ConfigMap b/a  data.d: {} -> []',
      'ConfigMap b/a  data["b.c"][1]: "y" -> undefined',
    ]);
    expect(compare({ a: { b: [1, 2] } }, { a: { b: [1, 2] } })).toEqual([]);
  });

  test('sees lost and new objects, and a change of owners', () => {
    const one = configMap({});
    expect(compareObjects([one], []).map(({ path }) => path)).toEqual(['(removed)']);
    expect(compareObjects([], [one]).map(({ path }) => path)).toEqual(['(added)']);
    expect(compareObjects([one], [{ ...one, owners: ['a', 'addons'] }]).map(({ path }) => path)).toEqual(['(owner)']);
  });

  test('a row allows what it names and no more', () => {
    const row = { object: 'HelmRelease a/*', path: 'spec.x[0]' };
    const difference = { object: 'HelmRelease a/b', path: 'spec.x[0]', was: 1, is: 2 };
    expect(allows(row, difference)).toBe(true);
    expect(allows(row, { ...difference, path: 'spec.x[0].y' })).toBe(false);
    expect(allows(row, { ...difference, object: 'HelmRelease b/a/b' })).toBe(false);
    expect(allows(row, { ...difference, path: 'spec.x0' })).toBe(false);
  });
});

import { parse } from 'yaml';
import { identityOf, type KubeObject, type OwnedObject } from './kube-object.js';

/** One place in which the two trees differ. */
export interface Difference {
  /** `Kind namespace/name`. */
  readonly object: string;
  /** Such as `spec.values.port`; `(removed)`, `(added)` and `(owner)` speak of the object as a whole. */
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

interface Release extends KubeObject {
  readonly spec: { readonly valuesFrom?: readonly { readonly name: string; readonly valuesKey: string }[] };
}

/**
 * The hand-written tree has what is known of a release's values in a ConfigMap beside it. Here they are compared as
 * what they are to Helm: a layer of the release.
 */
const withInlineValues = (release: Release, all: readonly OwnedObject[]): KubeObject => {
  const inline = release.spec.valuesFrom?.filter(({ name }) => name.endsWith('-values-base')) ?? [];
  const { valuesFrom, ...spec } = release.spec;
  const left = valuesFrom?.filter((layer) => !inline.includes(layer)) ?? [];
  const layers = inline.map(({ name, valuesKey }): object => {
    const found = all.find(({ object }) => object.kind === 'ConfigMap' && object.metadata.name === name);
    const { [valuesKey]: text = '' } = (found?.object['data'] ?? {}) as Record<string, string>;
    return parse(text) as object;
  });
  return {
    ...release,
    spec: {
      ...spec,
      ...(left.length === 0 ? {} : { valuesFrom: left }),
      ...(layers.length === 0 ? {} : { values: Object.assign({}, ...layers) as object }),
    },
  };
};

/** Each leaf of a value by its path; an empty map or list is a leaf. */
const leavesOf = (root: unknown): ReadonlyMap<string, unknown> => {
  const leaves = new Map<string, unknown>();
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null || Object.keys(node).length === 0) {
      leaves.set(path, node);
      return;
    }
    for (const [key, value] of Object.entries(node)) {
      const step = Array.isArray(node) ? `[${key}]` : /^[\w-]+$/.test(key) ? `.${key}` : `["${key}"]`;
      visit(value, path === '' ? step.replace(/^\./, '') : path + step);
    }
  };
  visit(root, '');
  return leaves;
};

/** All differences, in the order of objects, then paths. */
export const compareObjects = (
  before: readonly OwnedObject[],
  after: readonly OwnedObject[],
): readonly Difference[] => {
  const found: Difference[] = [];
  const remaining = new Map(after.map((one) => [identityOf(one.object), one]));
  for (const one of before) {
    const object = identityOf(one.object);
    const other = remaining.get(object);
    remaining.delete(object);
    if (other === undefined) {
      found.push({ object, path: '(removed)', was: one.object, is: undefined });
      continue;
    }
    if (String(one.owners) !== String(other.owners)) {
      found.push({ object, path: '(owner)', was: one.owners, is: other.owners });
    }
    const was = leavesOf(
      one.object.kind === 'HelmRelease' ? withInlineValues(one.object as Release, before) : one.object,
    );
    const is = leavesOf(other.object);
    for (const path of [...new Set([...was.keys(), ...is.keys()])].sort()) {
      const [left, right] = [was.get(path), is.get(path)];
      // Leaves are scalars and empty maps and lists.
      if (JSON.stringify(left) !== JSON.stringify(right)) found.push({ object, path, was: left, is: right });
    }
  }
  for (const [object, { object: is }] of remaining) found.push({ object, path: '(added)', was: undefined, is });
  return found.sort((a, b) => (a.object < b.object ? -1 : a.object > b.object ? 1 : a.path < b.path ? -1 : 1));
};

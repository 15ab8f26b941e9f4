import { addressLabel } from '../../constructs/address-label.js';
import { keptSelectorOf } from '../../constructs/keep-selector.js';
import { isHiddenId } from '../../constructs/name-after-id.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isText } from '../../json/is-text.js';
import { printPath } from '../../json/json-path.js';
import { defineDeclaredRule, placeIn, type StateObject } from '../rule.js';

const derivedText = defineDiagnostic({
  code: 'FX312',
  name: 'derived-text',
  severity: 'error',
  summary:
    'A construct of another library derived a text from its path or from a var. The text would change or break in the cluster.',
});

/** The label with which cdk8s-plus selects pods. Of constructs in the cluster, its value says their kind and name. */
const ADDRESS = 'cdk8s.io/metadata.addr';
/** A value that ends in the hash of a path. */
const HASHED = /c8[0-9a-f]{6}$/;

/** Nothing in the tree is derived from a construct's path, since it would change when code moves. */
export const derivedTextRule = defineDeclaredRule(
  [derivedText],
  ({ units }, report) => {
    const objects = units.flatMap((unit) => unit.objects);
    for (const object of objects) {
      if (!object.derivedName) continue;
      report(
        diagnose(derivedText, {
          message: `${object.kind} "${object.name}" has a name that cdk8s derived from the construct's path`,
          at: placeIn(object, 'metadata.name'),
          fix: 'give the construct metadata: { name: … }',
        }),
      );
    }
    // A name that somebody gave may end like a hash, such as that of an object which plain cdk8s made.
    const own = new Set(
      objects.flatMap(({ kind, construct }) =>
        construct?.node.scope === undefined
          ? []
          : [keptSelectorOf(construct.node.scope) ?? addressLabel(kind, construct.name)],
      ),
    );
    const paths = pathsByHash(objects);
    for (const object of objects) {
      for (const [at, text] of holdsHash(object.json) ? pathTextsIn(object.json) : []) {
        const [path] = (text.match(HASH) ?? []).flatMap((hash) => (own.has(text) ? [] : (paths().get(hash) ?? [])));
        if (path === undefined || (at.join('.') === 'metadata.name' && object.derivedName)) continue;
        report(
          diagnose(derivedText, {
            message: `${object.title} has the text "${text}", which cdk8s derived from the path of the construct "${path}"`,
            at: placeIn(object, printPath(at)),
            fix: 'write the text out: one that comes from a path changes when code moves, and a selector cannot be changed',
          }),
        );
      }
      // What somebody wrote into an object that no construct stands for is theirs, such as a file of an Include.
      if (object.construct === undefined || !isHiddenId(object.construct.node.id)) continue;
      const [value] = addressesIn(object.json).filter((one) => HASHED.test(one) && !own.has(one));
      if (value === undefined) continue;
      report(
        diagnose(derivedText, {
          message: `${object.title} has the label ${ADDRESS}: ${value}, which cdk8s-plus derived from the path of a construct outside of this cluster's addons`,
          at: placeIn(object),
          fix: "make the construct that it selects in an addon of this cluster, or select by a label of your own: Pods.select(scope, 'pods', { labels: { app: '…' } })",
        }),
      );
    }
  },
  { looksAtTree: true },
);

/** The end of a text that `Names` of cdk8s made, and the start of what `node.addr` gives. */
const HASH = /c8[0-9a-f]{6}/g;

/** The paths of all constructs of the app, by the hashes of cdk8s. To hash them costs, and few texts look like one. */
const pathsByHash = (objects: readonly StateObject[]): (() => ReadonlyMap<string, string>) => {
  let found: ReadonlyMap<string, string> | undefined;
  return () => {
    const root = objects.find(({ construct }) => construct !== undefined)?.construct?.node.root;
    found ??= new Map(
      root?.node.findAll().map(({ node }) => [node.addr.slice(0, 'c8'.length + 6), node.path] as const),
    );
    return found;
  };
};

/** Whether an object has such a text. Few have one, and to collect their paths takes time. */
const holdsHash = (node: unknown, depth = 0): boolean => {
  if (isText(node)) return node.includes('c8') && node.search(HASH) >= 0;
  if (typeof node !== 'object' || node === null || depth > DEEPEST) return false;
  for (const key in node) {
    const isAsked = Array.isArray(node) || (!isOpaque(key) && key !== ADDRESS);
    if (isAsked && holdsHash((node as Readonly<Record<string, unknown>>)[key], depth + 1)) return true;
  }
  return false;
};

/** The texts of an object that may end in the hash of a path, outside of cdk8s-plus's own label. */
const pathTextsIn = function* (
  node: unknown,
  path: readonly (string | number)[] = [],
): Generator<readonly [path: readonly (string | number)[], text: string]> {
  if (isText(node)) {
    if (node.includes('c8') && node.search(HASH) >= 0) yield [path, node];
    return;
  }
  if (typeof node !== 'object' || node === null || path.length > DEEPEST) return;
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* pathTextsIn(item, [...path, index]);
    return;
  }
  for (const [key, child] of Object.entries(node))
    if (!isOpaque(key) && key !== ADDRESS) yield* pathTextsIn(child, [...path, key]);
};

/** Labels are in metadata, selectors and templates; the deepest are those of a term of affinity in a CronJob. */
const DEEPEST = 16;

const addressesIn = (node: unknown, depth = 0): readonly string[] => {
  if (typeof node !== 'object' || node === null || depth > DEEPEST) return [];
  const own = (node as Readonly<Record<string, unknown>>)[ADDRESS];
  if (isText(own)) return [own];
  return Object.entries(node).flatMap(([key, child]) => (isOpaque(key) ? [] : addressesIn(child, depth + 1)));
};

/** These keys have text or settings of an application, not labels. */
const isOpaque = (key: string): boolean =>
  key === 'data' || key === 'stringData' || key === 'binaryData' || key === 'values';

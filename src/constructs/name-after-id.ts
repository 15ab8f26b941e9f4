import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';

const NAMED_AFTER_ID = Symbol.for('fluxspan.namedAfterId');

/** Whether an object has its name from the id of a construct, since nothing names it. */
export const isNamedAfterId = (object: ApiObject): boolean => NAMED_AFTER_ID in object;

/** cdk8s gives these ids to the object that a construct stands for, and leaves them out of names. */
export const isHiddenId = (id: string): boolean => /^(?:resource|default)$/i.test(id);

/** `FrontEnd` as a part of a name: `front-end`. */
export const idAsName = (id: string): string =>
  id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The object that a construct stands for. */
const objectOf = (construct: IConstruct): ApiObject | undefined =>
  construct.node.children.find(
    (child): child is ApiObject => isHiddenId(child.node.id) && ApiObject.isApiObject(child),
  );

/**
 * A name for an object that a construct of another package makes without one. It comes from the construct's own id, and
 * for what another object brings with it, from that object's name, so that it stays when code moves. An id that only
 * repeats the kind says nothing: its parent's counts, and at the top of the addon the addon's name.
 *
 * @param root the scope that the addon's `build` is given
 * @param addon the addon's name
 * @returns undefined for an object that no construct stands for, or whose id means something that can't be found
 */
export const nameAfterId = (object: ApiObject, root: IConstruct, addon: string): string | undefined => {
  const holder = object.node.scope;
  if (holder === undefined || holder === root || !isHiddenId(object.node.id)) return undefined;
  const name = nameOf(holder, object.kind, root, addon);
  if (name !== undefined) Object.defineProperty(object, NAMED_AFTER_ID, { value: true });
  return name;
};

const nameOf = (holder: IConstruct, kind: string, root: IConstruct, addon: string): string | undefined => {
  const kindWords = idAsName(kind);
  for (let at: IConstruct | undefined = holder; at !== undefined && at !== root; at = at.node.scope) {
    const owner = at === holder ? undefined : objectOf(at);
    if (owner !== undefined) return owner.name;
    const { id, scope } = at.node;
    const words = wordsOf(id, root);
    if (words === undefined) return undefined;
    if (isHiddenId(id) || words === '' || words === kindWords) continue;
    const maker = scope === undefined || scope === root ? undefined : objectOf(scope);
    if (maker === undefined) return words;
    const own = words.startsWith(`${kindWords}-`) ? words.slice(kindWords.length + 1) : words;
    return maker.name.endsWith(`-${own}`) ? maker.name : `${maker.name}-${own}`;
  }
  return addon;
};

/** The hash of a construct's path, as `node.addr` has it. */
const ADDRESS = /c8[0-9a-f]{40}/g;

/**
 * An id as words. Where cdk8s-plus put the addresses of other constructs into it, such as in `AllowEgressc8…`, they are
 * replaced by what those are called; undefined if one can't be found.
 */
const wordsOf = (id: string, root: IConstruct): string | undefined => {
  const addresses = id.match(ADDRESS);
  if (addresses === null) return idAsName(id);
  const others = addresses.map((address) => constructAt(address, root));
  if (others.includes(undefined)) return undefined;
  const names = others.map((other) => objectOf(other!)?.name ?? idAsName(other!.node.id));
  // The namespace of a policy follows without a space, and as "undefined" in a chart without one. There it is the
  // addon's: the policy of the workload itself has the name without a namespace.
  const verb = id
    .replace(ADDRESS, '')
    .replace(
      /^(Allow(?:In|E)gress)(.+)$/,
      (_, allow: string, namespace: string) =>
        `${allow}-${namespace === 'undefined' ? (Chart.of(root).namespace ?? 'peer') : namespace}`,
    );
  // Their order in the id is one of hashes.
  return [idAsName(verb), ...names.sort()].join('-');
};

const constructAt = (address: string, root: IConstruct): IConstruct | undefined => {
  const find = (from: IConstruct) => from.node.findAll().find(({ node }) => node.addr === address);
  return find(root) ?? find(root.node.root);
};

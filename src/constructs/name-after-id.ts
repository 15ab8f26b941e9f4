import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';

const NAMED_AFTER_ID = Symbol.for('fluxspan.namedAfterId');

/** Where the name of an object comes from that nothing names. */
export interface NameOrigin {
  /** The object that brings this one, and whose name it has at the start of its own. */
  readonly bringer?: ApiObject;
  /** Other constructs that its name lists, such as the peers of a policy. */
  readonly listed: readonly IConstruct[];
}

/** What an object's name comes from; undefined where something names it. */
export const nameOriginOf = (object: ApiObject): NameOrigin | undefined =>
  (object as { readonly [NAMED_AFTER_ID]?: NameOrigin })[NAMED_AFTER_ID];

/** cdk8s gives these ids to the object that a construct stands for, and leaves them out of names. */
export const isHiddenId = (id: string): boolean => /^(?:resource|default)$/i.test(id);

/** Letters that Unicode doesn't take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
};

/** Accents, which Unicode takes off a letter. */
const MARKS = /\p{M}+/gu;
const OTHER_LETTER = /[^\P{L}a-zA-Z]|[^\P{N}0-9]/u;

/**
 * `FrontEnd` as a part of a name: `front-end`. An accent is left out, since names are ASCII.
 *
 * @returns undefined for an id with letters of another alphabet, whose spelling in Latin letters would be a guess
 */
export const idAsName = (id: string): string | undefined => {
  const plain = isAscii(id)
    ? id
    : id
        .normalize('NFKD')
        .replace(MARKS, '')
        .replace(/[ßæÆøØœŒłŁ]/g, (letter) => LETTERS[letter]!);
  if (OTHER_LETTER.test(plain)) return undefined;
  return plain
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
};

const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text);

/** The names of kinds that kubectl takes for short. https://kubernetes.io/docs/reference/kubectl/#resource-types */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  ConfigMap: 'cm',
  CronJob: 'cj',
  DaemonSet: 'ds',
  Deployment: 'deploy',
  HorizontalPodAutoscaler: 'hpa',
  Ingress: 'ing',
  Namespace: 'ns',
  NetworkPolicy: 'netpol',
  PersistentVolume: 'pv',
  PersistentVolumeClaim: 'pvc',
  Pod: 'po',
  PodDisruptionBudget: 'pdb',
  Service: 'svc',
  ServiceAccount: 'sa',
  StatefulSet: 'sts',
  StorageClass: 'sc',
};

/** Whether an id only repeats the kind: `config-map`, `configmap`, `cm`. */
const repeatsKind = (words: string, kind: string): boolean =>
  words.replaceAll('-', '') === kind.toLowerCase() || words === SHORT_NAMES[kind];

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
  const found = nameOf(holder, object.kind, root, addon);
  if (found === undefined) return undefined;
  const { name, ...origin } = found;
  Object.defineProperty(object, NAMED_AFTER_ID, { value: origin });
  return name;
};

interface Found extends NameOrigin {
  readonly name: string;
}

const nameOf = (holder: IConstruct, kind: string, root: IConstruct, addon: string): Found | undefined => {
  for (let at: IConstruct | undefined = holder; at !== undefined && at !== root; at = at.node.scope) {
    const owner = at === holder ? undefined : objectOf(at);
    if (owner !== undefined) return { name: owner.name, bringer: owner, listed: [] };
    const { id, scope } = at.node;
    const listed = listedIn(id, root);
    const words = listed === undefined ? undefined : wordsOf(id, listed, root);
    if (listed === undefined || words === undefined) return undefined;
    if (isHiddenId(id) || words === '' || repeatsKind(words, kind)) continue;
    const maker = scope === undefined || scope === root ? undefined : objectOf(scope);
    if (maker === undefined) return { name: words, listed };
    const own = withoutKind(words, kind);
    const name = maker.name.endsWith(`-${own}`) ? maker.name : `${maker.name}-${own}`;
    return { name, bringer: maker, listed };
  }
  return { name: addon, listed: [] };
};

/** `role-binding-alice` of a RoleBinding, which follows a name: `alice`. */
const withoutKind = (words: string, kind: string): string => {
  const start = `${idAsName(kind)}-`;
  return words.startsWith(start) ? words.slice(start.length) : words;
};

/** The hash of a construct's path, as `node.addr` has it. */
const ADDRESS = /c8[0-9a-f]{40}/g;

/**
 * The constructs whose addresses cdk8s-plus put into an id, such as into `AllowEgressc8…`. Undefined if one can't be found.
 */
const listedIn = (id: string, root: IConstruct): readonly IConstruct[] | undefined => {
  const addresses = id.match(ADDRESS) ?? [];
  const found = addresses.flatMap((address) => constructAt(address, root) ?? []);
  return found.length === addresses.length ? found : undefined;
};

/** An id as words, with what the listed constructs are called in the place of their addresses. */
const wordsOf = (id: string, listed: readonly IConstruct[], root: IConstruct): string | undefined => {
  if (listed.length === 0) return idAsName(id);
  const names = listed.map((other) => objectOf(other)?.name ?? idAsName(other.node.id));
  // The namespace of a policy follows without a space, and as "undefined" in a chart without one. There it is the
  // addon's: the policy of the workload itself has the name without a namespace.
  const verb = idAsName(
    id
      .replace(ADDRESS, '')
      .replace(
        /^(Allow(?:In|E)gress)(.+)$/,
        (_, allow: string, namespace: string) =>
          `${allow}-in-${namespace === 'undefined' ? (Chart.of(root).namespace ?? 'peer') : namespace}`,
      ),
  );
  if (verb === undefined || names.includes(undefined)) return undefined;
  // Their order in the id is one of hashes.
  return [verb, ...names.sort()].join('-');
};

const constructAt = (address: string, root: IConstruct): IConstruct | undefined => {
  const find = (from: IConstruct) => from.node.findAll().find(({ node }) => node.addr === address);
  return find(root) ?? find(root.node.root);
};

import { parseOwnerKey } from '../declared/owner-key.js';
import type { Severity } from '../diagnostics/index.js';
import { fieldsOf, objectsOf, textOf } from '../json/as-shape.js';
import { specOf } from '../json/manifest-fields.js';
import { titlesWrittenFor } from '../rules/context/data-sources.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { isTwin } from '../rules/references/is-twin.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { nearness } from './names/near-names.js';
import type { OwnerWithVars } from './state-of-view.js';
import { objectsOfClusters } from './terraform/seen-cluster.js';
import { textsIn } from './terraform/texts-in.js';
import { type AllWrittenData, findWritten, type WrittenData } from './terraform/written-data.js';
import { writtenElsewhere } from './terraform/written-elsewhere.js';

/** A ConfigMap or Secret of vars that nothing makes. */
export interface OutsideVars {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  readonly readers: readonly OwnerWithVars[];
  /** The vars without a default that must come from there. */
  readonly wanted: readonly string[];
}

/** What most likely is meant. */
export interface OutsideHint {
  /** Continues `substitutes from ConfigMap/x in namespace "y"`. */
  readonly says: string;
  readonly notes: readonly string[];
  readonly fix: string;
  readonly severity: Severity;
}

export interface HintContext {
  readonly state: RuleState;
  readonly written: AllWrittenData;
  readonly owners: readonly OwnerWithVars[];
  /** The keys of what the tree or Terraform makes; undefined if not all of them are known. */
  readonly keysOf: (kind: string, namespace: string, name: string) => ReadonlySet<string> | undefined;
  /** How many clusters the repository has. */
  readonly clusters: number;
}

/** What Terraform writes elsewhere or under another name, or what all others read. */
export const hintFor = (of: OutsideVars, context: HintContext): OutsideHint | undefined =>
  of.readers.every((reader) => isOptional(reader, of))
    ? undefined
    : (elsewhere(of, context) ??
      inTree(of, context) ??
      alike(of, context) ??
      sibling(of, context) ??
      holder(of, context));

/** Flux continues without it. */
const isOptional = ({ owner }: OwnerWithVars, { kind, name }: OutsideVars): boolean =>
  objectsOf(fieldsOf(specOf(owner.json)['postBuild'])['substituteFrom']).some(
    (one) => one['kind'] === kind && one['name'] === name && one['optional'] === true,
  );

const placeNote = ({ address, place }: WrittenData): string => `Terraform's ${address} is at ${place}`;

const elsewhere = (of: OutsideVars, { state, written, clusters }: HintContext): OutsideHint | undefined => {
  const found = writtenElsewhere(state, written, of);
  if (found === undefined) return undefined;
  return {
    says: `and Terraform writes it into namespace "${found.namespace}", where nothing reads it`,
    notes: [placeNote(found)],
    fix: `let Terraform write it into "${of.namespace}"`,
    // Of several clusters, another root may be meant.
    severity: clusters === 1 ? 'error' : 'warning',
  };
};

/** What the tree makes under that name in one other namespace, where nothing reads it. */
const inTree = ({ kind, namespace, name }: OutsideVars, { state }: HintContext): OutsideHint | undefined => {
  const objects = objectsOfClusters([{ state }]);
  const [found, ...more] = objects.filter((one) =>
    one.kind === kind && one.group === '' ? one.name === name : titlesWrittenFor(one.json).includes(`${kind}/${name}`),
  );
  const there = found?.namespace;
  if (found === undefined || more.length > 0 || there === undefined || there === namespace) return undefined;
  const { annotations, labels } = fieldsOf(found.json['metadata']);
  // Something may copy it.
  const isCopied = [annotations, labels].some((one) =>
    Object.keys(fieldsOf(one)).some((key) => /reflect|replicat|kubed|sync|copy|clone/i.test(key)),
  );
  const isRead = objects.some(
    (one) =>
      one !== found && (one.namespace === there || one.group.includes('kyverno')) && textsIn(one.json).includes(name),
  );
  if (isCopied || isRead || holdsExpression(there)) return undefined;
  return {
    says: `and ${found.title} ${found.kind === kind ? 'is' : 'makes it'} in namespace "${there}", where nothing reads it`,
    notes: [],
    fix: `make it in namespace "${namespace}", where Flux looks for it`,
    severity: 'warning',
  };
};

/** All that Kustomizations substitute from, as `Kind/namespace/name`. */
const sourcesOf = ({ owner }: OwnerWithVars): readonly string[] => {
  const { namespace } = parseOwnerKey(owner.key);
  return objectsOf(fieldsOf(specOf(owner.json)['postBuild'])['substituteFrom']).map(
    (one) => `${String(one['kind'])}/${namespace}/${textOf(one['name']) ?? ''}`,
  );
};

/** What Terraform writes in that namespace under an alike name, and that no Kustomization reads. */
const alike = (of: OutsideVars, { written, owners }: HintContext): OutsideHint | undefined => {
  if (written.hasUnknownNames) return undefined;
  const read = owners.flatMap(sourcesOf);
  const isRead = (name: (one: string) => boolean): boolean =>
    read.some((one) => {
      const [kind, namespace, own = ''] = one.split('/');
      return kind === of.kind && namespace === of.namespace && name(own);
    });
  const found = [
    ...[...written.all.values()].flatMap((data) =>
      isRead((name) => name === data.name) ? [] : [{ data, namespace: data.namespace, name: data.name }],
    ),
    ...written.patterns.flatMap(({ data, pattern, namespace }) =>
      isRead((name) => pattern.test(name)) ? [] : [{ data, namespace, name: filledIn(data.name, of.name) }],
    ),
  ].filter(
    ({ data, namespace, name }) =>
      data.kind === of.kind &&
      (namespace ?? of.namespace) === of.namespace &&
      // Another finding has those that are misspelt.
      !isTwin(name, of.name) &&
      nearness(name, of.name) !== undefined &&
      of.wanted.every((key) => data.isOpen || data.keys.has(key)),
  );
  const [first, ...more] = [...new Map(found.map((one) => [one.name, one])).values()];
  if (first === undefined || more.length > 0) return undefined;
  return {
    says: `which nothing makes, and Terraform writes "${first.name}", which nothing reads`,
    notes: [placeNote(first.data)],
    fix: `did you mean "${first.name}"?`,
    severity: 'warning',
  };
};

/** A name of which Terraform knows a part, with the other's words in its place: `…-lb-vars` is `prod-lb-vars`. */
const filledIn = (name: string, other: string): string => {
  const [words, others] = [name.split('-'), other.split('-')];
  if (words.length !== others.length) return name;
  return words.map((word, at) => (word === '…' ? others[at]! : word)).join('-');
};

/** So many siblings show which one is right. */
const FEWEST_SIBLINGS = 2;

/** What nearly all siblings of the only reader read, and that has all the vars that are wanted. */
const sibling = (of: OutsideVars, { owners, written, keysOf }: HintContext): OutsideHint | undefined => {
  const [reader, ...more] = of.readers;
  if (reader === undefined || more.length > 0 || of.wanted.length === 0) return undefined;
  const own = sourcesOf(reader);
  const others = owners
    .filter((one) => one !== reader && parseOwnerKey(one.owner.key).namespace === of.namespace)
    .map(sourcesOf)
    .filter((sources) => sources.length > 0);
  const countOf = (source: string): number => others.filter((sources) => sources.includes(source)).length;
  const [only, ...rest] = [...new Set(others.flat())].filter((one) => {
    const [kind = '', namespace = '', name = ''] = one.split('/');
    const keys = keysOf(kind, namespace, name);
    return (
      kind === of.kind &&
      !own.includes(one) &&
      countOf(one) >= Math.max(FEWEST_SIBLINGS, others.length * 0.8) &&
      keys !== undefined &&
      of.wanted.every((key) => keys.has(key))
    );
  });
  if (only === undefined || rest.length > 0) return undefined;
  const name = only.split('/').at(-1)!;
  const maker = findWritten(written, of.kind, of.namespace, name);
  return {
    says: `which nothing in this repository makes, and ${countOf(only)} others read "${name}"`,
    notes: [...(maker === undefined ? [] : [placeNote(maker)]), `"${name}" has all vars that it needs`],
    fix: `did you mean "${name}"?`,
    severity: 'warning',
  };
};

/** The only one of its namespace that has all vars that are wanted, and that nothing reads. */
const holder = (of: OutsideVars, { state, written, owners, keysOf }: HintContext): OutsideHint | undefined => {
  if (of.wanted.length === 0) return undefined;
  const objects = objectsOfClusters([{ state }]);
  const read = new Set(owners.flatMap(sourcesOf));
  const inTree = objects.flatMap(({ group, kind, namespace = '', name, json }) =>
    group === '' && kind === of.kind
      ? [{ namespace, name }]
      : titlesWrittenFor(json).flatMap((title) =>
          title.startsWith(`${of.kind}/`) ? [{ namespace, name: title.slice(of.kind.length + 1) }] : [],
        ),
  );
  const all = [...inTree, ...[...written.all.values()].filter(({ kind }) => kind === of.kind)];
  const names = new Set(
    all.flatMap(({ namespace, name }) => {
      const keys = keysOf(of.kind, namespace, name);
      // Another finding has those that are misspelt.
      const fits = keys !== undefined && of.wanted.every((key) => keys.has(key)) && !isTwin(name, of.name);
      return namespace === of.namespace && fits && !read.has(`${of.kind}/${namespace}/${name}`) ? [name] : [];
    }),
  );
  const [name, ...more] = [...names];
  if (name === undefined || more.length > 0) return undefined;
  const maker = findWritten(written, of.kind, of.namespace, name);
  return {
    says: `which nothing in this repository makes, and "${name}", which no Kustomization reads, has all vars that it needs`,
    notes: maker === undefined ? [] : [placeNote(maker)],
    fix: `did you mean "${name}"?`,
    severity: 'warning',
  };
};

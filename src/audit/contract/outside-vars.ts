import { suppliedVars } from '../../addon/supplied-vars.js';
import { configMapKey } from '../../applied/config-map-key.js';
import { ownerName } from '../../applied/owner-name.js';
import type { Reader } from '../../contract/index.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { fieldsOf, objectsOf, textOf } from '../../json/as-shape.js';
import { printPath } from '../../json/json-path.js';
import { specOf } from '../../json/manifest-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { SubstitutionError, variablesOf } from '../../substitution/index.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { findSites } from '../../substitution/sites.js';
import { collectUses, type VarUse } from '../../var-safety/var-uses.js';
import type { IsMade } from '../made-data.js';
import { builtObjectsOf, type OwnerWithVars } from '../state-of-view.js';
import { type AllWrittenData, findWritten } from '../terraform/written-data.js';
import type { ViewedState } from '../view-cluster.js';

/** A ConfigMap or Secret that isn't in the tree, and from which a Kustomization substitutes. */
export interface OutsideSource {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
}

/** A var that comes from such a source. */
export interface OutsideVar {
  readonly name: string;
  readonly source: OutsideSource;
  /** `Kustomization/apps`. */
  readonly owner: string;
  /** Whether a use has no default. */
  readonly isRequired: boolean;
  readonly readBy: readonly Reader[];
  readonly use: VarUse;
}

interface Source extends OutsideSource {
  /** The keys that it has for certain; undefined if they aren't known. */
  readonly keys: ReadonlySet<string> | undefined;
  readonly isInTree: boolean;
}

type SchemaOf = (group: string, kind: string, version: string) => unknown;

/** What the Kustomizations of a cluster substitute from outside of the tree. */
export const outsideVars = (
  { owners, data }: Pick<ViewedState, 'owners' | 'data'>,
  written: AllWrittenData,
  isMade: IsMade,
  schemaOf: SchemaOf,
): { readonly vars: readonly OutsideVar[]; readonly sources: readonly (OutsideSource & { owner: string })[] } => {
  const vars: OutsideVar[] = [];
  const outside: (OutsideSource & { owner: string })[] = [];
  for (const one of owners) {
    const { owner } = one;
    if (!one.vars.isSubstituted || owner.folder === undefined) continue;
    const spec = specOf(owner.json);
    const { namespace } = parseOwnerKey(owner.key);
    const sources = objectsOf(fieldsOf(spec['postBuild'])['substituteFrom']).flatMap((source): readonly Source[] => {
      const { kind } = source;
      const name = textOf(source['name']);
      if ((kind !== 'ConfigMap' && kind !== 'Secret') || name === undefined || holdsExpression(name)) return [];
      const inTree = data.get(`${kind}/${configMapKey(namespace, name)}`);
      if (inTree?.isOpen === false)
        return [{ kind, namespace, name, keys: new Set(inTree.data.keys()), isInTree: true }];
      // An operator writes it for an object of the tree.
      if (isMade(kind, namespace, name)) return [{ kind, namespace, name, keys: undefined, isInTree: true }];
      const found = findWritten(written, kind, namespace, name);
      const keys = found === undefined || found.isOpen ? undefined : new Set(found.keys.keys());
      return [{ kind, namespace, name, keys, isInTree: false }];
    });
    const title = `Kustomization/${ownerName(owner.key)}`;
    for (const { kind, name, isInTree } of sources)
      if (!isInTree) outside.push({ kind, namespace, name, owner: title });
    if (sources.every(({ isInTree }) => isInTree)) continue;
    const { inline } = suppliedVars(spec);
    for (const [name, found] of readsOf(one, title, schemaOf)) {
      const source = inline.has(name) ? undefined : supplierOf(name, sources);
      if (source === undefined || source.isInTree) continue;
      const { kind, namespace: at, name: of } = source;
      vars.push({ name, source: { kind, namespace: at, name: of }, owner: title, ...found });
    }
  }
  return { vars, sources: outside };
};

/** The last one that has the key for certain; else the likeliest of those that may have it. */
const supplierOf = (name: string, sources: readonly Source[]): Source | undefined => {
  const known = sources.findLast(({ keys }) => keys?.has(name));
  if (known !== undefined) return known;
  const open = sources.filter(({ keys }) => keys === undefined);
  const wanted = /SECRET|TOKEN|PASSWORD|(?:^|_)KEY$/i.test(name) ? 'Secret' : 'ConfigMap';
  return open.findLast(({ kind }) => kind === wanted) ?? open.at(-1) ?? sources.findLast(({ isInTree }) => !isInTree);
};

/** By name, the vars that the objects of a Kustomization read. */
const readsOf = (
  { owner }: OwnerWithVars,
  title: string,
  schemaOf: SchemaOf,
): ReadonlyMap<string, Pick<OutsideVar, 'isRequired' | 'readBy' | 'use'>> => {
  const reads = new Map<string, { isRequired: boolean; readBy: Reader[] }>();
  const uses = new Map<string, VarUse>();
  for (const { id, built } of builtObjectsOf(owner)) {
    if (isDisabled(built)) continue;
    for (const { template, path } of findSites(built)) {
      if (template instanceof SubstitutionError) continue;
      for (const { name, exempt } of variablesOf(template)) {
        const there = reads.get(name) ?? { isRequired: false, readBy: [] };
        reads.set(name, there);
        there.isRequired ||= !exempt;
        there.readBy.push({ addon: title, object: `${id.kind}/${id.name}`, path: printPath(path) });
      }
    }
    const version = textOf(built['apiVersion'])?.split('/').at(-1) ?? '';
    collectUses(built, schemaOf(id.group, id.kind, version), uses);
  }
  return new Map(
    [...reads].map(([name, found]) => [name, { ...found, use: uses.get(name) ?? { fields: [], isWhole: false } }]),
  );
};

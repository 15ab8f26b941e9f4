import type { ClusterState, OwnedObject } from '../../../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf } from '../../../applied/object-id.js';
import { ownerNames } from '../../../applied/owner-name.js';
import type { RepositoryTree } from '../../../applied/view/flux-view.js';
import { lineOfText } from '../../../applied/view/line-of.js';
import type { CompiledCluster } from '../../../compile/compiled-cluster.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import { openCheckContext } from '../../../rules/check-context.js';
import type { RunSchemas } from '../../../rules/find-schemas.js';
import { type FoundReference, type NamingObject, referencesOf } from '../../../rules/references/index.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { danglingReference } from '../../diagnostics.js';
import type { Deletion, OwnerChanges } from '../../owners/compare-owners.js';
import { type GoneObject, goneObjects } from '../../removals/gone-objects.js';
import type { LeftOut } from '../../removals/left-out.js';
import { mayBeMade } from '../../removals/may-be-made.js';

/** An object that others wrote, with what it names. */
export interface Reader extends NamingObject {
  readonly id: ObjectId;
  readonly path: string;
}

/** What others still name of all that the change deletes. One problem for each object that goes. */
export const othersDangling = (
  compiled: CompiledCluster,
  { deleted }: OwnerChanges,
  { before, after }: { readonly before: ClusterState; readonly after: ClusterState },
  tree: RepositoryTree,
  schemas: RunSchemas,
  { follows }: Pick<LeftOut, 'follows'>,
): readonly Diagnostic[] => {
  const isHere = ({ by }: Deletion): boolean => by.some((key) => before.owners.get(key)?.kubeConfig === undefined);
  const gone = goneObjects(deleted.filter(isHere), { before, after });
  if (gone.size === 0) return [];
  const { references } = openCheckContext(compiled, { schemas });
  const found = new Map<string, { missing: GoneObject; first: FoundReference<Reader>; readers: Set<string> }>();
  for (const object of after.objects.values()) {
    const reader = readerOf(object, after);
    if (reader === undefined) continue;
    for (const reference of referencesOf(reader, after.scopeOf)) {
      const { group, kind, name, namespace = '' } = reference;
      const missing = gone.get(keyOf({ group, kind, name, namespace }));
      if (missing === undefined || reference.isOptional || reference.row.isSoft === true) continue;
      if (holdsExpression(name) || holdsExpression(namespace)) continue;
      if (references.isKnown(reference) || references.targets.find(reference) !== undefined) continue;
      if (mayBeMade(missing, object.key, { before, after })) continue;
      const known = found.get(keyOf(missing.id));
      if (known === undefined)
        found.set(keyOf(missing.id), { missing, first: reference, readers: new Set([titleOf(reader.id)]) });
      else known.readers.add(titleOf(reader.id));
    }
  }
  return [...found.values()].map(({ missing, first, readers }) => {
    const { id: gone, of, deletion, because } = missing;
    const { path, id } = first.object;
    const [holding] = of.holdings;
    const title = titleOf(gone);
    const others = [...readers].filter((one) => one !== titleOf(id));
    const ties = { follows: follows(of) };
    const { line } = { ...lineOfText(tree, path, first.name), ...lineOfText(tree, path, `name: ${first.name}`) };
    return diagnose(danglingReference, {
      message: `${title} is removed${because ?? ''}, and ${titleOf(id)}${others.length === 0 ? '' : ` and ${others.length} more`}, which fluxspan did not write, still ${others.length === 0 ? 'names' : 'name'} it`,
      at: {
        cluster: compiled.cluster.name,
        ...(path === '' ? {} : { file: line === undefined ? path : `${path}:${line}` }),
        path: first.path,
      },
      ties,
      notes: [
        ...(deletion === undefined
          ? []
          : [
              `Kustomization "${ownerNames(deletion.by, before.rootKey)}" deletes ${because === undefined ? 'it' : titleOf(of.id)} ${deletion.isLate === true ? 'when it is resumed' : 'with this change'}`,
            ]),
        ...(others.length === 0 ? [] : [`it is also named by ${others.sort().join(', ')}`]),
      ],
      fix: `keep ${because === undefined ? 'it' : `what makes ${title}`}${holding.isForeign === true && holding.path !== '' ? ` in "${holding.path}"` : ''}, or change what names it first; if something that synth doesn't see makes it from now on, list it in the cluster's options: external: [${declaration(gone)}]`,
    });
  });
};

const declaration = ({ kind, name, namespace }: ObjectId): string =>
  `{ kind: '${kind}', name: '${name}'${namespace === '' ? '' : `, namespace: '${namespace}'`} }`;

/** An object that others alone apply, and to this cluster. */
export const readerOf = ({ id, holdings }: OwnedObject, after: ClusterState): Reader | undefined => {
  const [{ json, path, owner }] = holdings;
  if (!holdings.every(({ isForeign }) => isForeign === true)) return undefined;
  if (after.owners.get(owner)?.kubeConfig !== undefined) return undefined;
  const { group, kind, namespace } = id;
  return { id, path, group, kind, namespace: namespace === '' ? undefined : namespace, json };
};

import type { ClusterState } from '../../../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf } from '../../../applied/object-id.js';
import { ownersTitle } from '../../../applied/owner-name.js';
import { tryFindOwnerObject } from '../../../applied/owner-object.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import { openCheckContext } from '../../../rules/context/open-context.js';
import { placeIn } from '../../../rules/context/place-in.js';
import { tellOfSets } from '../../../rules/finish/tell-of-sets.js';
import type { FoundReference } from '../../../rules/references/index.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { defineChangeRule } from '../../change-rule.js';
import { danglingReference } from '../../diagnostics.js';
import type { Deletion } from '../../model/owner-changes.js';
import { type GoneObject, goneObjects } from '../../removals/gone-objects.js';
import { mayBeMade } from '../../removals/may-be-made.js';

/**
 * Reports references in the new tree to objects that the change deletes. Searches only if the change deletes something.
 */
export const danglingReferenceRule = defineChangeRule([danglingReference], (change, report) => {
  const { compiled, before, after, schemas } = change;
  const { deleted, renamed } = change.changes;
  const gone = goneObjects(
    [...deleted, ...renamed].filter((one) => isHere(one, before)),
    { before, after },
  );
  if (gone.size === 0) return;
  const context = openCheckContext(compiled, { schemas });
  const { references } = context;
  const found = new Map<string, Dangling>();
  for (const reference of references.all) {
    const missing = gone.get(keyOf(idOf(reference)));
    if (missing === undefined || mayBeMissing(reference) || references.isKnown(reference)) continue;
    // An operator or Terraform makes the object from now on.
    if (references.targets.find(reference) !== undefined) continue;
    if (mayBeMade(missing, keyOf(idOf(reference.object)), { before, after })) continue;
    const { unit, kind, name, namespace } = reference.object;
    const key = [keyOf(missing.id), unit, kind, namespace, name].join('\0');
    const known = found.get(key);
    if (known === undefined) found.set(key, { missing, reference, paths: [reference.path] });
    else known.paths.push(reference.path);
  }
  const problems = [...found.values()].map((one) => ({
    ...problemOf(compiled.cluster.name, one, before.rootKey),
    ties: { follows: change.leftOut.follows(one.missing.of) },
  }));
  for (const problem of tellOfSets(problems, context)) report(problem);
});

/** A deleted object, and an object that names it at some paths. */
interface Dangling {
  readonly missing: GoneObject;
  readonly reference: FoundReference;
  readonly paths: string[];
}

const idOf = ({
  group,
  kind,
  name,
  namespace = '',
}: Pick<FoundReference, 'group' | 'kind' | 'name' | 'namespace'>): ObjectId => ({ group, kind, name, namespace });

const mayBeMissing = ({ isOptional, row, object, path, name, namespace }: FoundReference): boolean =>
  isOptional ||
  row.isSoft === true ||
  holdsExpression(name) ||
  holdsExpression(namespace ?? '') ||
  object.references?.some((mark) => mark.path === path && mark.external === true) === true;

/** Whether the object is deleted in this cluster: a Kustomization with a kubeConfig has its objects in another one. */
const isHere = ({ by }: Deletion, before: ClusterState): boolean =>
  by.some((owner) => {
    const spec = tryFindOwnerObject(before, owner)?.holdings[0].json['spec'];
    return !isObject(spec) || spec['kubeConfig'] === undefined;
  });

const problemOf = (cluster: string, { missing, reference, paths }: Dangling, root: string | undefined): Diagnostic => {
  const { id, of, deletion, because } = missing;
  const { object } = reference;
  const title = titleOf(id);
  const { kind, name, namespace } = id;
  const external = `{ kind: '${kind}', name: '${name}'${namespace === '' ? '' : `, namespace: '${namespace}'`} }`;
  const [path, ...others] = paths;
  const goes =
    deletion === undefined
      ? []
      : [
          `${ownersTitle(deletion.by, root)} deletes ${because === undefined ? 'it' : titleOf(of.id)} ${deletion.isLate === true ? 'when it is resumed' : 'with this change'}`,
        ];
  return diagnose(danglingReference, {
    message: `${title} is removed${because ?? ''}, and ${titleOf({ ...object, namespace: object.namespace ?? '' })} still names it: ${path}`,
    at: { cluster, ...placeIn(object, path) },
    notes: [...goes, ...(others.length === 0 ? [] : [`it names it at ${others.join(', ')} too`])],
    fix: `keep ${because === undefined ? title : `what makes ${title}`}, or change the reference; if something that synth doesn't see makes it from now on, list it in the cluster's options: external: [${external}]`,
  });
};

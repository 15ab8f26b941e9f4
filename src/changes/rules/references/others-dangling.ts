import { keyOf, type ObjectId, titleOf } from '../../../applied/object-id.js';
import { ownerNames } from '../../../applied/owner-name.js';
import { lineOfText } from '../../../applied/view/line-of.js';
import { diagnose } from '../../../diagnostics/index.js';
import { openCheckContext } from '../../../rules/context/open-context.js';
import { type FoundReference, referencesOf } from '../../../rules/references/index.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { defineChangeRule } from '../../change-rule.js';
import { danglingReference } from '../../diagnostics.js';
import type { Deletion } from '../../model/owner-changes.js';
import { type GoneObject, goneObjects } from '../../removals/gone-objects.js';
import { mayBeMade } from '../../removals/may-be-made.js';
import { type Reader, readerOf } from '../../removals/reader.js';

/** Reports hand-written objects that still name what the change deletes. One problem for each deleted object. */
export const othersDanglingRule = defineChangeRule([danglingReference], (context, report) => {
  const { compiled, before, after, view, schemas } = context;
  if (view === undefined) return;
  const { tree } = view;
  const isHere = ({ by }: Deletion): boolean => by.some((key) => before.owners.get(key)?.kubeConfig === undefined);
  const gone = goneObjects(context.changes.deleted.filter(isHere), { before, after });
  if (gone.size === 0) return;
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
  const problems = [...found.values()].map(({ missing, first, readers }) => {
    const { id: gone, of, deletion, because } = missing;
    const { path, id } = first.object;
    const [holding] = of.holdings;
    const title = titleOf(gone);
    const others = [...readers].filter((one) => one !== titleOf(id));
    const ties = { follows: context.leftOut.follows(of) };
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
  for (const problem of problems) report(problem);
});

const declaration = ({ kind, name, namespace }: ObjectId): string =>
  `{ kind: '${kind}', name: '${name}'${namespace === '' ? '' : `, namespace: '${namespace}'`} }`;

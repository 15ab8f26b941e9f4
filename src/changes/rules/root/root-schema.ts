import { keyOf, titleOf } from '../../../applied/object-id.js';
import { lineOfObject } from '../../../applied/view/line-of.js';
import { diagnose } from '../../../diagnostics/index.js';
import { equalJson } from '../../../json/equal-json.js';
import { printPath } from '../../../json/json-path.js';
import { objectSchema } from '../../../rules/diagnostics.js';
import { describeViolation } from '../../../schema/describe-violation.js';
import { fixViolation } from '../../../schema/fix-violation.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { defineChangeRule } from '../../change-rule.js';
import { objectsOfRoot } from '../../root/objects-of-root.js';

/**
 * Reports what the API server refuses of Flux's root, its source or the FluxInstance that makes them, if the change
 * brings the problem: the root then fails as a whole, and no commit reaches the cluster.
 */
export const rootSchemaRule = defineChangeRule([objectSchema], ({ compiled, view, schemas }, report) => {
  if (view === undefined) return;
  const { before, after, root, tree } = view;
  const { declaredBy } = after.running;
  const names = new Set(
    [...objectsOfRoot(after.running), ...(declaredBy === undefined ? [] : [declaredBy])].map(keyOf),
  );
  const old = new Map(before.owners.get(before.root)?.objects.map((one) => [keyOf(one.id), one.json]));
  const problems = root.objects.flatMap(({ id, json, path }) => {
    const version = String(json['apiVersion']).slice(id.group.length + 1);
    const kind = names.has(keyOf(id)) ? schemas.of(compiled).find(id.group, id.kind) : undefined;
    if (kind === undefined || !Object.hasOwn(kind.versions, version)) return [];
    if (equalJson(old.get(keyOf(id)), json)) return [];
    return schemas.checker.checkObject(kind, version, json).flatMap((violation) => {
      if (typeof violation.value === 'string' && holdsExpression(violation.value)) return [];
      const line = path === '' ? undefined : lineOfObject(tree, path, id);
      return [
        diagnose(objectSchema, {
          message: `the API server refuses ${titleOf(id)}: "${printPath(violation.path)}" ${describeViolation(violation, 'api-server')}. No commit would reach the cluster any more`,
          // A newer Flux than fluxspan knows may have the field.
          ...(violation.kind === 'unknown-key' ? { severity: 'warning' } : {}),
          at: {
            cluster: compiled.cluster.name,
            object: titleOf(id),
            ...(path === '' ? {} : { file: line === undefined ? path : `${path}:${line}` }),
            path: printPath(violation.path),
          },
          fix: fixViolation(violation, 'api-server'),
        }),
      ];
    });
  });
  for (const problem of problems) report(problem);
});

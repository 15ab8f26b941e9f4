import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { RBAC_GROUP } from '../../rbac/index.js';
import { defineRule, objectsOfKind, placeIn } from '../rule.js';

const roleCircle = defineDiagnostic({
  code: 'FX806',
  name: 'role-circle',
  severity: 'notice',
  summary:
    "ClusterRoles with an `aggregationRule` take each other's rules. Kubernetes only ever adds to such a circle: a rule that you take out of a role stays in all of them.",
  page: {
    example: 'two ClusterRoles, each with a label that the aggregationRule of the other selects',
    right: 'a label that only one of them selects',
  },
  exceptable: true,
});

/** Aggregated ClusterRoles form no circle. */
export const roleCircleRule = defineRule([roleCircle], (_, report, { index, accounts }) => {
  const roles = objectsOfKind(index, `${RBAC_GROUP}/ClusterRole`);
  if (!roles.some(({ json }) => json['aggregationRule'] !== undefined)) return;
  for (const circle of accounts.rbac.circles) {
    const first = roles.find(({ name }) => circle.includes(name));
    if (first === undefined) continue;
    report(
      diagnose(roleCircle, {
        message: `ClusterRoles ${[...circle, circle[0]].map((name) => `"${name}"`).join(' → ')} take each other's rules, so that a rule that is taken out stays`,
        at: placeIn(first, 'aggregationRule'),
        fix: 'take the label off that one of them selects the other by',
      }),
    );
  }
});

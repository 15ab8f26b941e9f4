import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { nameOf, placeOf } from '../references/describe.js';
import type { FoundReference } from '../references/index.js';
import { listenersOf } from '../references/listeners.js';
import { defineRule, type StateObject, specOf } from '../rule.js';

const routeNotAllowed = defineDiagnostic({
  code: 'FX636',
  name: 'route-not-allowed',
  severity: 'error',
  summary: 'No listener of the Gateway that a route names accepts routes from its namespace.',
  page: {
    example: 'a route in namespace "web", and a Gateway in "gateway" whose listeners have no allowedRoutes',
    flux: 'NotAllowedByListeners, in the status of the route; its traffic gets a 404',
    right: 'allowedRoutes: { namespaces: { from: "All" } }, or a Selector that picks the namespace',
  },
  exceptable: true,
});

const grantMissing = defineDiagnostic({
  code: 'FX637',
  name: 'reference-grant',
  severity: 'error',
  summary:
    'A route or Gateway refers to an object in another namespace, and no ReferenceGrant there allows it. As a notice: nothing in the tree makes the object, so the grant may come from elsewhere, too.',
  page: {
    example: 'backendRefs: [{ name: "web", namespace: "apps", port: 80 }]   // in a route of another namespace',
    flux: 'RefNotPermitted, in the status of the route; its traffic gets a 500',
    right: 'add a ReferenceGrant in the namespace "apps", from HTTPRoutes of the other one to Services',
  },
  exceptable: true,
});

const GROUP = 'gateway.networking.k8s.io';

/** A Gateway accepts the routes that name it, and routes and Gateways only reference what they are allowed to. */
export const routeAttachmentRule = defineRule(
  [routeNotAllowed, grantMissing],
  ({ elsewhere }, report, { index, references: { all, targets, makers } }) => {
    const isListedGrant = (namespace: string) =>
      elsewhere.externalObjects.some((one) => one.kind === 'ReferenceGrant' && one.namespace === namespace);
    for (const reference of all) {
      const { object, row, namespace, group, kind } = reference;
      if (object.group !== GROUP || object.namespace === undefined || namespace === object.namespace) continue;
      if (namespace === undefined || holdsExpression(`${namespace} ${object.namespace}`)) continue;
      const target = targets.find(reference);
      if (row.at === 'spec.parentRefs[]') {
        if (target?.object === undefined || group !== GROUP || kind !== 'Gateway' || mayTake(target.object, reference))
          continue;
        report(
          diagnose(routeNotAllowed, {
            message: `${object.title} is in namespace "${object.namespace}", and ${nameOf(reference)} takes no routes of it`,
            at: placeOf(reference),
            notes: ["a listener without `allowedRoutes` takes routes of the Gateway's own namespace"],
            fix: "give the listener allowedRoutes: { namespaces: { from: 'All' } }, or a selector that picks the namespace",
          }),
        );
      } else {
        const grants = index.byKind.get(`${GROUP}/ReferenceGrant`) ?? [];
        const mayBeMade = makers.mayMake(
          { group: GROUP, kind: 'ReferenceGrant', name: '', namespace },
          new Set([object]),
        );
        if (mayBeMade || isListedGrant(namespace) || grants.some((grant) => allows(grant, reference))) continue;
        report(
          diagnose(grantMissing, {
            message: `${object.title} names ${nameOf(reference)}, and no ReferenceGrant there allows it`,
            at: placeOf(reference),
            // Who makes the target may make the grant.
            ...(target?.maker === undefined ? { severity: 'notice' } : {}),
            fix: `make a ReferenceGrant in namespace "${namespace}": from: [{ group: '${GROUP}', kind: '${object.kind}', namespace: '${object.namespace}' }], to: [{ group: '${group}', kind: '${kind}' }]`,
          }),
        );
      }
    }
  },
);

/** Whether one of the listeners that a route selects may accept it. One that selects by labels may. */
const mayTake = (gateway: StateObject, reference: FoundReference): boolean => {
  const listeners = listenersOf(gateway, reference);
  // Another rule reports a missing listener.
  if (listeners.length === 0) return true;
  return listeners.some((listener) => {
    const from = valueAt(listener, ['allowedRoutes', 'namespaces', 'from']) ?? 'Same';
    return from !== 'Same' && from !== 'None';
  });
};

const allows = (grant: StateObject, { object, group, kind, name, namespace }: FoundReference): boolean => {
  if (grant.namespace !== namespace) return false;
  const { from, to } = specOf(grant);
  const isFrom = objectsOf(from).some(
    (one) =>
      one['group'] === object.group &&
      one['kind'] === object.kind &&
      (one['namespace'] === object.namespace || holdsExpression(String(one['namespace']))),
  );
  const isTo = objectsOf(to).some(
    (one) =>
      (one['group'] ?? '') === group &&
      one['kind'] === kind &&
      (one['name'] === undefined || one['name'] === name || holdsExpression(String(one['name']))),
  );
  return isFrom && isTo;
};

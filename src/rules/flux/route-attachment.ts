import { defineDiagnostic, diagnose, nameSome } from '../../diagnostics/index.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { kustomizationSpecOf, selects } from '../context/pods.js';
import { nameOf, placeOf } from '../references/describe.js';
import type { FoundReference } from '../references/index.js';
import { listenersOf } from '../references/listeners.js';
import { defineRule, type StateIndex, type StateObject, specOf } from '../rule.js';

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
  ({ elsewhere, units }, report, { index, references: { all, targets, makers } }) => {
    // The unknown part of a folder is most likely where the rest of it is.
    const isPartial = (namespace: string) =>
      units.some((unit) => unit.isPartial && unit.objects.some((one) => one.namespace === namespace));
    const isListedGrant = (namespace: string) =>
      elsewhere.externalObjects.some((one) => one.kind === 'ReferenceGrant' && one.namespace === namespace);
    for (const reference of all) {
      const { object, row, namespace, group, kind } = reference;
      if (object.group !== GROUP || object.namespace === undefined || namespace === object.namespace) continue;
      if (namespace === undefined || holdsExpression(`${namespace} ${object.namespace}`)) continue;
      const target = targets.find(reference);
      if (row.at === 'spec.parentRefs[]') {
        if (target?.object === undefined || group !== GROUP || kind !== 'Gateway') continue;
        const labels = labelsOf(object.namespace, index);
        if (mayTake(target.object, reference, labels)) continue;
        const isOfLabels = mayTake(target.object, reference, undefined);
        report(
          diagnose(routeNotAllowed, {
            // Others may give the namespace labels, too.
            ...(isOfLabels ? { severity: 'warning' } : {}),
            message: `${object.title} is in namespace "${object.namespace}", and ${nameOf(reference)} takes no routes of it`,
            at: placeOf(reference),
            notes: [
              isOfLabels
                ? `Namespace/${object.namespace} lacks the labels that its listeners select`
                : "a listener without `allowedRoutes` takes routes of the Gateway's own namespace",
            ],
            fix: isOfLabels
              ? 'give the Namespace these labels, or select others'
              : "give the listener allowedRoutes: { namespaces: { from: 'All' } }, or a selector that picks the namespace",
          }),
        );
      } else {
        const grants = index.byKind.get(`${GROUP}/ReferenceGrant`) ?? [];
        const mayBeMade = makers.mayMake(
          { group: GROUP, kind: 'ReferenceGrant', name: '', namespace },
          new Set([object]),
        );
        const there = grants.filter((grant) => grant.namespace === namespace);
        // A chart may make a grant, but hardly where people write them.
        if (mayBeMade && (there.length === 0 || isPartial(namespace))) continue;
        if (isListedGrant(namespace) || grants.some((grant) => allows(grant, reference))) continue;
        report(
          diagnose(grantMissing, {
            message: `${object.title} names ${nameOf(reference)}, and no ReferenceGrant there allows it`,
            at: placeOf(reference),
            // Who makes the target may make the grant.
            ...(mayBeMade ? { severity: 'warning' } : target?.maker === undefined ? { severity: 'notice' } : {}),
            notes: there.map((grant) => `${grant.title} there allows ${allowedBy(grant)}`),
            fix: `make a ReferenceGrant in namespace "${namespace}": from: [{ group: '${GROUP}', kind: '${object.kind}', namespace: '${object.namespace}' }], to: [{ group: '${group}', kind: '${kind}' }]`,
          }),
        );
      }
    }
  },
);

/** The labels of a namespace that the tree makes. */
const labelsOf = (namespace: string, index: StateIndex): Fields | undefined => {
  const found = index.byKind.get('/Namespace')?.find(({ name }) => name === namespace);
  return found === undefined || kustomizationSpecOf(index, found.unit)['commonMetadata'] !== undefined
    ? undefined
    : { 'kubernetes.io/metadata.name': namespace, ...fieldsOf(valueAt(found.json, ['metadata', 'labels'])) };
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether one of the listeners that a route selects may accept it.
 *
 * @param labels of the route's namespace; unknown ones may be any
 */
const mayTake = (gateway: StateObject, reference: FoundReference, labels: Fields | undefined): boolean => {
  const listeners = listenersOf(gateway, reference);
  // Another rule reports a missing listener.
  if (listeners.length === 0) return true;
  return listeners.some((listener) => {
    const { from = 'Same', selector } = fieldsOf(valueAt(listener, ['allowedRoutes', 'namespaces']));
    if (from === 'Selector' && labels !== undefined && isObject(selector)) return selects(selector, labels) !== false;
    return from !== 'Same' && from !== 'None';
  });
};

/** `HTTPRoute of "apps" to name Service "web"`. */
const allowedBy = (grant: StateObject): string => {
  const { from, to } = specOf(grant);
  const readers = objectsOf(from).map(({ kind, namespace }) => `${String(kind)} of "${String(namespace)}"`);
  const targets = objectsOf(to).map(
    ({ kind, name }) => `${String(kind)}${name === undefined ? '' : ` "${String(name)}"`}`,
  );
  return `${nameSome(readers, 3)} to name ${nameSome(targets, 3)}`;
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

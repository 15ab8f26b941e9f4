import { defineDiagnostic, diagnose, nameSome, ties } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import { isCounted, quotaUsage } from '../admission/quota-usage.js';
import { type AdmissionRequest, admissionRequests } from '../admission/requests.js';
import { defineRule, objectsOfKind, placeIn, type StateObject, specOf } from '../rule.js';

const quotaExceeded = defineDiagnostic({
  code: 'FX808',
  name: 'quota-exceeded',
  severity: 'error',
  summary:
    'The objects of a namespace are more than a ResourceQuota of the tree allows there, so the API server refuses the last ones. It is a warning if they may be there before the quota, which then lets them stay.',
  page: {
    example: "quota: { 'services.loadbalancers': 0 }, and a Service of type LoadBalancer",
    flux: 'Service/claims/web dry-run failed (Forbidden): services "web" is forbidden: exceeded quota: tenant, requested: services.loadbalancers=1, used: services.loadbalancers=0, limited: services.loadbalancers=0',
    right: 'a Service of type ClusterIP behind a Gateway, or a larger quota',
  },
  exceptable: true,
});

/** What the tree applies in a namespace fits its ResourceQuotas. */
export const quotaExceededRule = defineRule(
  [quotaExceeded],
  (_, report, context) => {
    const { index } = context;
    // Quotas with scopes are about pods.
    const quotas = objectsOfKind(index, '/ResourceQuota').filter((one) => {
      const { scopes, scopeSelector } = specOf(one);
      return listOf(scopes).length === 0 && scopeSelector === undefined;
    });
    if (quotas.length === 0) return;
    const keys = new Set(quotas.flatMap((one) => Object.keys(fieldsOf(specOf(one)['hard']))));
    const isWanted = (group: string, resource: string): boolean =>
      (group === '' && resource === 'resourcequotas') || isCounted(keys, group, resource);
    const inNamespace = new Map<string, AdmissionRequest[]>();
    const own = new Map<StateObject, string>();
    for (const request of admissionRequests(context, isWanted)) {
      const { namespace } = request.target;
      if (namespace === undefined || request.isPod) continue;
      own.set(request.object, namespace);
      const there = inNamespace.get(namespace);
      if (there === undefined) inNamespace.set(namespace, [request]);
      else there.push(request);
    }
    const check = (quota: StateObject, hard: Hard, requests: readonly AdmissionRequest[]): void => {
      const users = requests.flatMap((request) => {
        const amount = quotaUsage(request).get(hard.key);
        return amount === undefined ? [] : [{ request, amount }];
      });
      let sum = 0n;
      const over = users.find(({ amount }) => {
        sum += amount;
        return sum > hard.limit;
      });
      if (over === undefined) return;
      const { object, unit, target } = over.request;
      const isAfter = index.comesAfter(unit.name, quota.unit);
      const others = users.filter((one) => one !== over).map(({ request }) => request.object.title);
      report(
        diagnose(quotaExceeded, {
          message: `${object.title} in ${target.namespace} exceeds ${quota.title}, which allows "${hard.most}" of ${hard.key}`,
          at: placeIn(object),
          severity: isAfter ? 'error' : 'warning',
          notes: [
            ...(others.length === 0 ? [] : [`the quota also counts ${nameSome(others, 5)}`]),
            ...(isAfter ? [] : ['it may be applied before the quota, which then lets it stay']),
          ],
          ties: { same: ties.object(`quota ${quota.title} ${target.namespace} ${hard.key}`) },
          fix: `change what ${quota.title} counts, or raise ${hard.key} there`,
        }),
      );
    };
    for (const quota of quotas) {
      const namespace = own.get(quota);
      if (namespace === undefined) continue;
      for (const [key, most] of Object.entries(fieldsOf(specOf(quota)['hard']))) {
        const limit = parseQuantity(most);
        if (limit !== undefined) check(quota, { key, most: String(most), limit }, inNamespace.get(namespace) ?? []);
      }
    }
  },
  { looksAtApplied: true },
);

interface Hard {
  readonly key: string;
  readonly most: string;
  readonly limit: bigint;
}

import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { namespacesAmong, picks, storeTakes, type TenantNamespace } from '../context/tenant-namespaces.js';
import { defineDeclaredRule, objectsOfKind, type StateObject, specOf } from '../rule.js';

const tenantAccess = defineDiagnostic({
  code: 'FX816',
  name: 'tenant-access',
  severity: 'notice',
  summary:
    "A tenant may use a Gateway or a ClusterSecretStore, by its `gateways` or `stores`, that doesn't take its namespaces.",
  page: {
    example: "tenant({ name: 'claims', stores: ['vault'] })   // and conditions of the store name other namespaces",
    flux: 'using cluster store "vault" is not allowed from namespace "claims": denied by spec.condition',
    right: "conditions: [{ namespaceSelector: { matchLabels: storeLabel('vault') } }]",
  },
  exceptable: 'addon',
});

/** What the platform shares takes the namespaces of the tenants that list it. */
export const tenantAccessRule = defineDeclaredRule([tenantAccess], ({ units }, report, { index }) => {
  for (const { name: unit, objects, declared } of units) {
    const tenant = tenantOf(declared.built.instance);
    if (tenant === undefined) continue;
    const namespaces = namespacesAmong(objects);
    const check = (
      path: string,
      shared: StateObject | undefined,
      takes: (shared: StateObject, namespace: TenantNamespace) => boolean,
      fix: string,
    ) => {
      // What others make isn't seen.
      const without = shared === undefined ? [] : namespaces.filter((one) => !takes(shared, one));
      if (shared === undefined || without.length === 0) return;
      report(
        diagnose(tenantAccess, {
          message: `tenant "${unit}" may use ${shared.title}, which doesn't take ${without.map(({ name }) => `"${name}"`).join(', ')}`,
          at: { addon: unit, path },
          fix,
        }),
      );
    };
    for (const [at, { name, namespace }] of tenant.gateways.entries()) {
      const gateway = objectsOfKind(index, 'gateway.networking.k8s.io/Gateway').find(
        (one) => one.name === name && one.namespace === namespace,
      );
      const fix = `give a listener allowedRoutes: { namespaces: { from: 'Selector', selector: { matchLabels: gatewayLabel('${name}') } } }`;
      check(`gateways[${at}]`, gateway, gatewayTakes, fix);
    }
    for (const [at, name] of tenant.stores.entries()) {
      const store = objectsOfKind(index, 'external-secrets.io/ClusterSecretStore').find((one) => one.name === name);
      const fix = `add to conditions of the store: { namespaceSelector: { matchLabels: storeLabel('${name}') } }`;
      check(`stores[${at}]`, store, storeTakes, fix);
    }
  }
});

const gatewayTakes = (gateway: StateObject, namespace: TenantNamespace): boolean =>
  objectsOf(specOf(gateway)['listeners']).some((listener) => {
    const from = valueAt(listener, ['allowedRoutes', 'namespaces', 'from']) ?? 'Same';
    if (from === 'Selector') return picks(valueAt(listener, ['allowedRoutes', 'namespaces', 'selector']), namespace);
    return from === 'All' || (from === 'Same' && gateway.namespace === namespace.name);
  });

import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { valueAt } from '../../json/json-path.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { namespacesAmong, storeTakes } from '../context/tenant-namespaces.js';
import { defineDeclaredRule, objectsOfKind, placeIn, type StateObject, specOf } from '../rule.js';

// A notice: no real judge has shown a case of it.
const openStore = defineDiagnostic({
  code: 'FX675',
  name: 'open-store',
  severity: 'notice',
  summary:
    "A ClusterSecretStore takes the namespaces of tenants that don't list it in `stores`: whoever may create an ExternalSecret there reads all secrets that the store can read. The chart of External Secrets gives that right to the ClusterRole `edit`, which tenants have.",
  page: {
    example: "secretsManagerStore()   // and tenant({ name: 'claims' })",
    right:
      "secretsManagerStore({ conditions: [{ namespaces: ['web'] }, { namespaceSelector: { matchLabels: storeLabel('secrets-manager-provider') } }] })",
  },
  exceptable: true,
});

/** A store that the platform shares takes no tenant that doesn't list it. */
export const openStoreRule = defineDeclaredRule([openStore], ({ units }, report, { index }) => {
  const tenants = units.flatMap(({ declared, objects }) => {
    const tenant = tenantOf(declared.built.instance);
    return tenant === undefined ? [] : [{ ...tenant, made: namespacesAmong(objects) }];
  });
  if (tenants.length === 0 || objectsOfKind(index, 'helm.toolkit.fluxcd.io/HelmRelease').some(keepsEditApart)) return;
  for (const store of objectsOfKind(index, 'external-secrets.io/ClusterSecretStore')) {
    const taken = tenants.filter(
      ({ stores, made }) => !stores.includes(store.name) && made.some((namespace) => storeTakes(store, namespace)),
    );
    const [first] = taken;
    if (first === undefined) continue;
    const others = taken.length === 1 ? '' : ` and ${taken.length - 1} more`;
    report(
      diagnose(openStore, {
        message: `${store.title} takes the namespaces of tenant "${first.name}"${others}, whose \`stores\` don't list it`,
        at: placeIn(store, 'spec.conditions'),
        fix: `give the store conditions: the namespaces of your own addons, and { namespaceSelector: { matchLabels: storeLabel('${store.name}') } } for tenants with stores: ['${store.name}']`,
      }),
    );
  }
});

/** Whether the release of External Secrets gives the ClusterRole `edit` no rights. */
const keepsEditApart = (release: StateObject): boolean =>
  valueAt(specOf(release), ['values', 'rbac', 'aggregateToEdit']) === false;

import { isKubernetesOwn } from '../../compile/plan-namespaces.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { defineDiagnostic, diagnose, ties } from '../../diagnostics/index.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { type DeclaredUnit, defineDeclaredRule } from '../rule.js';

const tenantNamespace = defineDiagnostic({
  code: 'FX811',
  name: 'tenant-namespace',
  severity: 'error',
  summary:
    "Two tenants claim one namespace, or a tenant claims one that the platform uses: each may then change and delete the other's objects, and read its Secrets.",
  page: {
    example: "tenant({ name: 'claims', namespaces: ['monitoring'] })   // and an addon lives in monitoring",
    right: "tenant({ name: 'claims', namespaces: ['claims'] })",
  },
});

/** A namespace is a tenant's alone. */
export const tenantNamespaceRule = defineDeclaredRule([tenantNamespace], ({ units, declared }, report) => {
  const home = declared.app.source.namespace;
  const platform = openPlatform(units);
  const claimed = new Map<string, string>();
  for (const { name, declared: of } of units) {
    const tenant = tenantOf(of.built.instance);
    if (tenant === undefined) continue;
    for (const [index, namespace] of tenant.namespaces.entries()) {
      const other = claimed.get(namespace);
      const user = platform.get(namespace);
      const whose =
        other !== undefined
          ? `which tenant "${other}" claims, too`
          : namespace === FLUX_NAMESPACE || namespace === home
            ? 'where Flux lives'
            : isKubernetesOwn(namespace)
              ? 'which Kubernetes has for itself'
              : user === undefined
                ? undefined
                : `which addon "${user}" of the platform uses`;
      claimed.set(namespace, other ?? name);
      if (whose === undefined) continue;
      report(
        diagnose(tenantNamespace, {
          message: `tenant "${name}" claims the namespace "${namespace}", ${whose}`,
          at: { addon: name, path: `namespaces[${index}]` },
          ties: { causes: [ties.claimed(namespace)] },
          notes: ["what may be done there is bound to the namespace, so each may change the other's objects"],
          fix: `give tenant "${name}" a namespace of its own`,
        }),
      );
    }
  }
});

/** By namespace: the first addon that lives there or makes it, and isn't a tenant. */
const openPlatform = (units: readonly DeclaredUnit[]): ReadonlyMap<string, string> => {
  const used = new Map<string, string>();
  const use = (namespace: string | undefined, unit: string) => {
    if (namespace !== undefined && !used.has(namespace)) used.set(namespace, unit);
  };
  for (const { name, objects, declared } of units) {
    const { instance, kustomizationNamespace } = declared.built;
    if (tenantOf(instance) !== undefined) continue;
    use(instance.definition.namespace, name);
    use(kustomizationNamespace, name);
    for (const object of objects) {
      if (object.kind === 'Namespace' && object.group === '') use(object.name, name);
      // What runs there.
      if (object.kind === 'HelmRelease') use(object.namespace, name);
    }
  }
  return used;
};

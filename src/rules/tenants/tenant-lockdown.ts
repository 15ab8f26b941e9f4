import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { defineDeclaredRule } from '../rule.js';

const tenantLockdown = defineDiagnostic({
  code: 'FX812',
  name: 'tenant-lockdown',
  severity: 'warning',
  summary:
    "A cluster has tenants, and its Flux runs without the lockdown settings: a tenant that may create Flux's objects applies what it wants with the rights of kustomize-controller, usually as cluster-admin.",
  page: {
    example: "new FluxCluster(app, 'dev', { flux: { version: '2.9' } }).stage('tenants', [tenant({ name: 'claims' })])",
    right:
      "flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true }",
  },
  exceptable: 'addon',
});

/** What each setting closes, in the order in which they are pasted. */
const open = [
  [
    'noCrossNamespaceRefs',
    "without noCrossNamespaceRefs, a tenant's objects read sources of all other namespaces, the platform's repository among them",
  ],
  [
    'defaultServiceAccount',
    "without defaultServiceAccount, a Kustomization or HelmRelease of a tenant that names no account has the controller's own rights: serviceAccountName of the tenant restricts nothing",
  ],
  [
    'noRemoteBases',
    'without noRemoteBases, kustomize-controller fetches whatever URL a kustomization file of a tenant names',
  ],
] as const;

/** As soon as a cluster has a tenant, its Flux is locked down. */
export const tenantLockdownRule = defineDeclaredRule(
  [tenantLockdown],
  ({ units, declared, flux = '2.9', fluxSettings, lockdown }, report) => {
    const first = units.find(({ declared: of }) => tenantOf(of.built.instance) !== undefined);
    if (first === undefined) return;
    const has = (setting: (typeof open)[number][0]): boolean =>
      setting === 'noCrossNamespaceRefs'
        ? lockdown
        : setting === 'noRemoteBases'
          ? fluxSettings?.noRemoteBases === true
          : fluxSettings?.defaultServiceAccount !== undefined;
    const missing = open.filter(([setting]) => !has(setting));
    if (missing.length === 0) return;
    const account = fluxSettings?.defaultServiceAccount ?? 'default';
    const lines = `noCrossNamespaceRefs: true, defaultServiceAccount: '${account}', noRemoteBases: true`;
    const names = missing.map(([setting]) => setting).join(', ');
    const cluster = declared.cluster.name;
    report(
      diagnose(tenantLockdown, {
        message:
          fluxSettings === undefined
            ? `cluster "${cluster}" has tenants, and its code doesn't say whether Flux runs with ${names}`
            : `cluster "${cluster}" has tenants, and its Flux runs without ${names}`,
        at: { addon: first.name },
        notes: missing.map(([, what]) => what),
        fix:
          fluxSettings === undefined
            ? `write flux: { version: '${flux}', ${lines} } on the cluster${lockdown ? ' in place of lockdown: true, which noCrossNamespaceRefs says there' : '; a platform that has releases sets noCrossNamespaceRefs in the order of docs/how-to/lockdown.md'}`
            : `add to flux of the cluster: ${missing
                .map(([setting]) =>
                  setting === 'defaultServiceAccount' ? `${setting}: 'default'` : `${setting}: true`,
                )
                .join(', ')}`,
      }),
    );
  },
);

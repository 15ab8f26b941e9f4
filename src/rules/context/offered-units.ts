import type { AddonInstance } from '../../addon/addon.js';
import { defineAddon } from '../../addon/define-addon.js';
import type { CompiledAddon } from '../../compile/compiled-cluster.js';
import { groupOf } from '../../constructs/reference.js';
import type { ExternalObject } from '../../declared/external-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { RBAC_GROUP } from '../../rbac/index.js';
import { NO_SITES } from '../../substitution/sites.js';
import { type Offer, tenantHome } from '../../tenants/offer/offer.js';
import type { Elsewhere, StateObject, Unit } from './rule-state.js';
import { NO_VARS } from './state-of-drafts.js';

/** The unit that has what the platform makes for a tenant. No addon can have such a name. */
const PLATFORM_UNIT = 'the platform';
/** The platform's Kustomization that applies a tenant's repository: what all of the tenant's own have above them. */
export const TENANT_ROOT = "the tenant's repository";

/** Whether a problem is about what the platform makes, which a tenant can't change. */
export const isOfPlatform = (unit: string | undefined): boolean => unit === PLATFORM_UNIT || unit === TENANT_ROOT;

/**
 * What the platform makes for a tenant, as units beside those that the tenant's code declares: rules see the quotas,
 * rights, Gateways and kinds of the cluster without a case of their own.
 */
export const offeredUnits = (offer: Offer): readonly Unit[] => [
  unitOf(PLATFORM_UNIT, offer, { objects: platformObjects(offer), entry: [], dependsOn: [] }),
  unitOf(TENANT_ROOT, offer, { objects: [], entry: [rootOf(offer)], dependsOn: [PLATFORM_UNIT] }),
];

type Manifest = JsonObject & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
};

const unitOf = (
  name: string,
  offer: Offer,
  { objects, entry, dependsOn }: Record<'objects' | 'entry', readonly Manifest[]> & Pick<Unit, 'dependsOn'>,
): Unit => {
  const asState = (json: Manifest): StateObject => ({
    unit: name,
    addon: name,
    owner: name,
    group: groupOf(json.apiVersion),
    apiVersion: json.apiVersion,
    kind: json.kind,
    namespace: json.metadata.namespace,
    name: json.metadata.name,
    title: `${json.kind}/${json.metadata.name}`,
    json,
    sites: NO_SITES,
  });
  const made = { objects: objects.map(asState), entry: entry.map(asState) };
  const provides = Object.keys(offer.apis);
  return {
    ...made,
    name,
    key: name,
    dependsOn,
    provides: name === PLATFORM_UNIT ? provides : [],
    isPartial: false,
    isElsewhere: false,
    known: NO_VARS,
    patched: [],
    // Its objects have no constructs, which no rule asks of an object that it finds in it.
    declared: { ...made, patched: [], built: builtOf(name, offer, dependsOn) } as unknown as CompiledAddon,
  };
};

const builtOf = (name: string, offer: Offer, dependsOn: Unit['dependsOn']): CompiledAddon['built'] => ({
  instance: defineAddon({ name: 'platform', build: () => {} })() as unknown as AddonInstance,
  name,
  stage: -1,
  inputs: { vars: new Map(), values: new Map(), secrets: new Map() },
  settings: {},
  kustomizationNamespace: tenantHome(offer),
  known: NO_VARS,
  outputs: [],
  objects: [],
  isPartial: false,
  folder: undefined,
  entry: [],
  dependsOn,
  chosen: [],
  named: [],
  externals: [],
});

/** The platform's own Kustomization, as whose account the tenant's are applied. */
const rootOf = (offer: Offer): Manifest => {
  const { kind, name, path } = offer.source;
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: offer.tenant, namespace: tenantHome(offer) },
    spec: { path, prune: true, wait: false, serviceAccountName: offer.account.name, sourceRef: { kind, name } },
  };
};

const platformObjects = (offer: Offer): readonly Manifest[] => [
  ...Object.entries(offer.namespaces).flatMap(([name, { labels, quotas, limits }]): readonly Manifest[] => [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } as Manifest['metadata'] },
    ...Object.entries(quotas).map(([own, hard]) => inNamespace('ResourceQuota', own, name, { hard })),
    ...Object.entries(limits).map(([own, all]) => inNamespace('LimitRange', own, name, { limits: all })),
  ]),
  inNamespace('ServiceAccount', offer.account.name, tenantHome(offer)),
  ...offer.account.roles.flatMap((one, at) => rolesOf(offer, one, at)),
  ...Object.entries(offer.gateways).map(
    ([name, { namespace, listeners }]): Manifest => ({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: { name, namespace },
      spec: listeners === undefined ? {} : { listeners },
    }),
  ),
  ...offer.stores.map(
    (name): Manifest => ({ apiVersion: 'external-secrets.io/v1', kind: 'ClusterSecretStore', metadata: { name } }),
  ),
  ...Object.entries(offer.classes).flatMap(([key, names]) => {
    const [group, kind = ''] = key.split('/');
    return names.map((name): Manifest => ({ apiVersion: `${group}/v1`, kind, metadata: { name } }));
  }),
  ...Object.entries(offer.policies).map(([title, spec]): Manifest => {
    const [kind = '', name = ''] = title.split('/');
    return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, spec };
  }),
  ...crdsOf(offer),
];

const inNamespace = (kind: string, name: string, namespace: string, spec?: object): Manifest => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace },
  ...(spec === undefined ? {} : { spec }),
});

/** A role of the account, unless Kubernetes has it, with the binding to it. */
const rolesOf = (offer: Offer, { role, namespace, rules }: Offer['account']['roles'][number], at: number) => {
  const [kind = '', name = ''] = role.split('/');
  const home = namespace === undefined ? {} : { namespace };
  const apiVersion = `${RBAC_GROUP}/v1`;
  const made: Manifest[] =
    rules === undefined ? [] : [{ apiVersion, kind, metadata: { name, ...(kind === 'Role' ? home : {}) }, rules }];
  const subject = { kind: 'ServiceAccount', name: offer.account.name, namespace: tenantHome(offer) };
  made.push({
    apiVersion,
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name: `${offer.account.name}-${at}`, ...home },
    roleRef: { apiGroup: RBAC_GROUP, kind, name },
    subjects: [subject],
  });
  return made;
};

/** What rules read of CRDs beside their schemas: the names of their kinds. */
const crdsOf = ({ apis }: Offer): readonly Manifest[] =>
  Object.entries(apis).flatMap(([group, { kinds }]) =>
    Object.entries(kinds).flatMap(([kind, { plural, scope, versions }]): readonly Manifest[] =>
      plural === undefined
        ? []
        : [
            {
              apiVersion: 'apiextensions.k8s.io/v1',
              kind: 'CustomResourceDefinition',
              metadata: { name: `${plural}.${group}` },
              spec: {
                group,
                scope,
                names: { kind, plural },
                versions: Object.keys(versions).map((name) => ({ name, served: true })),
              },
            },
          ],
    ),
  );

/**
 * What exists beside the units, as it is now: a cluster makes some of these lists at each look. Of a tenant's, without
 * groups whose kinds are all known, and with rights that aren't.
 */
export const elsewhereOf = (
  { provides, externals, externalNamespaces, externalObjects, stages }: Elsewhere,
  offer: Offer | undefined,
): Elsewhere => {
  const all: Elsewhere = { provides, externals, externalNamespaces, externalObjects, stages };
  if (offer === undefined) return all;
  const { apis, account } = offer;
  const rights: readonly ExternalObject[] =
    account.unknown.length === 0 ? [] : [{ kind: 'RoleBinding', group: RBAC_GROUP, name: account.unknown.join(', ') }];
  return {
    ...all,
    provides: provides.filter((one) => apis[one]?.isComplete !== true),
    externalObjects: [...externalObjects, ...rights],
  };
};

import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { ContractVar } from '../contract/index.js';
import { type Diagnostic, diagnose, failure, type Result, success } from '../diagnostics/index.js';
import { fieldsOf, objectsOf } from '../json/as-shape.js';
import { compareText } from '../json/compare-text.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { openCheckContext } from '../rules/context/open-context.js';
import { objectsOfKind, type StateObject, specOf } from '../rules/rule.js';
import { PLATFORM_VARS } from '../tenants/build-tenant.js';
import { notPublished } from '../tenants/diagnostics.js';
import { CLASS_KINDS, type Offer, tenantHome } from '../tenants/offer/offer.js';
import { isTenantRoot, type TenantData } from '../tenants/tenant-mark.js';
import { offeredApis } from './offered-apis.js';
import { offeredRights } from './offered-rights.js';

const KUSTOMIZATION = 'kustomize.toolkit.fluxcd.io/Kustomization';

/** What a cluster offers one of its tenants, from what the platform's code makes of both. */
export const makeOffer = (compiled: CompiledCluster, tenant: TenantData): Result<Offer> => {
  const context = openCheckContext(compiled);
  const { index, state } = context;
  const { cluster, contract } = compiled;
  const root = objectsOfKind(index, KUSTOMIZATION).find((one) => isTenantRoot(one, tenant));
  if (root === undefined) return failure(withoutSource(cluster.name, tenant));
  const { path, sourceRef, patches } = specOf(root);
  const source = fieldsOf(sourceRef);
  const settings = cluster.fluxSettings;
  const [home] = tenant.namespaces;
  const namespaces = Object.fromEntries(tenant.namespaces.map((name) => [name, namespaceOf(name, index)]));
  return success({
    offer: 1,
    tenant: tenant.name,
    cluster: cluster.name,
    kubernetes: cluster.kubernetes,
    flux: {
      version: cluster.flux,
      noCrossNamespaceRefs: state.lockdown,
      noRemoteBases: settings?.noRemoteBases === true,
      ...(settings?.defaultServiceAccount === undefined
        ? {}
        : { defaultServiceAccount: settings.defaultServiceAccount }),
    },
    source: { kind: String(source['kind']), name: String(source['name']), path: String(path ?? './') },
    keepsClaims: objectsOf(patches).some(({ target }) => fieldsOf(target)['kind'] === 'PersistentVolumeClaim'),
    account: offeredRights(context, tenant),
    namespaces,
    ...(home === undefined || home === tenantHome({ namespaces }) ? {} : { home }),
    gateways: byName(tenant.gateways.map(({ name, namespace }) => [name, gatewayOf(name, namespace, index)])),
    stores: [...new Set(tenant.stores)].sort(compareText),
    classes: classesOf(index, cluster.externalObjects),
    policies: policiesOf(index),
    apis: offeredApis(compiled, context),
    vars: {
      configMap: PLATFORM_VARS,
      vars: varsOf(contract.vars, tenant.vars),
    },
  });
};

type Index = ReturnType<typeof openCheckContext>['index'];

const withoutSource = (cluster: string, { name }: TenantData): Diagnostic =>
  diagnose(notPublished, {
    message: `tenant "${name}" has no source in cluster "${cluster}": Flux applies no repository of the team`,
    at: { cluster, addon: name, path: 'source' },
    fix: "give it source: gitSource({ url: 'https://…', ref: { branch: 'main' } }), and the path of its tree",
  });

const byName = <T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));

const inNamespace = (index: Index, kind: string, namespace: string): readonly StateObject[] =>
  objectsOfKind(index, kind).filter((one) => one.namespace === namespace);

const namespaceOf = (name: string, index: Index): Offer['namespaces'][string] => {
  const own = objectsOfKind(index, '/Namespace').find((one) => one.name === name);
  const labels = own === undefined ? {} : fieldsOf(valueAt(own.json, ['metadata', 'labels']));
  return {
    labels: byName(Object.entries(labels).map(([key, value]) => [key, String(value)])),
    quotas: byName(
      inNamespace(index, '/ResourceQuota', name)
        // Of one with scopes, synth doesn't know which pods it counts.
        .filter((one) => specOf(one)['scopes'] === undefined && specOf(one)['scopeSelector'] === undefined)
        .map((one) => [one.name, hardOf(one)]),
    ),
    limits: byName(inNamespace(index, '/LimitRange', name).map((one) => [one.name, objectsOf(specOf(one)['limits'])])),
  };
};

const hardOf = (quota: StateObject): Readonly<Record<string, string>> =>
  byName(Object.entries(fieldsOf(specOf(quota)['hard'])).map(([key, amount]) => [key, String(amount)]));

/** What a route sees of a listener; certificates are the platform's. */
const LISTENER_FIELDS = ['name', 'port', 'protocol', 'hostname', 'allowedRoutes'];

const gatewayOf = (name: string, namespace: string, index: Index): Offer['gateways'][string] => {
  const own = objectsOfKind(index, 'gateway.networking.k8s.io/Gateway').find(
    (one) => one.name === name && one.namespace === namespace,
  );
  if (own === undefined) return { namespace };
  const listeners = objectsOf(specOf(own)['listeners']).map(
    (one): JsonObject => Object.fromEntries(LISTENER_FIELDS.flatMap((key) => (key in one ? [[key, one[key]]] : []))),
  );
  return { namespace, listeners };
};

const classesOf = (
  index: Index,
  external: CompiledCluster['cluster']['externalObjects'],
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.keys(CLASS_KINDS).flatMap((key) => {
      const [group = '', kind = ''] = key.split('/');
      const listed = external.filter((one) => one.kind === kind && (one.group ?? group) === group);
      const names = [...objectsOfKind(index, key), ...listed].map(({ name }) => name);
      return names.length === 0 ? [] : [[key, [...new Set(names)].sort(compareText)]];
    }),
  );

const POLICIES = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'];

const policiesOf = (index: Index): Offer['policies'] =>
  byName(
    POLICIES.flatMap((kind) => objectsOfKind(index, `admissionregistration.k8s.io/${kind}`)).map((one) => [
      one.title,
      specOf(one),
    ]),
  );

/** Where the contract has a default, the ConfigMap of the tenant has it as a value. */
const varsOf = (vars: Readonly<Record<string, ContractVar>>, names: readonly string[]): Offer['vars']['vars'] =>
  byName(
    names.flatMap((name) => {
      if (!Object.hasOwn(vars, name)) return [];
      const { default: _, ...schema } = vars[name]!.schema;
      return [[name, schema] as const];
    }),
  );

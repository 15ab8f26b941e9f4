import { FLUX_NAMESPACE } from '../../contract/index.js';
import { withCommonMetadata } from '../../flux/common-metadata.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, startsWith, valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { podSpecs } from '../../knowledge/kubernetes/pod-specs.js';
import { type Identity, identityOfAccount } from '../../rbac/index.js';
import type { PolicyRequest } from '../../schema/admission/judge-policy.js';
import { whoIs } from '../accounts/accounts.js';
import { accountOf } from '../accounts/appliers.js';
import { neededFor } from '../accounts/needs.js';
import type { StateObject, Unit } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';
import type { CheckContext } from '../rule.js';
import { fillExamples } from '../schemas/fill-examples.js';
import type { Target } from './match-policy.js';

/** A request to create an object of the tree, or the pods that an object makes. */
export interface AdmissionRequest {
  readonly object: StateObject;
  readonly unit: Unit;
  /** It's for the pods of the object, so that only an event tells that it's denied. */
  readonly isPod: boolean;
  readonly target: Target;
  readonly policy: PolicyRequest;
}

/** What a Kustomization does to its objects that isn't evaluated here. */
const CHANGES = [
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'images',
  'components',
  'namePrefix',
  'nameSuffix',
];

/** The account of Flux itself. */
const FLUX = identityOfAccount(FLUX_NAMESPACE, 'kustomize-controller');

/** All that Flux asks the API server to create, as far as it's known. */
export const admissionRequests = (context: CheckContext): readonly AdmissionRequest[] => {
  const { state, index } = context;
  const namespaces = namespacesOf(state.units);
  const find = openRequests(context, namespaces);
  return state.units.flatMap((unit) => {
    const own = unit.entry.find(({ kind }) => kind === 'Kustomization');
    const parent = index.unitOf.get(unit.parent ?? '');
    const above = parent?.entry.find(({ kind }) => kind === 'Kustomization');
    return [
      ...unit.objects.filter(({ madeBy }) => madeBy === undefined).flatMap((object) => find(object, unit, own)),
      ...unit.entry.flatMap((object) => find(object, unit, above)),
    ];
  });
};

const namespacesOf = (units: readonly Unit[]): ReadonlyMap<string, JsonObject> =>
  new Map(
    units.flatMap(({ objects, entry }) =>
      [...objects, ...entry].flatMap(({ group, kind, name, json }) => {
        if (group !== '' || kind !== 'Namespace') return [];
        const labels = { ...fieldsOf(valueAt(json, ['metadata', 'labels'])), 'kubernetes.io/metadata.name': name };
        return [[name, { metadata: { name, labels } } as JsonObject] as const];
      }),
    ),
  );

const openRequests = (
  { state, accounts, kinds, schemas }: CheckContext,
  namespaces: ReadonlyMap<string, JsonObject>,
) => {
  return (object: StateObject, unit: Unit, applier: StateObject | undefined): readonly AdmissionRequest[] => {
    const { group, kind, apiVersion } = object;
    const spec = applier === undefined ? {} : specOf(applier);
    // What is encrypted, or changed on its way, isn't known; and policies aren't asked about policies.
    if (object.json['sops'] !== undefined || group === 'admissionregistration.k8s.io') return [];
    if (CHANGES.some((field) => Object.keys(fieldsOf(spec[field])).length + listOf(spec[field]).length > 0)) return [];
    if (spec['kubeConfig'] !== undefined) return [];
    const resource = accounts.resourceOf(group, kind);
    const needed = neededFor(object, applier ?? object, state, resource);
    if (needed === undefined || !resource.isKnown) return [];
    const account = applier === undefined ? undefined : accountOf(applier, state);
    const filled = fillExamples(object, unit);
    const json = withCommonMetadata(filled.value as JsonObject, applier?.json ?? {});
    const { name, namespace } = needed;
    const identity =
      applier === undefined ? {} : { name: applier.name, namespace: applier.namespace ?? FLUX_NAMESPACE };
    const written = asApplied(json, identity, isNamespaced(needed.namespace, object) ? namespace : undefined);
    const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
    const found = kinds.find(group, kind);
    const isCustom = found !== undefined && !found.own && Object.hasOwn(found.versions, version);
    const complete = isCustom ? (schemas.checker.fillDefaults(found, version, written) as JsonObject) : written;
    const open = [...filled.open, ...object.sites.map(({ path }) => path)];
    const request = openRequest(namespaces, account === undefined ? FLUX : whoIs(account));
    const made = request(
      { object, unit, isPod: false },
      { group, version, kind, resource: resource.names[0]!, name, namespace },
      complete,
      {
        isComplete: isCustom,
        isOpen: (path) => open.some((one) => startsWith(path, one)) || isSecretData(object, path),
      },
    );
    const pod = podOf(object, written);
    if (pod === undefined) return [made];
    const { at, json: podJson } = pod;
    const isOpen = (path: JsonPath): boolean =>
      path.some((step) => MADE_FOR_PODS.has(String(step))) || open.some((one) => startsWith([...at, ...path], one));
    return [
      made,
      request(
        { object, unit, isPod: true },
        { group: '', version: 'v1', kind: 'Pod', resource: 'pods', name: undefined, namespace },
        podJson,
        { isComplete: false, isOpen },
      ),
    ];
  };
};

/** Lists that admission plug-ins add to in pods. */
const MADE_FOR_PODS: ReadonlySet<string> = new Set(['tolerations', 'volumeMounts', 'volumes', 'imagePullSecrets']);

const isNamespaced = (namespace: string | undefined, { group, kind }: StateObject): boolean =>
  namespace !== undefined && !(group === '' && kind === 'Namespace');

/** Kubernetes moves `stringData` into `data`. */
const isSecretData = ({ group, kind }: StateObject, path: JsonPath): boolean =>
  group === '' && kind === 'Secret' && (path[0] === 'data' || path[0] === 'stringData');

/** With the namespace and the labels that Flux gives it. */
const asApplied = (
  json: JsonObject,
  { name, namespace }: { readonly name?: string; readonly namespace?: string },
  into: string | undefined,
): JsonObject => {
  const metadata = fieldsOf(json['metadata']);
  const labels = {
    ...fieldsOf(metadata['labels']),
    ...(name === undefined
      ? {}
      : { 'kustomize.toolkit.fluxcd.io/name': name, 'kustomize.toolkit.fluxcd.io/namespace': namespace }),
  };
  return {
    ...json,
    metadata: { ...metadata, labels, ...(into === undefined ? {} : { namespace: into }) },
  } as JsonObject;
};

const podOf = (
  { group, kind }: StateObject,
  json: JsonObject,
): { readonly at: JsonPath; readonly json: JsonObject } | undefined => {
  const path = podSpecs[`${group}/${kind}`];
  if (path === undefined || kind === 'Pod') return undefined;
  const at = path.split('.').slice(0, -1);
  const template = valueAt(json, at);
  if (!isObject(template) || fieldsOf(json['spec'])['replicas'] === 0) return undefined;
  return { at, json: { apiVersion: 'v1', kind: 'Pod', ...template } as JsonObject };
};

interface Named {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

const openRequest =
  (namespaces: ReadonlyMap<string, JsonObject>, who: Identity) =>
  (
    of: Pick<AdmissionRequest, 'object' | 'unit' | 'isPod'>,
    { group, version, kind, resource, name, namespace }: Named,
    json: JsonObject,
    known: Pick<PolicyRequest, 'isComplete' | 'isOpen'>,
  ): AdmissionRequest => {
    const labels = fieldsOf(valueAt(json, ['metadata', 'labels'])) as JsonObject;
    const isNamespace = group === '' && kind === 'Namespace';
    const ofKind = { group, version, kind };
    const ofResource = { group, version, resource };
    const home = namespace === undefined || isNamespace ? null : namespaces.get(namespace);
    return {
      ...of,
      target: {
        group,
        version,
        resource,
        name,
        namespace,
        labels,
        namespaceLabels: home === null ? undefined : (valueAt(home, ['metadata', 'labels']) as JsonObject | undefined),
      },
      policy: {
        ...known,
        object: json,
        namespaceObject: home,
        request: {
          kind: ofKind,
          requestKind: ofKind,
          resource: ofResource,
          requestResource: ofResource,
          subResource: '',
          requestSubResource: '',
          operation: 'CREATE',
          ...(name === undefined ? {} : { name }),
          namespace: namespace ?? '',
          // The controller that creates pods has a name of its own.
          ...(of.isPod ? {} : { userInfo: { username: who.name, groups: [...who.groups] } }),
        } as JsonObject,
      },
    };
  };

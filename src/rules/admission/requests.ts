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
  /** What policies see. */
  readonly policy: () => PolicyRequest;
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

/**
 * All that Flux asks the API server to create, as far as it's known.
 *
 * @param isWanted leaves out objects of other resources, and what they make
 */
export const admissionRequests = (
  context: CheckContext,
  isWanted: (group: string, resource: string) => boolean = () => true,
): readonly AdmissionRequest[] => {
  const { state, index } = context;
  const namespaces = namespacesOf(state.units);
  const find = openRequests(context, namespaces, isWanted);
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
  isWanted: (group: string, resource: string) => boolean,
) => {
  return (object: StateObject, unit: Unit, applier: StateObject | undefined): readonly AdmissionRequest[] => {
    const { group, kind, apiVersion } = object;
    const resource = accounts.resourceOf(group, kind);
    if (!isWanted(group, resource.names[0]!)) return [];
    const spec = applier === undefined ? {} : specOf(applier);
    // What is encrypted, or changed on its way, isn't known; and policies aren't asked about policies.
    if (object.json['sops'] !== undefined || group === 'admissionregistration.k8s.io') return [];
    if (CHANGES.some((field) => Object.keys(fieldsOf(spec[field])).length + listOf(spec[field]).length > 0)) return [];
    if (spec['kubeConfig'] !== undefined) return [];
    const needed = neededFor(object, applier ?? object, state, resource);
    if (needed === undefined || !resource.isKnown) return [];
    const { name, namespace } = needed;
    const identity =
      applier === undefined ? {} : { name: applier.name, namespace: applier.namespace ?? FLUX_NAMESPACE };
    const into = isNamespaced(namespace, object) ? namespace : undefined;
    const applied = (json: JsonObject): JsonObject =>
      asApplied(withCommonMetadata(json, applier?.json ?? {}), identity, into);
    const account = applier === undefined ? undefined : accountOf(applier, state);
    const request = openRequest(namespaces, account === undefined ? FLUX : whoIs(account));
    const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
    // Policies are rare, and so is what they need to know.
    const filled = lazy(() => {
      const { value, open } = fillExamples(object, unit);
      return { json: applied(value as JsonObject), open: [...open, ...object.sites.map(({ path }) => path)] };
    });
    const isUnknown = (path: JsonPath): boolean => filled().open.some((one) => startsWith(path, one));
    const written = applied(object.json);
    const made = request(
      { object, unit, isPod: false },
      { group, version, kind, resource: resource.names[0]!, name, namespace },
      written,
      () => {
        const found = kinds.find(group, kind);
        const isComplete = found !== undefined && !found.own && Object.hasOwn(found.versions, version);
        const { json } = filled();
        return {
          object: isComplete ? (schemas.checker.fillDefaults(found, version, json) as JsonObject) : json,
          isComplete,
          isOpen: (path) => isUnknown(path) || isSecretData(object, path),
        };
      },
    );
    const pod = podOf(object, written);
    if (pod === undefined) return [made];
    return [
      made,
      request(
        { object, unit, isPod: true },
        { group: '', version: 'v1', kind: 'Pod', resource: 'pods', name: undefined, namespace },
        pod.json,
        () => ({
          object: podOf(object, filled().json)?.json ?? pod.json,
          isComplete: false,
          isOpen: (path) => path.some((step) => MADE_FOR_PODS.has(String(step))) || isUnknown([...pod.at, ...path]),
        }),
      ),
    ];
  };
};

const lazy = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
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
    known: () => Pick<PolicyRequest, 'object' | 'isComplete' | 'isOpen'>,
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
      policy: lazy(() => ({
        ...known(),
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
      })),
    };
  };

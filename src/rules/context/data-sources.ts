import { groupOf } from '../../constructs/reference.js';
import { isFilledLater } from '../../flux/resource-sets/marks.js';
import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { RuleState, StateObject } from './rule-state.js';
import { type StateIndex, specOf } from './state-index.js';

/** A ConfigMap or Secret that will exist in the cluster, whoever writes it. */
export interface DataSource {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  /** Absent if not all of its keys are known. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Its known keys. */
  readonly keys: readonly string[];
  /** The object itself; absent if something in the cluster writes it. */
  readonly object: StateObject | undefined;
  /** The object of the tree that writes it; absent if the contract does. */
  readonly writer: StateObject | undefined;
}

/** All data sources of a cluster, by `Kind/name`. */
export type DataSources = ReadonlyMap<string, readonly DataSource[]>;

export const findDataSources = (state: RuleState, index: StateIndex): DataSources => {
  const found = new Map<string, DataSource[]>();
  for (const source of [...ofContract(state), ...ofTree(index)]) {
    const key = `${source.kind}/${source.name}`;
    const all = found.get(key);
    if (all === undefined) found.set(key, [source]);
    else all.push(source);
  }
  return found;
};

const ofContract = ({ declared }: RuleState): readonly DataSource[] =>
  (declared?.contract.configMaps ?? []).map(({ namespace, name, key }) => ({
    kind: 'ConfigMap',
    namespace,
    name,
    data: key === undefined ? undefined : { [key]: undefined },
    keys: key === undefined ? [] : [key],
    object: undefined,
    writer: undefined,
  }));

const ofTree = ({ byKind }: StateIndex): readonly DataSource[] => {
  const own = (['ConfigMap', 'Secret'] as const).flatMap((kind) =>
    (byKind.get(`/${kind}`) ?? []).map((object): DataSource => {
      const parts = object.json as { data?: object; stringData?: object };
      const data = { ...parts.data, ...parts.stringData };
      const { namespace = '', name } = object;
      const isWhole = object.madeBy === undefined || !isFilledLater(object.json);
      return {
        kind,
        namespace,
        name,
        data: isWhole ? data : undefined,
        keys: Object.keys(data),
        object,
        writer: object,
      };
    }),
  );
  const written = [...byKind].flatMap(([kind, objects]) =>
    objects.flatMap((object) => (writers[kind] ?? anyWriter)(specOf(object), object.json).map(writtenBy(object))),
  );
  return [...own, ...written];
};

/** The Secrets and ConfigMaps that an operator writes for an object, as `Kind/name`. */
export const titlesWrittenFor = (json: JsonObject): readonly string[] => {
  const own = fieldsOf(json['metadata'])['name'];
  const kind = `${groupOf(String(json['apiVersion']))}/${String(json['kind'])}`;
  return (writers[kind] ?? anyWriter)(fieldsOf(json['spec']), json).map(
    ({ kind: written = 'Secret', name = String(own) }) => `${written}/${name}`,
  );
};

/** What an operator writes for an object. */
interface Written {
  readonly kind?: 'ConfigMap';
  readonly namespace?: string;
  readonly name: string | undefined;
  readonly keys?: readonly string[];
}

const writtenBy =
  (writer: StateObject) =>
  ({ kind, namespace, name, keys = [] }: Written): DataSource => ({
    kind: kind ?? 'Secret',
    namespace: namespace ?? writer.namespace ?? '',
    name: name ?? writer.name,
    data: undefined,
    keys,
    object: undefined,
    writer,
  });

type Spec = Readonly<Record<string, unknown>>;
type Writer = (spec: Spec, json: JsonObject) => readonly Written[];

const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];

const TLS_KEYS: readonly string[] = ['tls.crt', 'tls.key'];

/** Whether the object has an annotation that makes cert-manager create a Certificate for it. */
const hasIssuer = (json: JsonObject): boolean => {
  const { annotations } = (json['metadata'] ?? {}) as { annotations?: Spec };
  return keysOf(annotations).some(
    (key) => key === 'cert-manager.io/issuer' || key === 'cert-manager.io/cluster-issuer',
  );
};

/** Operators that write Secrets and ConfigMaps for others to read, by the kind of object that asks for them. */
const writers: Readonly<Record<string, Writer>> = {
  // https://external-secrets.io/latest/api/externalsecret/
  'external-secrets.io/ExternalSecret': (spec) => {
    const { target, data } = spec as { target?: { name?: unknown; template?: { data?: unknown } }; data?: unknown };
    const template = keysOf(target?.template?.data);
    const keys = template.length > 0 ? template : objectsOf(data).map(({ secretKey }) => String(secretKey));
    return [{ name: textOf(target?.name), keys }];
  },
  // https://external-secrets.io/latest/api/clusterexternalsecret/: in each namespace that it selects.
  'external-secrets.io/ClusterExternalSecret': ({ externalSecretName, externalSecretSpec }) => {
    const { target } = fieldsOf(externalSecretSpec);
    return [{ name: textOf(fieldsOf(target)['name']) ?? textOf(externalSecretName) }];
  },
  // https://cert-manager.io/docs/usage/certificate/
  'cert-manager.io/Certificate': ({ secretName }) => [{ name: textOf(secretName), keys: TLS_KEYS }],
  // https://cert-manager.io/docs/usage/ingress/
  'networking.k8s.io/Ingress': ({ tls }, json) =>
    hasIssuer(json) ? objectsOf(tls).map(({ secretName }) => ({ name: textOf(secretName), keys: TLS_KEYS })) : [],
  // https://cert-manager.io/docs/usage/gateway/
  'gateway.networking.k8s.io/Gateway': ({ listeners }, json) =>
    hasIssuer(json)
      ? objectsOf(listeners).flatMap(({ tls }) =>
          objectsOf(isObject(tls) ? tls['certificateRefs'] : undefined).map(({ name }) => ({
            name: textOf(name),
            keys: TLS_KEYS,
          })),
        )
      : [],
  // https://github.com/bitnami-labs/sealed-secrets
  'bitnami.com/SealedSecret': ({ encryptedData }) => [{ name: undefined, keys: keysOf(encryptedData) }],
  // https://flux-iac.github.io/tofu-controller/: an output can be renamed, after a colon.
  'infra.contrib.fluxcd.io/Terraform': ({ writeOutputsToSecret }) => {
    const { name, outputs } = (writeOutputsToSecret ?? {}) as { name?: unknown; outputs?: unknown };
    const keys = listOf(outputs).map((one) => String(one).split(':').at(-1)!);
    return typeof name === 'string' ? [{ name, keys }] : [];
  },
};

/** Cloud resources: Crossplane's connection Secrets and the exports of Azure Service Operator. */
const anyWriter: Writer = ({ writeConnectionSecretToRef, operatorSpec }) => {
  const { name, namespace } = fieldsOf(writeConnectionSecretToRef);
  const { configMaps, secrets, configMapExpressions, secretExpressions } = (operatorSpec ?? {}) as Spec;
  const exported = (places: unknown, kind?: 'ConfigMap'): readonly Written[] =>
    (Array.isArray(places) ? objectsOf(places) : Object.values((places ?? {}) as Spec)).flatMap((place) => {
      const { name: to, key } = fieldsOf(place);
      const keys = typeof key === 'string' ? [key] : [];
      return typeof to === 'string' ? [{ name: to, keys, ...(kind === undefined ? {} : { kind }) }] : [];
    });
  return [
    ...(typeof name === 'string' ? [{ name, ...(typeof namespace === 'string' ? { namespace } : {}) }] : []),
    ...exported(configMaps, 'ConfigMap'),
    ...exported(configMapExpressions, 'ConfigMap'),
    ...exported(secrets),
    ...exported(secretExpressions),
  ];
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

import { fieldsOf, listOf, objectsOf, textOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';

/** A Secret or ConfigMap that an operator writes for an object, in its namespace and under its name if it has none here. */
export interface WrittenData {
  readonly kind?: 'ConfigMap';
  /** Empty, as that of an object without a namespace is: which ones it is written to, only the operator knows. */
  readonly namespace?: string;
  readonly name: string | undefined;
  readonly keys?: readonly string[];
  /** These are all of its keys. @default false */
  readonly isWhole?: boolean;
}

type Spec = Readonly<Record<string, unknown>>;
type Writer = (spec: Spec, json: JsonObject) => readonly WrittenData[];

const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];

const CNPG_KEYS: readonly string[] =
  'username user password dbname host port pgpass uri jdbc-uri fqdn-uri fqdn-jdbc-uri'.split(' ');

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
  'external-secrets.io/ExternalSecret': ({ target, data, dataFrom }) => {
    const { name, template, creationPolicy = 'Owner' } = fieldsOf(target);
    const { data: texts, templateFrom, mergePolicy } = fieldsOf(template);
    const made = keysOf(texts);
    const fetched = objectsOf(data).map(({ secretKey }) => String(secretKey));
    // What a template makes takes the place of what is fetched, unless it is merged.
    const isMade = made.length > 0 && mergePolicy !== 'Merge';
    const keys = isMade ? made : [...new Set([...made, ...fetched])];
    const isWhole = creationPolicy === 'Owner' && templateFrom === undefined && (isMade || dataFrom === undefined);
    return [{ name: textOf(name), keys, isWhole }];
  },
  // https://external-secrets.io/latest/api/clusterexternalsecret/: in each namespace that it selects.
  'external-secrets.io/ClusterExternalSecret': (spec) => {
    const { externalSecretName, externalSecretSpec, namespaces, namespaceSelector, namespaceSelectors } = spec;
    const { target } = fieldsOf(externalSecretSpec);
    const name = textOf(fieldsOf(target)['name']) ?? textOf(externalSecretName);
    const listed = listOf(namespaces).filter((one) => typeof one === 'string');
    return [
      ...listed.map((namespace) => ({ name, namespace })),
      ...(listed.length > 0 && namespaceSelector === undefined && namespaceSelectors === undefined
        ? []
        : [{ name, namespace: '' }]),
    ];
  },
  // https://cert-manager.io/docs/usage/certificate/
  'cert-manager.io/Certificate': ({ secretName }) => [{ name: textOf(secretName), keys: [...TLS_KEYS, 'ca.crt'] }],
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
  'bitnami.com/SealedSecret': ({ encryptedData, template, data }) => [
    {
      name: undefined,
      keys: [...keysOf(encryptedData), ...keysOf(fieldsOf(template)['data'])],
      isWhole: data === undefined,
    },
  ],
  // https://cloudnative-pg.io/documentation/current/applications/#secrets
  'postgresql.cnpg.io/Cluster': ({ bootstrap, enableSuperuserAccess }, json) => {
    const own = String(fieldsOf(json['metadata'])['name']);
    const login = { keys: CNPG_KEYS, isWhole: true };
    const { secret } = fieldsOf(fieldsOf(bootstrap)['initdb']);
    return [
      ...(secret === undefined ? [{ name: `${own}-app`, ...login }] : []),
      ...(enableSuperuserAccess !== false ? [{ name: `${own}-superuser`, ...login }] : []),
      ...['ca', 'server', 'replication'].map((one) => ({ name: `${own}-${one}` })),
    ];
  },
  // https://aws-controllers-k8s.github.io/community/docs/user-docs/field-export/: one key of an object that is there.
  'services.k8s.aws/FieldExport': ({ to }, json) => {
    const { kind, name, namespace, key } = fieldsOf(to);
    if (typeof name !== 'string') return [];
    const own = fieldsOf(json['metadata']);
    return [
      {
        ...(kind === 'secret' ? {} : { kind: 'ConfigMap' as const }),
        ...(typeof namespace === 'string' ? { namespace } : {}),
        name,
        keys: [textOf(key) ?? `${String(own['namespace'])}.${String(own['name'])}`],
      },
    ];
  },
  // https://github.com/kube-object-storage/lib-bucket-provisioner/blob/master/doc/design/object-bucket-lib.md
  'objectbucket.io/ObjectBucketClaim': () => [
    { name: undefined, keys: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] },
    { name: undefined, kind: 'ConfigMap', keys: ['BUCKET_HOST', 'BUCKET_NAME', 'BUCKET_PORT'] },
  ],
  // https://flux-iac.github.io/tofu-controller/: an output can be renamed, after a colon.
  'infra.contrib.fluxcd.io/Terraform': ({ writeOutputsToSecret }) => {
    const { name, outputs } = (writeOutputsToSecret ?? {}) as { name?: unknown; outputs?: unknown };
    const keys = listOf(outputs).map((one) => String(one).split(':').at(-1)!);
    return typeof name === 'string' ? [{ name, keys }] : [];
  },
};

/** Cloud resources: Crossplane's connection Secrets and the exports of Azure Service Operator. */
const anyWriter: Writer = ({ writeConnectionSecretToRef, operatorSpec, forProvider }, json) => {
  const { name, namespace } = fieldsOf(writeConnectionSecretToRef);
  const { configMaps, secrets, configMapExpressions, secretExpressions } = (operatorSpec ?? {}) as Spec;
  const exported = (places: unknown, kind?: 'ConfigMap'): readonly WrittenData[] =>
    (Array.isArray(places) ? objectsOf(places) : Object.values((places ?? {}) as Spec)).flatMap((place) => {
      const { name: to, key } = fieldsOf(place);
      const keys = typeof key === 'string' ? [key] : [];
      return typeof to === 'string' ? [{ name: to, keys, ...(kind === undefined ? {} : { kind }) }] : [];
    });
  return [
    ...(typeof name === 'string'
      ? [{ name, ...(typeof namespace === 'string' ? { namespace } : {}), keys: attributesOf(forProvider, json) }]
      : []),
    ...exported(configMaps, 'ConfigMap'),
    ...exported(configMapExpressions, 'ConfigMap'),
    ...exported(secrets),
    ...exported(secretExpressions),
  ];
};

/**
 * Providers that are generated from those of Terraform write each sensitive argument that they are given as an attribute.
 * https://github.com/crossplane/upjet/blob/main/pkg/resource/sensitive.go
 */
const attributesOf = (forProvider: unknown, { apiVersion }: JsonObject): readonly string[] =>
  /^[\w.]+\.upbound\.io\//.test(String(apiVersion)) && isObject(fieldsOf(forProvider)['passwordSecretRef'])
    ? ['attribute.password']
    : [];

/** @param kind `group/Kind` of the object that asks for them */
export const dataWrittenFor = (kind: string, spec: Spec, json: JsonObject): readonly WrittenData[] =>
  (writers[kind] ?? anyWriter)(spec, json);

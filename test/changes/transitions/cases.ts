import type { JsonObject } from '../../../src/json/json-value.js';
import { object, release } from './judge.js';
import { operatorCases } from './operator-cases.js';

/** A field before and after, with the expected diagnostic; then changes without diagnostics. */
export interface TransitionCase {
  readonly label: string;
  /** Builds the object from what changes. */
  readonly of: (value: never) => JsonObject;
  readonly bad: readonly (readonly [from: unknown, to: unknown])[];
  readonly says: `${'error' | 'warning' | 'notice'} FX${number}`;
  readonly good?: readonly (readonly [from: unknown, to: unknown])[];
  /** What else is there. */
  readonly around?: readonly JsonObject[];
}

const AWS = 'service.beta.kubernetes.io/aws-load-balancer-';
type Notes = Readonly<Record<string, string>>;

const spec =
  (type: string) =>
  (value: JsonObject): JsonObject =>
    object(type, value);
const notes =
  (type: string, rest: JsonObject = {}) =>
  (annotations: Notes): JsonObject =>
    object(type, rest, annotations);
const values =
  (chart: string) =>
  (value: JsonObject): JsonObject =>
    release(chart, value);

const cnpg = spec('postgresql.cnpg.io/v1/Cluster');
const topic = (config: JsonObject) => object('kafka.strimzi.io/v1/KafkaTopic', { config });
const pool = (...volumes: readonly JsonObject[]) => ({ storage: { type: 'jbod', volumes } });
const volume = (id: number, deleteClaim?: boolean) => ({ id, type: 'persistent-claim', size: '1Gi', deleteClaim });
const terraform = spec('infra.contrib.fluxcd.io/v1alpha2/Terraform');
const managed = (value: JsonObject) =>
  object('rds.aws.upbound.io/v1/Instance', { forProvider: { region: 'a' }, ...value });
const push = (deletionPolicy: string, ...keys: readonly string[]) => ({
  deletionPolicy,
  data: keys.map((remoteKey) => ({ match: { secretKey: 'k', remoteRef: { remoteKey } } })),
});
const labels = (...all: readonly JsonObject[]) => ({ namespaceSelectors: all.map((matchLabels) => ({ matchLabels })) });
const balancer = (value: JsonObject & { notes?: Notes }) => {
  const { notes: annotations, ...rest } = value;
  return object('Service', { type: 'LoadBalancer', ...rest }, annotations);
};
const certificate = (value: JsonObject) =>
  object('cert-manager.io/v1/Certificate', { isCA: true, issuerRef: { name: 'x' }, ...value });
const selfSigned = object('cert-manager.io/v1/Issuer', { selfSigned: {} });
const pod = ({ volumes = [], mounts = [] }: { volumes?: readonly JsonObject[]; mounts?: readonly JsonObject[] }) =>
  object('apps/v1/Deployment', {
    template: { spec: { volumes, containers: [{ name: 'web', image: 'web:1', volumeMounts: mounts }] } },
  });
const claim = (name: string, claimName = 'data') => ({ name, persistentVolumeClaim: { claimName } });
const webhook = (
  failurePolicy: string | undefined,
  resources = ['*'],
  { apiGroups = ['*'], namespaceSelector = {} }: { apiGroups?: string[]; namespaceSelector?: JsonObject } = {},
) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'x' },
  webhooks: [{ name: 'a.b.c', failurePolicy, namespaceSelector, rules: [{ apiGroups, resources }] }],
});
/** All namespaces except the system's. */
const others = { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['kube-system'] }] };
const nodes = spec('karpenter.sh/v1/NodePool');
const template = (expireAfter: string) => ({ template: { spec: { expireAfter } } });
const arch = (operator: string, ...all: readonly string[]) => ({
  template: { spec: { requirements: [{ key: 'kubernetes.io/arch', operator, values: all }] } },
});
const location = (value: JsonObject) => ({ configuration: { backupStorageLocation: [{ name: 'default', ...value }] } });
const locations = (...names: readonly string[]) => ({
  configuration: { backupStorageLocation: names.map((name) => ({ name, prefix: 'a', bucket: 'b' })) },
});

/** Each row of the table, with near misses. */
export const cases: readonly TransitionCase[] = [
  ...operatorCases,
  {
    label: 'a Database that is no longer there',
    of: spec('postgresql.cnpg.io/v1/Database'),
    bad: [
      [{ ensure: 'present' }, { ensure: 'absent' }],
      [{}, { ensure: 'absent' }],
    ],
    says: 'error FX517',
    good: [
      [{ ensure: 'absent' }, { ensure: 'present' }],
      [
        { ensure: 'absent', owner: 'a' },
        { ensure: 'absent', owner: 'b' },
      ],
    ],
  },
  {
    label: 'instances of CloudNativePG',
    of: cnpg,
    bad: [[{ instances: 3 }, { instances: 2 }]],
    says: 'notice FX559',
    good: [[{ instances: 2 }, { instances: 3 }]],
  },
  {
    label: 'volumes of CloudNativePG',
    of: cnpg,
    bad: [
      [{ storage: { size: '2Gi' } }, { storage: { size: '1Gi' } }],
      [{ walStorage: { size: '1Gi' } }, { walStorage: { size: '512Mi' } }],
    ],
    says: 'warning FX559',
    good: [
      [{ storage: { size: '1Gi' } }, { storage: { size: '1024Mi' } }],
      [{ storage: { size: '1Gi' } }, { storage: { size: '2Gi' } }],
    ],
  },
  {
    label: 'a volume of Kafka with deleteClaim',
    of: spec('kafka.strimzi.io/v1/KafkaNodePool'),
    bad: [[pool(volume(0), volume(1, true)), pool(volume(0))]],
    says: 'error FX517',
    good: [
      [pool(volume(0, true), volume(1)), pool(volume(1), volume(0, true))],
      [pool(volume(0)), pool(volume(0), volume(1))],
    ],
  },
  {
    label: 'a volume of a Kafka without node pools, with deleteClaim',
    of: ([apiVersion, ...volumes]: readonly [string, ...JsonObject[]]) =>
      object(`kafka.strimzi.io/${apiVersion}/Kafka`, { kafka: pool(...volumes) }),
    bad: [
      [
        ['v1beta2', volume(0), volume(1, true)],
        ['v1beta2', volume(0)],
      ],
    ],
    says: 'error FX517',
    good: [
      [
        ['v1beta2', volume(0), volume(1, true)],
        ['v1', volume(0)],
      ],
      [
        ['v1beta2', volume(0), volume(1)],
        ['v1beta2', volume(0)],
      ],
    ],
  },
  {
    label: 'a volume of Kafka',
    of: spec('kafka.strimzi.io/v1/KafkaNodePool'),
    bad: [[pool(volume(0), volume(1)), pool(volume(0))]],
    says: 'warning FX559',
    good: [
      [{ storage: { type: 'persistent-claim', size: '1Gi' } }, { storage: { type: 'persistent-claim', size: '2Gi' } }],
    ],
  },
  {
    label: 'what a topic keeps',
    of: topic,
    bad: [
      [{ 'retention.ms': 2000 }, { 'retention.ms': 1000 }],
      [{ 'retention.ms': -1 }, { 'retention.ms': '1000' }],
      [{ 'retention.bytes': 2000 }, { 'retention.bytes': 1000 }],
    ],
    says: 'warning FX516',
    good: [
      [{ 'retention.ms': 1000 }, { 'retention.ms': 2000 }],
      [{ 'retention.ms': 1000 }, { 'retention.ms': -1 }],
      [{ 'segment.bytes': 2000 }, { 'segment.bytes': 1000 }],
    ],
  },
  {
    label: 'partitions',
    of: spec('kafka.strimzi.io/v1/KafkaTopic'),
    bad: [[{ partitions: 3 }, { partitions: 1 }]],
    says: 'warning FX559',
    good: [[{ partitions: 1 }, { partitions: 3 }]],
  },
  {
    label: 'a replica set of MongoDB',
    of: spec('psmdb.percona.com/v1/PerconaServerMongoDB'),
    bad: [[{ replsets: [{ name: 'rs0' }, { name: 'rs1' }] }, { replsets: [{ name: 'rs0' }] }]],
    says: 'warning FX559',
    good: [
      [{ replsets: [{ name: 'rs0' }, { name: 'rs1' }] }, { replsets: [{ name: 'rs1' }, { name: 'rs0', size: 3 }] }],
      [{ replsets: [{ name: 'rs0' }] }, { replsets: [{ name: 'rs0' }, { name: 'rs1' }] }],
    ],
  },
  {
    label: 'a version of Elasticsearch',
    of: spec('elasticsearch.k8s.elastic.co/v1/Elasticsearch'),
    bad: [[{ version: '8.10.0' }, { version: '8.9.2' }]],
    says: 'warning FX559',
    good: [[{ version: '8.9.2' }, { version: '8.10.0' }]],
  },
  {
    label: 'the folder of a Terraform',
    of: terraform,
    bad: [[{ path: './a' }, { path: './b' }]],
    says: 'warning FX516',
    good: [
      [
        { path: './a', planOnly: true },
        { path: './b', planOnly: true },
      ],
      [
        { path: './a', interval: '1m' },
        { path: './a', interval: '2m' },
      ],
    ],
  },
  {
    label: 'the state of a Terraform',
    of: terraform,
    bad: [
      [{ workspace: 'a' }, { workspace: 'b' }],
      [{}, { workspace: 'b' }],
      [{ backendConfig: { secretSuffix: 'a' } }, { backendConfig: { secretSuffix: 'b' } }],
    ],
    says: 'warning FX559',
    good: [[{}, { workspace: 'default' }]],
  },
  {
    label: 'what a Terraform does from now on',
    of: terraform,
    bad: [
      [{}, { targets: ['module.a'] }],
      [{ approvePlan: '' }, { approvePlan: 'auto' }],
      [{}, { destroyResourcesOnDeletion: true }],
      [{ path: './a' }, { path: './a', destroyResourcesOnDeletion: true }],
    ],
    says: 'notice FX559',
    good: [
      [{ targets: ['module.a'] }, {}],
      [{ approvePlan: 'auto' }, { approvePlan: '' }],
    ],
  },
  {
    label: 'an entry of a Composition',
    of: spec('apiextensions.crossplane.io/v1/Composition'),
    bad: [
      [{ resources: [{ name: 'db' }, { name: 'net' }] }, { resources: [{ name: 'net' }] }],
      [
        { pipeline: [{ step: 'a', input: { resources: [{ name: 'db' }] } }] },
        { pipeline: [{ step: 'a', input: { resources: [{ name: 'database' }] } }] },
      ],
    ],
    says: 'warning FX516',
    good: [
      [{ resources: [{ name: 'db' }] }, { resources: [{ name: 'net' }, { name: 'db', base: {} }] }],
      [
        { resources: [{ name: 'db' }] },
        { mode: 'Pipeline', pipeline: [{ step: 'a', input: { resources: [{ name: 'db' }] } }] },
      ],
      [
        { pipeline: [{ step: 'a', input: { resources: [{ name: 'db' }] } }] },
        { pipeline: [{ step: 'b', input: { resources: [{ name: 'db' }] } }] },
      ],
    ],
  },
  {
    label: 'another Composition',
    of: spec('platform.example.org/v1/Database'),
    bad: [
      [{ compositionRef: { name: 'a' } }, { compositionRef: { name: 'b' } }],
      [{ crossplane: { compositionRef: { name: 'a' } } }, { crossplane: { compositionRef: { name: 'b' } } }],
    ],
    says: 'warning FX516',
    good: [[{}, { compositionRef: { name: 'a' } }]],
  },
  {
    label: 'another external resource',
    of: notes('rds.aws.upbound.io/v1/Instance'),
    bad: [[{ 'crossplane.io/external-name': 'a' }, { 'crossplane.io/external-name': 'b' }]],
    says: 'warning FX559',
    good: [[{}, { 'crossplane.io/external-name': 'a' }]],
  },
  {
    label: 'another region',
    of: managed,
    bad: [[{ forProvider: { region: 'a' } }, { forProvider: { region: 'b' } }]],
    says: 'warning FX559',
    good: [[{ forProvider: { region: 'a', size: 1 } }, { forProvider: { region: 'a', size: 2 } }]],
  },
  {
    label: 'another resource of ACK',
    of: spec('s3.services.k8s.aws/v1alpha1/Bucket'),
    bad: [[{ name: 'a' }, { name: 'b' }]],
    says: 'warning FX559',
    good: [[{ name: 'a' }, { name: 'a', versioning: {} }]],
  },
  {
    label: 'an entry of a PushSecret',
    of: spec('external-secrets.io/v1alpha1/PushSecret'),
    bad: [[push('Delete', 'a', 'b'), push('Delete', 'a')]],
    says: 'error FX517',
    good: [
      [push('None', 'a', 'b'), push('None', 'a')],
      [push('Delete', 'a', 'b'), push('Delete', 'b', 'a')],
      [push('Delete', 'a', 'b'), push('None', 'a')],
    ],
  },
  {
    label: 'a store of a PushSecret',
    of: spec('external-secrets.io/v1alpha1/PushSecret'),
    bad: [
      [
        { deletionPolicy: 'Delete', secretStoreRefs: [{ name: 'a' }, { name: 'b' }] },
        { deletionPolicy: 'Delete', secretStoreRefs: [{ name: 'a' }] },
      ],
    ],
    says: 'error FX517',
    good: [
      [
        { deletionPolicy: 'Delete', secretStoreRefs: [{ name: 'a' }] },
        { deletionPolicy: 'Delete', secretStoreRefs: [{ name: 'a' }, { name: 'b' }] },
      ],
    ],
  },
  {
    label: 'namespaces of a ClusterExternalSecret',
    of: spec('external-secrets.io/v1/ClusterExternalSecret'),
    bad: [
      [labels({ a: '1' }, { b: '1' }), labels({ a: '1' })],
      [labels({ a: '1' }), labels({ a: '1', b: '1' })],
      [labels({ a: '1' }), labels({ a: '2' })],
      [{ namespaceSelector: { matchLabels: {} } }, { namespaceSelector: { matchLabels: { a: '1' } } }],
    ],
    says: 'warning FX516',
    good: [
      [labels({ a: '1' }), labels({ b: '1' }, { a: '1' })],
      [labels({ a: '1', b: '1' }), labels({ a: '1' })],
      [labels({ a: '1' }), { namespaceSelectors: [{}] }],
    ],
  },
  {
    label: 'a managed resource that goes with its object',
    of: managed,
    bad: [
      [{ deletionPolicy: 'Orphan' }, { deletionPolicy: 'Delete' }],
      [{ deletionPolicy: 'Orphan' }, {}],
      [{ managementPolicies: ['Observe'] }, { managementPolicies: ['*'] }],
      [{ managementPolicies: ['Observe', 'Create'] }, {}],
    ],
    says: 'notice FX559',
    good: [
      [{}, { deletionPolicy: 'Orphan' }],
      [{ managementPolicies: ['*'] }, {}],
      [{ managementPolicies: ['Observe'] }, { managementPolicies: ['Observe', 'Create'] }],
    ],
  },
  {
    label: 'a cloud resource that goes with its object',
    of: notes('sql.cnrm.cloud.google.com/v1beta1/SQLInstance'),
    bad: [
      [{ 'cnrm.cloud.google.com/deletion-policy': 'abandon' }, {}],
      [{}, { 'cnrm.cloud.google.com/force-destroy': 'true' }],
      [{ 'services.k8s.aws/deletion-policy': 'retain' }, { 'services.k8s.aws/deletion-policy': 'delete' }],
      [{ 'serviceoperator.azure.com/reconcile-policy': 'detach-on-delete' }, {}],
    ],
    says: 'notice FX559',
    good: [[{}, { 'cnrm.cloud.google.com/deletion-policy': 'abandon' }]],
  },
  ...(
    [
      ['v1/PersistentVolume', 'persistentVolumeReclaimPolicy', 'Retain', 'Delete'],
      ['snapshot.storage.k8s.io/v1/VolumeSnapshotContent', 'deletionPolicy', 'Retain', 'Delete'],
      ['external-secrets.io/v1alpha1/PushSecret', 'deletionPolicy', 'None', 'Delete'],
      ['postgresql.cnpg.io/v1/Database', 'databaseReclaimPolicy', 'retain', 'delete'],
    ] as const
  ).map(
    ([type, key, keeps, deletes]): TransitionCase => ({
      label: type,
      of: spec(type.replace(/^v1\//, '')),
      bad: [[{ [key]: keeps }, { [key]: deletes }]],
      says: 'notice FX559',
      good: [[{ [key]: deletes }, { [key]: keeps }]],
    }),
  ),
  {
    label: 'claims of a StatefulSet',
    of: (persistentVolumeClaimRetentionPolicy: JsonObject) =>
      object('apps/v1/StatefulSet', { replicas: 2, persistentVolumeClaimRetentionPolicy }),
    bad: [
      [{}, { whenDeleted: 'Delete' }],
      [{ whenScaled: 'Retain' }, { whenScaled: 'Delete' }],
    ],
    says: 'notice FX559',
    good: [[{ whenDeleted: 'Delete' }, { whenDeleted: 'Retain' }]],
  },
  {
    label: 'disks of Rook',
    of: (confirmation: string) => object('ceph.rook.io/v1/CephCluster', { cleanupPolicy: { confirmation } }),
    bad: [['', 'yes-really-destroy-data']],
    says: 'notice FX559',
    good: [['yes-really-destroy-data', '']],
  },
  {
    label: 'another controller of a Service',
    of: (one: Notes) => balancer({ notes: one }),
    bad: [
      [{ [`${AWS}type`]: 'external' }, { [`${AWS}type`]: 'nlb' }],
      [{ [`${AWS}type`]: 'nlb' }, { [`${AWS}type`]: 'external' }],
      [{}, { [`${AWS}type`]: 'external' }],
    ],
    says: 'warning FX516',
    good: [
      [{ [`${AWS}type`]: 'nlb-ip' }, { [`${AWS}type`]: 'external' }],
      [{ [`${AWS}name`]: 'a' }, { [`${AWS}name`]: 'b' }],
    ],
  },
  {
    label: 'another target group',
    of: (target: string) => balancer({ notes: { [`${AWS}nlb-target-type`]: target } }),
    bad: [['ip', 'instance']],
    says: 'warning FX559',
  },
  {
    label: 'the address of an Ingress of GKE',
    of: notes('networking.k8s.io/v1/Ingress'),
    bad: [
      [{ 'kubernetes.io/ingress.global-static-ip-name': 'a' }, {}],
      [{ 'kubernetes.io/ingress.global-static-ip-name': 'a' }, { 'kubernetes.io/ingress.global-static-ip-name': 'b' }],
      [{ 'kubernetes.io/ingress.class': 'gce' }, { 'kubernetes.io/ingress.class': 'gce-internal' }],
    ],
    says: 'warning FX516',
    good: [
      [{}, { 'kubernetes.io/ingress.global-static-ip-name': 'a' }],
      [{ 'kubernetes.io/ingress.class': 'nginx' }, { 'kubernetes.io/ingress.class': 'traefik' }],
    ],
  },
  {
    label: 'a host name',
    of: notes('v1/Service'.replace('v1/', '')),
    bad: [
      [{ 'external-dns.alpha.kubernetes.io/hostname': 'a.b' }, {}],
      [
        { 'external-dns.alpha.kubernetes.io/hostname': 'a.b,c.d' },
        { 'external-dns.alpha.kubernetes.io/hostname': 'c.d' },
      ],
    ],
    says: 'warning FX516',
    good: [
      [
        { 'external-dns.alpha.kubernetes.io/hostname': 'a.b' },
        { 'external-dns.alpha.kubernetes.io/hostname': 'c.d, a.b' },
      ],
      [{}, { 'external-dns.alpha.kubernetes.io/hostname': 'a.b' }],
    ],
  },
  {
    label: 'a policy that denies all',
    of: spec('security.istio.io/v1/AuthorizationPolicy'),
    bad: [[{ rules: [{}] }, {}]],
    says: 'notice FX559',
    good: [
      [{ action: 'DENY', rules: [{}] }, { action: 'DENY' }],
      [{ rules: [{}] }, { rules: [{ to: [] }] }],
    ],
  },
  {
    label: 'a webhook on all',
    of: (args: readonly [string | undefined, string[]?]) => webhook(...args),
    bad: [
      [['Ignore'], ['Fail']],
      [['Ignore'], [undefined]],
    ],
    says: 'warning FX559',
    good: [
      [['Ignore'], ['Ignore', ['pods']]],
      [['Fail'], ['Fail', ['pods']]],
    ],
  },
  {
    label: 'a webhook for all namespaces',
    of: ([failurePolicy, namespaceSelector, resource = 'pods']: readonly [string, JsonObject, string?]) =>
      webhook(failurePolicy, [resource], { apiGroups: [''], namespaceSelector }),
    bad: [
      [
        ['Fail', others],
        ['Fail', {}],
      ],
    ],
    says: 'warning FX559',
    good: [
      [
        ['Ignore', others],
        ['Ignore', {}],
      ],
      [
        ['Fail', others, 'certificates'],
        ['Fail', {}, 'certificates'],
      ],
    ],
  },
  {
    label: 'force',
    of: spec('kustomize.toolkit.fluxcd.io/v1/Kustomization'),
    bad: [
      [{}, { force: true }],
      [{ force: false }, { force: true }],
    ],
    says: 'warning FX559',
    good: [[{ force: true }, { force: false }]],
  },
  {
    label: 'a root CA',
    of: certificate,
    around: [selfSigned],
    bad: [
      [{ commonName: 'a' }, { commonName: 'b' }],
      [{ privateKey: { rotationPolicy: 'Never' } }, { privateKey: { rotationPolicy: 'Always' } }],
      [{ privateKey: { algorithm: 'RSA' } }, { privateKey: { algorithm: 'ECDSA' } }],
      [{ privateKey: { size: 256 } }, { privateKey: { size: 384 } }],
    ],
    says: 'warning FX559',
    good: [
      [{ duration: '1h' }, { duration: '2h' }],
      [
        { isCA: false, commonName: 'a' },
        { isCA: false, commonName: 'b' },
      ],
      [
        { issuerRef: { name: 'other' }, commonName: 'a' },
        { issuerRef: { name: 'other' }, commonName: 'b' },
      ],
    ],
  },
  {
    label: 'a server for tests',
    of: (server: string) => object('cert-manager.io/v1/ClusterIssuer', { acme: { server } }),
    bad: [['https://acme.example.org/directory', 'https://acme-staging.example.org/directory']],
    says: 'warning FX559',
  },
  {
    label: 'another server',
    of: (server: string) => object('cert-manager.io/v1/Issuer', { acme: { server } }),
    bad: [['https://acme-staging.example.org/directory', 'https://acme.example.org/directory']],
    says: 'notice FX559',
  },
  {
    label: 'another place of secrets',
    of: (aws: JsonObject) => object('external-secrets.io/v1/SecretStore', { provider: { aws } }),
    bad: [[{ service: 'SecretsManager' }, { service: 'ParameterStore' }]],
    says: 'warning FX559',
    good: [[{ service: 'SecretsManager' }, { service: 'SecretsManager', role: 'a' }]],
  },
  {
    label: 'a Secret that goes with what it came from',
    of: (deletionPolicy: string | undefined) =>
      object('external-secrets.io/v1/ExternalSecret', { target: { deletionPolicy } }),
    bad: [[undefined, 'Delete']],
    says: 'notice FX559',
    good: [['Delete', 'Retain']],
  },
  {
    label: 'snapshots of a class',
    of: (deletionPolicy: string) => ({
      apiVersion: 'snapshot.storage.k8s.io/v1',
      kind: 'VolumeSnapshotClass',
      metadata: { name: 'x' },
      deletionPolicy,
    }),
    bad: [['Retain', 'Delete']],
    says: 'notice FX559',
    good: [['Delete', 'Retain']],
  },
  {
    label: 'a volume of pods',
    of: pod,
    bad: [
      [{ volumes: [claim('data')] }, { volumes: [{ name: 'data', emptyDir: {} }] }],
      [
        { volumes: [claim('data')], mounts: [{ name: 'data', mountPath: '/data' }] },
        { volumes: [claim('data')], mounts: [] },
      ],
    ],
    says: 'warning FX559',
    good: [
      [{ volumes: [claim('data')] }, { volumes: [claim('files'), { name: 'data', emptyDir: {} }] }],
      [{ volumes: [{ name: 'data', emptyDir: {} }] }, { volumes: [claim('data')] }],
      [
        { volumes: [claim('data')], mounts: [{ name: 'data', mountPath: '/data' }] },
        { volumes: [claim('data')], mounts: [{ name: 'data', mountPath: '/var/data' }] },
      ],
    ],
  },
  {
    label: 'nodes',
    of: nodes,
    bad: [
      [{ limits: { cpu: 10 } }, { limits: { cpu: 0 } }],
      [template('168h'), template('30m')],
      [template('Never'), template('1m30s')],
    ],
    says: 'warning FX559',
    good: [
      [{ limits: { cpu: 10 } }, { limits: { cpu: 20 } }],
      [template('30m'), template('20m')],
      [template('30m'), template('Never')],
    ],
  },
  {
    label: 'nodes of an architecture',
    of: nodes,
    bad: [[arch('In', 'amd64', 'arm64'), arch('In', 'arm64')]],
    says: 'notice FX559',
    good: [
      [arch('In', 'arm64'), arch('In', 'amd64', 'arm64')],
      [arch('NotIn', 'amd64', 'arm64'), arch('NotIn', 'arm64')],
    ],
  },
  {
    label: 'Karpenter',
    of: values('karpenter'),
    bad: [[{ replicas: 2 }, { replicas: 0 }]],
    says: 'warning FX559',
    good: [[{ replicas: 2 }, { replicas: 1 }]],
  },
  {
    label: 'another chart',
    of: values('nginx'),
    bad: [],
    says: 'warning FX559',
    good: [[{ replicas: 2 }, { replicas: 0 }]],
  },
  {
    label: 'where backups are',
    of: values('velero'),
    bad: [
      [location({ prefix: 'a' }), location({ prefix: 'b' })],
      [location({}), location({ prefix: 'b' })],
      [location({ bucket: 'a' }), location({ bucket: 'b' })],
      [{ schedules: { a: { schedule: '@daily' }, b: {} } }, { schedules: { b: {} } }],
    ],
    says: 'warning FX559',
    good: [
      [locations('default'), locations('other', 'default')],
      [{ schedules: { a: {} } }, { schedules: { a: {}, b: {} } }],
    ],
  },
  {
    label: 'a BackupStorageLocation',
    of: (objectStorage: JsonObject) => object('velero.io/v1/BackupStorageLocation', { objectStorage }),
    bad: [
      [{ prefix: 'a' }, { prefix: 'b' }],
      [{ bucket: 'a' }, { bucket: 'b' }],
    ],
    says: 'warning FX559',
    good: [[{}, { prefix: '' }]],
  },
  {
    label: 'how long backups are kept',
    of: values('velero'),
    bad: [
      [{ schedules: { a: { template: { ttl: '720h' } } } }, { schedules: { a: { template: { ttl: '24h0m0s' } } } }],
    ],
    says: 'notice FX559',
    good: [[{ schedules: { a: { template: { ttl: '24h' } } } }, { schedules: { a: { template: { ttl: '720h' } } } }]],
  },
  {
    label: 'sources of ExternalDNS',
    of: values('external-dns'),
    bad: [
      [
        { policy: 'sync', sources: ['service', 'ingress'] },
        { policy: 'sync', sources: ['ingress'] },
      ],
    ],
    says: 'warning FX516',
    good: [
      [
        { policy: 'upsert-only', sources: ['service', 'ingress'] },
        { policy: 'upsert-only', sources: ['ingress'] },
      ],
      [
        { policy: 'sync', sources: ['service', 'ingress'] },
        { policy: 'sync', sources: ['ingress', 'service'] },
      ],
    ],
  },
  {
    label: 'the owner and provider of DNS records',
    of: values('external-dns'),
    bad: [
      [{}, { txtOwnerId: 'prod' }],
      [{ provider: { name: 'aws' } }, { provider: { name: 'google' } }],
    ],
    says: 'warning FX559',
    good: [
      [{}, { txtOwnerId: 'default' }],
      [{ policy: 'sync' }, { policy: 'upsert-only' }],
    ],
  },
  {
    label: 'ExternalDNS that deletes',
    of: values('external-dns'),
    bad: [[{ policy: 'upsert-only' }, { policy: 'sync' }]],
    says: 'notice FX559',
  },
  {
    label: 'the database of authentik',
    of: values('authentik'),
    bad: [[{ authentik: { postgresql: { name: 'a' } } }, { authentik: { postgresql: { name: 'b' } } }]],
    says: 'warning FX559',
    good: [[{ authentik: { postgresql: { port: 1 } } }, { authentik: { postgresql: { port: 2 } } }]],
  },
  {
    label: 'how Flux upgrades a release',
    of: spec('helm.toolkit.fluxcd.io/v2/HelmRelease'),
    bad: [
      [{}, { upgrade: { remediation: { strategy: 'uninstall', retries: 1 } } }],
      [
        { upgrade: { remediation: { strategy: 'uninstall' } } },
        { upgrade: { remediation: { strategy: 'uninstall', remediateLastFailure: true } } },
      ],
      [{}, { upgrade: { force: true } }],
      [{ rollback: { force: false } }, { rollback: { force: true } }],
    ],
    says: 'warning FX516',
    good: [
      [{ upgrade: { force: true, remediation: { strategy: 'uninstall' } } }, {}],
      [{}, { upgrade: { force: false, remediation: { strategy: 'rollback' } } }],
      [{}, { upgrade: { force: true, serverSideApply: 'enabled', remediation: { strategy: 'uninstall' } } }],
    ],
  },
  {
    label: 'the replicas of a workload',
    of: spec('apps/v1/StatefulSet'),
    bad: [[{ replicas: 3 }, {}]],
    says: 'warning FX516',
    good: [
      [{ replicas: 1 }, {}],
      [{}, { replicas: 3 }],
    ],
  },
  {
    label: 'the replicas of a workload with an autoscaler',
    of: spec('apps/v1/Deployment'),
    around: [object('autoscaling/v2/HorizontalPodAutoscaler', { scaleTargetRef: { kind: 'Deployment', name: 'x' } })],
    bad: [[{ replicas: 3 }, {}]],
    says: 'warning FX516',
  },
  ...['Prometheus', 'PrometheusAgent', 'Alertmanager', 'ThanosRuler'].map(
    (kind): TransitionCase => ({
      label: `the storage and retention of a ${kind}`,
      of: spec(`monitoring.coreos.com/v1/${kind}`),
      bad: [
        [{ storage: { volumeClaimTemplate: { spec: {} } } }, {}],
        ...(kind === 'PrometheusAgent' ? [] : [[{ retention: '1w' }, { retention: '2d' }] as const]),
        ...(kind === 'Prometheus' ? [[{ retentionSize: '50GB' }, { retentionSize: '50MB' }] as const] : []),
      ],
      says: 'warning FX516',
      good: [
        [{}, { storage: { volumeClaimTemplate: { spec: {} } } }],
        [{ retention: '2d' }, { retention: '48h' }],
        [{ retention: '2d' }, { retention: '2d', retentionSize: '50GB' }],
      ],
    }),
  ),
  {
    label: 'a claim that grows, where the chart may have a Deployment',
    of: values('grafana'),
    bad: [[{ persistence: { enabled: true, size: '8Gi' } }, { persistence: { enabled: true, size: '16Gi' } }]],
    says: 'notice FX559',
    good: [[{ persistence: { enabled: true, size: '8Gi' } }, { persistence: { enabled: true, size: '8192Mi' } }]],
  },
  {
    label: 'the class of a claim, where it may be the default one',
    of: values('grafana'),
    bad: [
      [
        { persistence: { enabled: true, size: '8Gi' } },
        { persistence: { enabled: true, size: '8Gi', storageClass: 'gp3' } },
      ],
      [
        { persistence: { enabled: true, size: '8Gi', storageClassName: 'gp3' } },
        { persistence: { enabled: true, size: '8Gi' } },
      ],
    ],
    says: 'notice FX559',
  },
  {
    label: 'the address of a Service',
    of: balancer,
    bad: [
      [{ loadBalancerIP: '192.0.2.1' }, { loadBalancerIP: '192.0.2.2' }],
      ...['metallb.io/loadBalancerIPs', 'lbipam.cilium.io/ips', `${AWS}eip-allocations`].flatMap((key) => [
        [{ notes: { [key]: 'a' } }, { notes: { [key]: 'b' } }] as const,
        [{ notes: { [key]: 'a' } }, {}] as const,
      ]),
    ],
    says: 'warning FX516',
    good: [
      [{}, { notes: { 'metallb.io/loadBalancerIPs': '192.0.2.1' } }],
      [{ notes: { 'io.cilium/lb-ipam-ips': '192.0.2.1' } }, { notes: { 'lbipam.cilium.io/ips': '192.0.2.1' } }],
      [{ loadBalancerIP: '192.0.2.1' }, { notes: { 'metallb.io/loadBalancerIPs': '192.0.2.1' } }],
      [{ notes: { 'lbipam.cilium.io/ips': '${ADDRESS}' } }, { notes: { 'lbipam.cilium.io/ips': '192.0.2.1' } }],
      [{}, { loadBalancerIP: '192.0.2.1' }],
    ],
  },
  {
    label: 'an internal load balancer of AWS',
    of: (one: Notes) => balancer({ notes: one }),
    bad: [[{ [`${AWS}internal`]: 'true' }, {}]],
    says: 'warning FX516',
    good: [
      [{ [`${AWS}internal`]: 'true', [`${AWS}scheme`]: 'internal' }, { [`${AWS}scheme`]: 'internal' }],
      [{ [`${AWS}internal`]: 'false' }, {}],
    ],
  },
  {
    label: 'the addresses of a Gateway',
    of: spec('gateway.networking.k8s.io/v1/Gateway'),
    bad: [
      [{ addresses: [{ value: '192.0.2.1' }] }, { addresses: [{ value: '192.0.2.2' }] }],
      [{ addresses: [{ value: '192.0.2.1' }] }, {}],
    ],
    says: 'warning FX516',
    good: [
      [{}, { addresses: [{ value: '192.0.2.1' }] }],
      [
        { addresses: [{ value: '192.0.2.1' }] },
        { addresses: [{ type: 'IPAddress', value: '192.0.2.1' }, { value: '192.0.2.2' }] },
      ],
    ],
  },
  {
    label: 'the Service of a Gateway of Istio',
    of: notes('gateway.networking.k8s.io/v1/Gateway'),
    bad: [
      [{ 'networking.istio.io/service-type': 'LoadBalancer' }, { 'networking.istio.io/service-type': 'ClusterIP' }],
    ],
    says: 'warning FX516',
    good: [
      [{ 'networking.istio.io/service-type': 'ClusterIP' }, { 'networking.istio.io/service-type': 'LoadBalancer' }],
    ],
  },
  {
    label: 'a post-renderer that takes away what keeps an object',
    of: (patch: string) =>
      object('helm.toolkit.fluxcd.io/v2/HelmRelease', {
        postRenderers: [{ kustomize: { patches: [{ patch, target: { kind: 'PersistentVolumeClaim' } }] } }],
      }),
    bad: [
      [
        '- {op: add, path: /metadata/labels/a, value: b}',
        '- {op: remove, path: /metadata/annotations/helm.sh~1resource-policy}',
      ],
    ],
    says: 'notice FX559',
    good: [
      [
        '- {op: remove, path: /metadata/annotations/helm.sh~1resource-policy}',
        '- {op: add, path: /metadata/annotations/helm.sh~1resource-policy, value: keep}',
      ],
      ['- {op: remove, path: /metadata/labels/a}', '- {op: replace, path: /spec/type, value: LoadBalancer}'],
    ],
  },
];

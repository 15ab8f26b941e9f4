import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { at, changesOf, from, lines, notesOf, oneWay, others, type Pair } from './changes-of.js';
import { databaseCases } from './database-cases.js';
import { object } from './judge.js';

const ACK = 'services.k8s.aws/v1alpha1';
const UPJET = 'aws.upbound.io/v1beta1';
const UPJET_M = 'aws.m.upbound.io/v1beta1';
const UPJET_GCP = 'gcp.upbound.io/v1beta1';
const role = (account: string) => `arn:aws:iam::${account}:role/crossplane`;
const [PROD, TEST] = ['111111111111', '222222222222'];

const clouds: readonly TransitionCase[] = [
  ...others(
    'warning FX559',
    [`elasticache.${ACK}/ReplicationGroup`, 'replicationGroupID', 'sessions', 'cache'],
    [`elasticache.${ACK}/CacheCluster`, 'cacheClusterID', 'sessions', 'cache'],
    [`rds.${ACK}/DBInstance`, 'dbInstanceIdentifier', 'shop', 'shop-2'],
    [`rds.${ACK}/DBCluster`, 'dbClusterIdentifier', 'shop', 'shop-2'],
    [`dynamodb.${ACK}/Table`, 'tableName', 'orders', 'orders-v2'],
    [`sqs.${ACK}/Queue`, 'queueName', 'mails', 'mails.fifo'],
    [`s3.${ACK}/Bucket`, 'name', 'shop-files', 'shop-uploads'],
    ['documentdb.azure.com/v1api20231115/DatabaseAccount', 'owner.name', 'shop', 'shop-eu'],
    [`rds.${UPJET}/Instance`, 'forProvider.identifier', 'shop', 'shop-2'],
    [`rds.${UPJET_M}/Instance`, 'forProvider.identifier', 'shop', 'shop-2'],
    [`rds.${UPJET}/Cluster`, 'forProvider.region', 'eu-west-1', 'eu-central-1'],
    ['aws.upbound.io/v1beta1/ProviderConfig', 'projectID', 'shop-prod', 'shop-test'],
    ['azure.upbound.io/v1beta1/ProviderConfig', 'subscriptionID', 'a1b2', 'c3d4'],
    ['azure.m.upbound.io/v1beta1/ClusterProviderConfig', 'subscriptionID', 'a1b2', 'c3d4'],
    ['gcp.m.upbound.io/v1beta1/ClusterProviderConfig', 'projectID', 'shop-prod', 'shop-test'],
    ['gcp.crossplane.io/v1beta1/ProviderConfig', 'projectID', 'shop-prod', 'shop-test'],
  ),
  ...others(
    'notice FX559',
    ['aws.upbound.io/v1beta1/ProviderConfig', 'credentials.secretRef.name', 'aws-prod', 'aws-test'],
    ...[UPJET, UPJET_M].flatMap((group) => [
      [`ec2.${group}/VPC`, 'forProvider.cidrBlock', '10.0.0.0/16', '10.1.0.0/16'] as const,
      [`ec2.${group}/Subnet`, 'forProvider.cidrBlock', '10.0.0.0/24', '10.0.1.0/24'] as const,
      [`ec2.${group}/Subnet`, 'forProvider.availabilityZone', 'eu-west-1a', 'eu-west-1b'] as const,
    ]),
    ['aws.m.upbound.io/v1beta1/ClusterProviderConfig', 'credentials.secretRef.name', 'aws-prod', 'aws-test'],
    ['kubernetes.crossplane.io/v1alpha1/ProviderConfig', 'credentials.secretRef.name', 'kubeconfig', 'kubeconfig-2'],
    ['kubernetes.m.crossplane.io/v1alpha1/ClusterProviderConfig', 'credentials.secretRef.name', 'one', 'other'],
  ),
  changesOf(
    'aws.m.upbound.io/v1beta1/ClusterProviderConfig',
    'warning FX559',
    [from('assumeRoleChain', [{ roleARN: role(PROD) }], [{ roleARN: role(TEST) }])],
    [from('assumeRoleChain', [{ roleARN: role(PROD) }], [{ roleARN: `${role(PROD)}-2` }])],
  ),
  changesOf(
    'aws.m.upbound.io/v1beta1/ClusterProviderConfig',
    'warning FX559',
    [from('credentials.webIdentity.roleARN', role(PROD), role(TEST))],
    [from('credentials.webIdentity.roleARN', role(PROD), `${role(PROD)}-2`)],
  ),
  changesOf(
    'identity.aws.crossplane.io/v1beta1/IAMRole',
    'warning FX559',
    [[at('forProvider', {}), { forProvider: {}, providerConfigRef: { name: 'test' } }]],
    [[at('forProvider', {}), { forProvider: {}, providerConfigRef: { name: 'default' } }]],
  ),
  ...lines(
    'error FX517',
    [`rds.${UPJET_M}/Instance`, 'forProvider.backupRetentionPeriod', 7, 0, [0, 7]],
    ['database.aws.crossplane.io/v1beta1/RDSInstance', 'forProvider.backupRetentionPeriod', 7, 0, [0, 7]],
    ['rds.aws.crossplane.io/v1alpha1/DBInstance', 'forProvider.backupRetentionPeriod', 7, 0, [undefined, 0]],
  ),
  ...oneWay(
    'warning FX516',
    [`rds.${ACK}/DBInstance`, 'backupRetentionPeriod', 14, 7],
    ['rds.aws.crossplane.io/v1alpha1/DBCluster', 'forProvider.backupRetentionPeriod', 14, 7],
    [
      `s3.${UPJET_M}/BucketLifecycleConfiguration`,
      'forProvider.rule',
      [{ id: 'old', status: 'Enabled', expiration: [{ days: 90 }] }],
      [{ id: 'old', status: 'Enabled', expiration: [{ days: 30 }] }],
    ],
    ...['storage.gcp.m.upbound.io/v1beta1/Bucket', `storage.${UPJET_GCP}/Bucket`].map(
      (type) =>
        [type, 'forProvider.lifecycleRule', [], [{ action: [{ type: 'Delete' }], condition: [{ age: 30 }] }]] as const,
    ),
  ),
  ...oneWay(
    'notice FX559',
    [`rds.${ACK}/DBCluster`, 'deletionProtection', true, false],
    ['rds.aws.crossplane.io/v1alpha1/DBInstance', 'forProvider.skipFinalSnapshot', false, true],
    [`fsx.${UPJET}/WindowsFileSystem`, 'forProvider.skipFinalBackup', false, true],
    ['rds.aws.crossplane.io/v1alpha1/DBInstance', 'forProvider.deletionProtection', true, false],
    [`dynamodb.${UPJET}/Table`, 'forProvider.deletionProtectionEnabled', true, false],
    ['dynamodb.aws.crossplane.io/v1alpha1/Table', 'forProvider.deletionProtectionEnabled', true, false],
    [`s3.${UPJET}/Bucket`, 'forProvider.forceDestroy', false, true],
  ),
  notesOf(
    `s3.${ACK}/Bucket`,
    'notice FX559',
    [[{ 'services.k8s.aws/deletion-policy': 'retain' }, { 'services.k8s.aws/deletion-policy': 'delete' }]],
    [[{ 'services.k8s.aws/deletion-policy': 'delete' }, { 'services.k8s.aws/deletion-policy': 'retain' }]],
  ),
  notesOf(
    'documentdb.azure.com/v1api20231115/DatabaseAccount',
    'notice FX559',
    [
      [
        { 'serviceoperator.azure.com/reconcile-policy': 'detach-on-delete' },
        { 'serviceoperator.azure.com/reconcile-policy': 'manage' },
      ],
    ],
    [
      [
        { 'serviceoperator.azure.com/reconcile-policy': 'manage' },
        { 'serviceoperator.azure.com/reconcile-policy': 'detach-on-delete' },
      ],
    ],
  ),
  notesOf(
    'storage.cnrm.cloud.google.com/v1beta1/StorageBucket',
    'notice FX559',
    [[{}, { 'cnrm.cloud.google.com/force-destroy': 'true' }]],
    [[{ 'cnrm.cloud.google.com/force-destroy': 'true' }, {}]],
  ),
];

const PIPELINE = (name: string) => [{ step: 'resources', input: { resources: [{ name }] } }];
const composed: readonly TransitionCase[] = [
  changesOf(
    'apiextensions.crossplane.io/v1/Composition',
    'warning FX516',
    [from('pipeline', PIPELINE('database'), PIPELINE('db'))],
    [from('pipeline', [{ step: 'resources', input: { resources: [] } }], PIPELINE('database'))],
  ),
  ...others('warning FX516', ['platform.example.org/v1/Shop', 'crossplane.compositionRef.name', 'small', 'large']),
  ...lines('warning FX559', [
    'pkg.crossplane.io/v1/Configuration',
    'package',
    'xpkg.crossplane.io/example/platform:v1.4.0',
    'xpkg.crossplane.io/example/platform:v1.3.2',
    ['xpkg.crossplane.io/example/platform:v1.4.1', 'xpkg.crossplane.io/example/platform:v1.4.0'],
  ]),
];

const ISSUERS = ['cert-manager.io/v1/Issuer', 'cert-manager.io/v1/ClusterIssuer'];
const LIVE = 'https://acme-v02.api.letsencrypt.org/directory';
const STAGING = 'https://acme-staging-v02.api.letsencrypt.org/directory';
const argo = (
  source: JsonObject,
  destination: JsonObject = { server: 'https://a.example.org', namespace: 'shop' },
) => ({
  source: { repoURL: 'https://charts.example.org', chart: 'shop', targetRevision: '1.0.0', ...source },
  destination,
  syncPolicy: { automated: { prune: true } },
});
const rootCa = (privateKey: JsonObject) => ({ isCA: true, commonName: 'root', issuerRef: { name: 'x' }, privateKey });

const controllers: readonly TransitionCase[] = [
  ...ISSUERS.flatMap((type) => [
    changesOf(type, 'warning FX559', [from('acme.server', LIVE, STAGING)]),
    changesOf(type, 'notice FX559', [from('acme.server', STAGING, LIVE)], [from('acme.server', undefined, LIVE)]),
    changesOf(type, 'warning FX559', [[at('acme.server', LIVE), at('ca.secretName', 'root')]]),
  ]),
  changesOf(
    'cert-manager.io/v1/Certificate',
    'warning FX559',
    [],
    ['algorithm', 'size', 'rotationPolicy'].map((field): Pair => {
      const [was, is] = { algorithm: ['RSA', 'ECDSA'], size: [256, 384], rotationPolicy: ['Never', 'Always'] }[field]!;
      return [
        { ...rootCa({ [field]: was }), isCA: false },
        { ...rootCa({ [field]: is }), isCA: false },
      ];
    }),
    [object('cert-manager.io/v1/Issuer', { selfSigned: {} })],
  ),
  changesOf(
    'argoproj.io/v1alpha1/Application',
    'warning FX516',
    [
      [argo({}), argo({ chart: 'web' })],
      [argo({}), argo({ repoURL: 'https://charts.example.com' })],
      [argo({}), argo({}, { server: 'https://a.example.org', namespace: 'web' })],
    ],
    [
      [
        { ...argo({}), syncPolicy: {} },
        { ...argo({ chart: 'web' }), syncPolicy: {} },
      ],
      [
        { ...argo({}), syncPolicy: {} },
        { ...argo({ repoURL: 'https://charts.example.com' }), syncPolicy: {} },
      ],
      [
        { ...argo({}), syncPolicy: {} },
        { ...argo({}, { server: 'https://a.example.org', namespace: 'web' }), syncPolicy: {} },
      ],
    ],
  ),
  changesOf(
    'argoproj.io/v1alpha1/Application',
    'warning FX559',
    [
      [argo({}), argo({}, { server: 'https://b.example.org', namespace: 'shop' })],
      [argo({}, { name: 'prod', namespace: 'shop' }), argo({}, { name: 'test', namespace: 'shop' })],
    ],
    [
      [argo({}), argo({}, { name: 'prod', namespace: 'shop' })],
      [argo({}, { name: 'prod', namespace: 'shop' }), argo({})],
    ],
  ),
  ...['external-secrets.io/v1/SecretStore', 'external-secrets.io/v1/ClusterSecretStore'].flatMap((type) =>
    others(
      'warning FX559',
      [type, 'provider.aws.service', 'SecretsManager', 'ParameterStore'],
      [type, 'provider.aws.region', 'eu-west-1', 'eu-central-1'],
    ),
  ),
  changesOf(
    'external-secrets.io/v1/ClusterExternalSecret',
    'warning FX516',
    [from('namespaceSelector', { matchLabels: {} }, { matchLabels: { team: 'shop' } })],
    [from('namespaceSelector', { matchLabels: { team: 'shop' } }, { matchLabels: {} })],
  ),
  ...oneWay(
    'warning FX559',
    ['source.toolkit.fluxcd.io/v1/HelmRepository', 'insecure', false, true],
    ['source.toolkit.fluxcd.io/v1/Bucket', 'insecure', false, true],
    ['image.toolkit.fluxcd.io/v1/ImageRepository', 'insecure', false, true],
  ),
  ...['ClusterCleanupPolicy', 'CleanupPolicy'].flatMap((kind) =>
    ['match', 'exclude', 'conditions'].map((field) =>
      changesOf(
        `kyverno.io/v2/${kind}`,
        'notice FX559',
        [from(field, { any: [{ resources: { kinds: ['Pod'] } }] }, { any: [{ resources: { kinds: ['Job'] } }] })],
        [from(field, undefined, { any: [{ resources: { kinds: ['Pod'] } }] })],
      ),
    ),
  ),
  changesOf(
    'cluster.x-k8s.io/v1beta2/Cluster',
    'error FX517',
    [from('topology.workers.machinePools', [{ name: 'a' }, { name: 'b' }], [{ name: 'a' }])],
    [from('topology.workers.machinePools', [{ name: 'a' }], [{ name: 'a' }, { name: 'b' }])],
  ),
  ...oneWay('warning FX559', ['karpenter.sh/v1/NodePool', 'limits.nodes', '5', '0']),
  ...others('notice FX559', ['karpenter.k8s.aws/v1/EC2NodeClass', 'role', 'nodes', 'nodes-2']),
  ...oneWay('notice FX559', ['infra.contrib.fluxcd.io/v1alpha2/Terraform', 'destroyResourcesOnDeletion', false, true]),
  changesOf(
    'infra.contrib.fluxcd.io/v1alpha2/Terraform',
    'warning FX559',
    [from('backendConfig.secretSuffix', 'shop', 'web')],
    [from('backendConfig.secretSuffix', undefined, 'x')],
  ),
];

const upgrade = (value: JsonObject) => ({ upgrade: { remediation: { strategy: 'uninstall', retries: 3 }, ...value } });
const release: readonly TransitionCase[] = [
  changesOf(
    'helm.toolkit.fluxcd.io/v2/HelmRelease',
    'warning FX516',
    [
      [upgrade({ strategy: { name: 'RetryOnFailure' } }), upgrade({ strategy: { name: 'RemediateOnFailure' } })],
      [upgrade({ remediation: { strategy: 'rollback', retries: 3 } }), upgrade({})],
      [upgrade({ remediation: { strategy: 'uninstall', retries: 0 } }), upgrade({})],
      [
        upgrade({ remediation: { strategy: 'uninstall', remediateLastFailure: false } }),
        upgrade({ remediation: { strategy: 'uninstall', remediateLastFailure: true } }),
      ],
    ],
    [
      [upgrade({ strategy: { name: 'RemediateOnFailure' } }), upgrade({ strategy: { name: 'RetryOnFailure' } })],
      [upgrade({}), upgrade({ remediation: { strategy: 'uninstall', retries: 5 } })],
      [upgrade({}), upgrade({ remediation: { strategy: 'uninstall', retries: 3, remediateLastFailure: true } })],
      [{ rollback: { force: true } }, { rollback: { force: false } }],
    ],
  ),
];

/** Rows of operators, clouds and controllers: each reported change is followed by one of the same field that isn't. */
export const fieldCases: readonly TransitionCase[] = [
  ...clouds,
  ...composed,
  ...databaseCases,
  ...controllers,
  ...release,
];

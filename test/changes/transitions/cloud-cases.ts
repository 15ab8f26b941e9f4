import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { at, changesOf, from, notesOf } from './changes-of.js';

const INSTANCE = 'rds.aws.upbound.io/v1beta1/Instance';
const CLUSTER = 'rds.aws.upbound.io/v1beta1/Cluster';
const ACK = 'rds.services.k8s.aws/v1alpha1/DBInstance';
const LIFECYCLE = 's3.aws.upbound.io/v1beta1/BucketLifecycleConfiguration';
const CONFIG = 'aws.upbound.io/v1beta1/ProviderConfig';

const retention = (days: number, managementPolicies?: readonly string[]) => ({
  ...at('forProvider.backupRetentionPeriod', days),
  managementPolicies,
});
const rule = (days: number | undefined, rest: object = {}) => ({
  status: 'Enabled',
  ...(days === undefined ? {} : { expiration: { days } }),
  ...rest,
});
const rules = (...all: readonly object[]) => at('lifecycle.rules', all);
const upjet = (days: number) => at('forProvider.rule', [{ id: 'a', status: 'Enabled', expiration: [{ days }] }]);
const gcs = (...all: readonly (readonly [type: string, condition: object])[]) =>
  at(
    'lifecycleRule',
    all.map(([type, condition]) => ({ action: { type }, condition })),
  );
const managed = (name: string | undefined): JsonObject => ({
  forProvider: {},
  ...(name === undefined ? {} : { providerConfigRef: { name } }),
});
const role = (account: string, name = 'a') => `arn:aws:iam::${account}:role/${name}`;
const chain = (...roles: readonly string[]) =>
  at(
    'assumeRoleChain',
    roles.map((roleARN) => ({ roleARN })),
  );
const [A, B] = ['111111111111', '222222222222'];

/** Resources of clouds. */
export const cloudCases: readonly TransitionCase[] = [
  changesOf(
    INSTANCE,
    'error FX517',
    [[retention(7), retention(0)]],
    [
      [retention(0), retention(7)],
      [retention(7, ['Observe']), retention(0, ['Observe'])],
    ],
  ),
  changesOf(ACK, 'error FX517', [from('backupRetentionPeriod', 7, 0)], [from('backupRetentionPeriod', undefined, 0)]),
  changesOf(INSTANCE, 'warning FX516', [[retention(30), retention(1)]], [[retention(1), retention(30)]]),
  changesOf(CLUSTER, 'warning FX516', [[retention(30), retention(7)]], [[retention(7), { forProvider: {} }]]),
  changesOf('rds.services.k8s.aws/v1alpha1/DBCluster', 'warning FX516', [from('backupRetentionPeriod', 30, 7)]),
  changesOf(
    's3.services.k8s.aws/v1alpha1/Bucket',
    'warning FX516',
    [
      [{}, rules(rule(30))],
      [rules(rule(90)), rules(rule(30))],
      [rules(rule(30, { status: 'Disabled' })), rules(rule(30))],
      [rules(rule(30, { filter: { prefix: 'tmp/' } })), rules(rule(30))],
      [rules(rule(90)), rules(rule(90, { noncurrentVersionExpiration: { noncurrentDays: 1 } }))],
    ],
    [
      [rules(rule(30)), rules(rule(90))],
      [rules(rule(30)), rules()],
      [rules(rule(30, { id: 'a' })), rules(rule(30, { id: 'b' }))],
      [{}, rules(rule(30, { status: 'Disabled' }))],
      [{}, rules(rule(undefined, { transitions: [{ days: 30, storageClass: 'GLACIER' }] }))],
    ],
  ),
  changesOf(LIFECYCLE, 'warning FX516', [[upjet(90), upjet(30)]], [[upjet(30), upjet(90)]]),
  changesOf(
    'storage.cnrm.cloud.google.com/v1beta1/StorageBucket',
    'warning FX516',
    [
      [{}, gcs(['Delete', { age: 30 }])],
      [gcs(['Delete', { age: 90 }]), gcs(['Delete', { age: 30 }])],
    ],
    [
      [{}, gcs(['SetStorageClass', { age: 30 }])],
      [gcs(['Delete', { age: 30 }]), gcs(['Delete', { age: 90 }])],
    ],
  ),
  changesOf('storage.gcp.upbound.io/v1beta1/Bucket', 'warning FX516', [
    from('forProvider.lifecycleRule', [], [{ action: [{ type: 'Delete' }], condition: [{ age: 30 }] }]),
  ]),
  notesOf(
    INSTANCE,
    'warning FX559',
    [[{ 'crossplane.io/external-name': 'prod' }, {}]],
    [[{ 'crossplane.io/external-name': 'x' }, {}]],
  ),
  changesOf(
    INSTANCE,
    'warning FX559',
    [
      [managed('a'), managed('b')],
      [managed(undefined), managed('b')],
      [at('forProvider.identifier', 'a'), at('forProvider.identifier', 'b')],
    ],
    [[managed(undefined), managed('default')]],
  ),
  changesOf(
    CONFIG,
    'warning FX559',
    [
      [chain(role(A)), chain(role(B))],
      [chain(role(A), role(A)), chain(role(A), role(B))],
      from('credentials.webIdentity.roleARN', role(A), role(B)),
      from('projectID', 'a', 'b'),
      from('subscriptionID', 'a', 'b'),
    ],
    [
      [chain(role(A)), chain(role(A, 'b'))],
      [chain(role(B)), chain(role(A), role(B))],
      from('credentials.webIdentity.roleARN', role(A), role(A, 'b')),
      [
        { ...chain(role(A)), ...at('credentials.webIdentity.roleARN', role(A)) },
        { ...chain(role(A)), ...at('credentials.webIdentity.roleARN', role(B)) },
      ],
    ],
  ),
  changesOf(
    CONFIG,
    'notice FX559',
    [from('credentials.secretRef.name', 'a', 'b')],
    [from('credentials.secretRef.key', 'a', 'b')],
  ),
  changesOf(
    INSTANCE,
    'notice FX559',
    [
      from('forProvider.skipFinalSnapshot', false, true),
      from('forProvider.deletionProtection', true, false),
      from('forProvider.forceDestroy', undefined, true),
    ],
    [from('forProvider.deletionProtection', false, true), from('forProvider.skipFinalSnapshot', true, false)],
  ),
  changesOf(ACK, 'notice FX559', [from('deletionProtection', true, false)], [from('deletionProtection', false, true)]),
  notesOf(
    's3.services.k8s.aws/v1alpha1/Bucket',
    'warning FX559',
    [[{ 'services.k8s.aws/region': 'a' }, { 'services.k8s.aws/region': 'b' }]],
    [[{}, { 'services.k8s.aws/region': 'b' }]],
  ),
  ...(
    [
      [ACK, 'dbInstanceIdentifier'],
      ['rds.services.k8s.aws/v1alpha1/DBCluster', 'dbClusterIdentifier'],
      ['dynamodb.services.k8s.aws/v1alpha1/Table', 'tableName'],
      ['sqs.services.k8s.aws/v1alpha1/Queue', 'queueName'],
    ] as const
  ).map(([type, field]) =>
    changesOf(type, 'warning FX559', [from(field, 'a', 'b')], [from('tags', [], [{ key: 'a' }])]),
  ),
  changesOf(
    'dbforpostgresql.azure.com/v1api20230601preview/FlexibleServer',
    'warning FX559',
    [from('azureName', 'a', 'b'), from('owner.name', 'a', 'b')],
    [from('location', 'a', 'b'), from('azureName', undefined, 'x')],
  ),
  changesOf(
    'sql.cnrm.cloud.google.com/v1beta1/SQLInstance',
    'warning FX559',
    [from('resourceID', 'a', 'b')],
    [from('resourceID', undefined, 'x')],
  ),
  notesOf(
    'sql.cnrm.cloud.google.com/v1beta1/SQLInstance',
    'notice FX559',
    [[{ 'cnrm.cloud.google.com/project-id': 'a' }, { 'cnrm.cloud.google.com/project-id': 'b' }]],
    [[{}, { 'cnrm.cloud.google.com/project-id': 'b' }]],
  ),
];

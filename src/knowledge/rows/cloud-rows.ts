import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { annotationAt } from '../form/path.js';
import { becomes, both, changed, differs, has, removed, shrinks } from '../form/when.js';

/** Made from Terraform's providers, whose fields they have. */
const UPJET = '*.upbound.io/*';
const MANAGED = [UPJET, '*.crossplane.io/*'];
const UPJET_CONFIGS = ['*.upbound.io/ProviderConfig', '*.upbound.io/ClusterProviderConfig'];
const CONFIGS = [...UPJET_CONFIGS, '*.crossplane.io/ProviderConfig', '*.crossplane.io/ClusterProviderConfig'];
/** Of RDS, with backups that can be off; a cluster of databases must keep them for a day at least. */
const INSTANCES = ['Instance', 'RDSInstance', 'DBInstance'];
const ACK_RDS = ['rds.services.k8s.aws/DBInstance', 'rds.services.k8s.aws/DBCluster'];

const isManaged = has('spec.forProvider');
/** `ShouldUpdate`: https://github.com/crossplane/crossplane-runtime/blob/main/pkg/reconciler/managed/policies.go */
const isUpdated: When = (_, __, { to }) => {
  const policies = readField(to, 'spec.managementPolicies');
  return policies === undefined || listOf(policies).some((one) => one === '*' || one === 'Update');
};

const backups = {
  instead: 'to keep them, leave the retention as it is, or first make snapshots by hand',
} as const;
const fewerBackups = (on: EffectRow['on'], at: string, when: When): EffectRow => ({
  on,
  at,
  when: both(shrinks, when, (_, is, { object }) => is !== 0 || !INSTANCES.includes(object.id.kind)),
  severity: 'warning',
  destroys: 'automated backups that only the old retention keeps',
  effect: 'the provider deletes automated backups that are older than the retention, and a longer one brings none back',
  ...backups,
});
const noBackups = (on: EffectRow['on'], at: string, when: When): EffectRow => ({
  on,
  at,
  when: both(becomes(0), when, (was) => was !== undefined),
  severity: 'error',
  destroys: 'all its automated backups',
  effect: 'a retention of 0 turns automated backups off: RDS deletes them all, and makes no more',
  ...backups,
});

/** Days after which a rule deletes objects, by what it deletes and of which objects. */
type Expiry = ReadonlyMap<string, number>;
const one = (value: unknown): Readonly<Record<string, unknown>> => fieldsOf([value].flat()[0]);
const daysOf = (value: unknown): number => Number(value ?? Number.NaN);

/** Rules of S3, as ACK and Crossplane have them. */
const expiryOfS3 = (rules: unknown): Expiry =>
  earliest(
    objectsOf(rules)
      .filter(({ status }) => status !== 'Disabled')
      .flatMap(({ expiration, noncurrentVersionExpiration, filter, prefix }) => {
        const objects = JSON.stringify([filter ?? null, prefix ?? null]);
        const { days, date } = one(expiration);
        return [
          [`current ${objects} ${String(date ?? '')}`, date === undefined ? daysOf(days) : 0],
          [`noncurrent ${objects}`, daysOf(one(noncurrentVersionExpiration)['noncurrentDays'])],
        ] as const;
      }),
  );
/** Rules of Cloud Storage, as Config Connector and Crossplane have them. */
const expiryOfGcs = (rules: unknown): Expiry =>
  earliest(
    objectsOf(rules)
      .filter(({ action }) => one(action)['type'] === 'Delete')
      .map(({ condition }) => {
        const { age = 0, ...rest } = one(condition);
        return [JSON.stringify(Object.entries(rest).sort()), daysOf(age)] as const;
      }),
  );
const earliest = (all: readonly (readonly [key: string, days: number])[]): Expiry => {
  const found = new Map<string, number>();
  for (const [key, days] of all) {
    if (!Number.isNaN(days)) found.set(key, Math.min(days, found.get(key) ?? days));
  }
  return found;
};
const deletesMore =
  (expiryOf: (rules: unknown) => Expiry): When =>
  (was, is) => {
    const old = expiryOf(was);
    return [...expiryOf(is)].some(([key, days]) => days < (old.get(key) ?? Number.POSITIVE_INFINITY));
  };
const expires = (on: EffectRow['on'], at: string, expiryOf: (rules: unknown) => Expiry): EffectRow => ({
  on,
  at,
  when: deletesMore(expiryOf),
  severity: 'warning',
  destroys: 'objects of the bucket that its rules did not delete so far',
  effect: 'within a day or two, the provider deletes all objects that are old enough for the new rule',
  instead: 'to keep them, leave the rules as they are, or limit the new one by a prefix or tag',
});

/** The account in which the last role of a chain acts. */
const accountOf = (role: unknown): string | undefined => /^arn:[^:]*:iam::(\d{12}):/.exec(String(role))?.[1];
const otherAccount: When = (was, is) => {
  const [old, now] = [was, is].map(accountOf);
  return old !== undefined && now !== undefined && old !== now;
};
const otherLastAccount: When = (was, is, sides) =>
  otherAccount(objectsOf(was).at(-1)?.['roleARN'], objectsOf(is).at(-1)?.['roleARN'], sides);

const otherPlace = (on: EffectRow['on'], at: string, when: When): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  says: 'looks for its resources in another account',
  effect:
    'the provider finds none of them there and makes new ones, and those in the old account stay without an owner',
  instead: 'revert the change; for another account, add a second ProviderConfig',
});

const refused = (on: EffectRow['on'], at: string, when: When, says: string, effect: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  says,
  effect,
  instead: 'revert the change; for another resource, add a second object',
});

const removalDestroys = (on: EffectRow['on'], at: string, when: When, what: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'notice',
  says: `can lose ${what} from now on when it is removed`,
});
const turnsOff: When = (was, is) => was === true && is === false;

/** Resources of clouds, by Crossplane, ACK, Config Connector and Azure Service Operator. */
export const cloudRows: readonly EffectRow[] = [
  // https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_WorkingWithAutomatedBackups.html
  noBackups(['rds.services.k8s.aws/DBInstance'], 'spec.backupRetentionPeriod', () => true),
  noBackups(
    [
      'rds.aws.upbound.io/Instance',
      'rds.aws.m.upbound.io/Instance',
      'database.aws.crossplane.io/RDSInstance',
      'rds.aws.crossplane.io/DBInstance',
    ],
    'spec.forProvider.backupRetentionPeriod',
    isUpdated,
  ),
  fewerBackups(ACK_RDS, 'spec.backupRetentionPeriod', () => true),
  fewerBackups(MANAGED, 'spec.forProvider.backupRetentionPeriod', isUpdated),
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html
  expires('s3.services.k8s.aws/Bucket', 'spec.lifecycle.rules', expiryOfS3),
  expires(
    ['s3.aws.upbound.io/BucketLifecycleConfiguration', 's3.aws.m.upbound.io/BucketLifecycleConfiguration'],
    'spec.forProvider.rule',
    expiryOfS3,
  ),
  // https://cloud.google.com/storage/docs/lifecycle
  expires('storage.cnrm.cloud.google.com/StorageBucket', 'spec.lifecycleRule', expiryOfGcs),
  expires(
    ['storage.gcp.upbound.io/Bucket', 'storage.gcp.m.upbound.io/Bucket'],
    'spec.forProvider.lifecycleRule',
    expiryOfGcs,
  ),
  // `NameAsExternalName`: https://github.com/crossplane/crossplane-runtime/blob/main/pkg/reconciler/managed/api.go
  {
    on: '*',
    at: annotationAt('crossplane.io/external-name'),
    when: both(removed, (was, _, { object }) => was !== object.id.name),
    severity: 'warning',
    says: 'no longer says which external resource it manages',
    effect:
      'the provider takes the name of the object instead, or makes a new resource; the old one stays without an owner',
    instead: 'keep the annotation',
  },
  // https://docs.crossplane.io/latest/managed-resources/managed-resources/#providerconfigref
  {
    on: MANAGED,
    at: 'spec.providerConfigRef.name',
    when: both(differs('default'), isManaged),
    severity: 'warning',
    says: 'uses another ProviderConfig',
    effect:
      'if that one is of another account, the provider finds no resource there and makes a new one, and the old one stays without an owner',
    instead: 'check that both ProviderConfigs are of the same account',
  },
  // https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_RenameInstance.html
  {
    on: ['rds.aws.upbound.io/Instance', 'rds.aws.m.upbound.io/Instance'],
    at: 'spec.forProvider.identifier',
    when: changed,
    severity: 'warning',
    says: 'has another identifier',
    effect:
      'the provider renames the instance, which gives it another address, or makes a second one and leaves the old one without an owner',
  },
  // https://github.com/crossplane-contrib/provider-upjet-aws/blob/main/internal/clients/provider_config.go
  otherPlace(UPJET_CONFIGS, 'spec.assumeRoleChain', otherLastAccount),
  otherPlace(
    UPJET_CONFIGS,
    'spec.credentials.webIdentity.roleARN',
    both(
      otherAccount,
      (_, __, { from, to }) =>
        equalJson(readField(from, 'spec.assumeRoleChain') ?? null, null) &&
        equalJson(readField(to, 'spec.assumeRoleChain') ?? null, null),
    ),
  ),
  {
    ...otherPlace(CONFIGS, 'spec.credentials.secretRef.name', changed),
    severity: 'notice',
    says: 'uses other credentials',
    effect:
      'if they are of another account, the provider finds no resource there and makes new ones, and those in the old account stay without an owner',
    instead: 'check that both Secrets have credentials of the same account',
  },
  // https://github.com/crossplane-contrib/provider-upjet-gcp/blob/main/internal/clients/gcp.go
  otherPlace([...UPJET_CONFIGS, '*.crossplane.io/ProviderConfig'], 'spec.projectID', changed),
  // https://github.com/crossplane-contrib/provider-upjet-azure/blob/main/internal/clients/azure.go
  otherPlace(UPJET_CONFIGS, 'spec.subscriptionID', changed),
  // https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/s3_bucket#force_destroy-1
  removalDestroys(UPJET, 'spec.forProvider.forceDestroy', becomes(true), 'all that its resource holds'),
  // https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_DeleteInstance.html and
  // https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystemWindowsConfiguration.html
  ...(
    [
      [MANAGED, 'skipFinalSnapshot'],
      [UPJET, 'skipFinalBackup'],
    ] as const
  ).map(([on, field]) =>
    removalDestroys(on, `spec.forProvider.${field}`, becomes(true), 'its data without a last snapshot'),
  ),
  // https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_DeleteInstance.html and
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html
  ...['deletionProtection', 'deletionProtectionEnabled'].map((field) =>
    removalDestroys(
      MANAGED,
      `spec.forProvider.${field}`,
      turnsOff,
      'its resource, which the cloud no longer protects,',
    ),
  ),
  removalDestroys(ACK_RDS, 'spec.deletionProtection', turnsOff, 'its resource, which the cloud no longer protects,'),
  // `regionDrifted`: https://github.com/aws-controllers-k8s/runtime/blob/main/pkg/runtime/reconciler.go
  refused(
    '*.services.k8s.aws/*',
    annotationAt('services.k8s.aws/region'),
    changed,
    'asks for another region, which ACK refuses',
    'the controller stops at the error: the resource stays where it is, and gets no more updates',
  ),
  // The controllers look for the resource by its new name, as in `newListRequestPayload`:
  // https://github.com/aws-controllers-k8s/rds-controller/blob/main/pkg/resource/db_instance/sdk.go
  ...(
    [
      ['rds.services.k8s.aws/DBInstance', 'dbInstanceIdentifier'],
      ['rds.services.k8s.aws/DBCluster', 'dbClusterIdentifier'],
      ['dynamodb.services.k8s.aws/Table', 'tableName'],
      ['sqs.services.k8s.aws/Queue', 'queueName'],
      ['elasticache.services.k8s.aws/ReplicationGroup', 'replicationGroupID'],
      ['elasticache.services.k8s.aws/CacheCluster', 'cacheClusterID'],
    ] as const
  ).map(([on, field]) =>
    refused(
      on,
      `spec.${field}`,
      changed,
      'refers to another AWS resource',
      'AWS can rename few resources: the controller refuses the change, or makes a second resource',
    ),
  ),
  // `ValidateImmutableProperties`:
  // https://github.com/Azure/azure-service-operator/blob/main/v2/pkg/genruntime/admissions.go
  ...['azureName', 'owner.name'].map((field) =>
    refused(
      '*.azure.com/*',
      `spec.${field}`,
      changed,
      'names another Azure resource, which the operator refuses',
      'the name and the owner of a resource that exists cannot change, so the apply fails',
    ),
  ),
  // https://github.com/GoogleCloudPlatform/k8s-config-connector/blob/master/pkg/webhook/immutable_fields_validator.go
  // and https://cloud.google.com/config-connector/docs/how-to/organizing-resources/overview
  ...['spec.resourceID', annotationAt('cnrm.cloud.google.com/project-id')].map((at) =>
    refused(
      '*.cnrm.cloud.google.com/*',
      at,
      changed,
      'names another Google Cloud resource, which Config Connector refuses',
      'the name and the project of a resource that exists cannot change, so the apply fails',
    ),
  ),
];

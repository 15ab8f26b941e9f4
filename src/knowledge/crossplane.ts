import { listOf, objectsOf, textOf } from '../json/as-shape.js';
import { equalJson } from '../json/equal-json.js';
import { annotationsOf, metadataOf } from '../json/manifest-fields.js';
import { readField } from '../json/read-field.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { keepsForFewerDays, turnsBackupsOff } from './form/automated-backups.js';
import { lifecycleOfGcs, lifecycleOfS3 } from './form/bucket-lifecycle.js';
import { turnsOff, UNPROTECTED } from './form/cloud-resource.js';
import { crossplaneKinds, crossplaneRecords } from './form/crossplane-kinds.js';
import type { EffectRow, When } from './form/effect.js';
import { sameImage, tagOf } from './form/images.js';
import type { Policy } from './form/keeps.js';
import { canLoseOnRemoval, deletesOnRemoval } from './form/later-removal.js';
import { kindsOf, losesCrds } from './form/lost-with-object.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { lower } from './form/versions.js';
import { becomes, both, changed, differs, has, leaves, not, removed } from './form/when.js';

/** Providers generated from Terraform providers, with the same fields. */
const UPJET = '*.upbound.io/*';
const MANAGED = [UPJET, '*.crossplane.io/*'];
const PACKAGES = kindsOf('pkg.crossplane.io', 'Configuration', 'Provider');
const UPJET_CONFIGS = ['*.upbound.io/ProviderConfig', '*.upbound.io/ClusterProviderConfig'];
const CONFIGS = [...UPJET_CONFIGS, '*.crossplane.io/ProviderConfig', '*.crossplane.io/ClusterProviderConfig'];
const EXTERNAL_NAME = annotationAt('crossplane.io/external-name');

const isManaged = has('spec.forProvider');
/** `ShouldUpdate`: https://github.com/crossplane/crossplane-runtime/blob/main/pkg/reconciler/managed/policies.go */
const isUpdated: When = (_, __, { to }) => {
  const policies = readField(to, 'spec.managementPolicies');
  return policies === undefined || listOf(policies).some((one) => one === '*' || one === 'Update');
};
/** `ShouldDelete`, in the same file. */
const mayDelete = (policies: unknown): boolean =>
  policies === undefined || listOf(policies).some((one) => one === '*' || one === 'Delete');
const deletesNow: When = (was, is) => !mayDelete(was) && mayDelete(is);

/** `ShouldDelete` of crossplane-runtime: the field that isn't the default decides. */
const orphans: Policy = {
  keeps: ({ json }) => {
    const policies = readField(json, 'spec.managementPolicies') ?? ['*'];
    if (!Array.isArray(policies) || policies.some((one) => holdsExpression(String(one)))) return false;
    if (policies.length !== 1 || policies[0] !== '*') return !policies.includes('Delete') && !policies.includes('*');
    return readField(json, 'spec.deletionPolicy') === 'Orphan';
  },
  setting: 'spec.managementPolicies without Delete (before Crossplane 2, spec.deletionPolicy: Orphan)',
};

/** What a managed resource of any group destroys when it goes. */
export const lossOfManaged: Pick<EffectRow, 'destroys' | 'keeps'> = {
  destroys: 'the external resource that it manages, with its data',
  keeps: [orphans],
};

/** Resources that the providers for AWS and Google Cloud manage. */
const resources: readonly EffectRow[] = [
  turnsBackupsOff(
    [
      'rds.aws.upbound.io/Instance',
      'rds.aws.m.upbound.io/Instance',
      'database.aws.crossplane.io/RDSInstance',
      'rds.aws.crossplane.io/DBInstance',
    ],
    'spec.forProvider.backupRetentionPeriod',
    isUpdated,
  ),
  keepsForFewerDays(MANAGED, 'spec.forProvider.backupRetentionPeriod', isUpdated),
  lifecycleOfS3(
    ['s3.aws.upbound.io/BucketLifecycleConfiguration', 's3.aws.m.upbound.io/BucketLifecycleConfiguration'],
    'spec.forProvider.rule',
  ),
  lifecycleOfGcs(
    ['storage.gcp.upbound.io/Bucket', 'storage.gcp.m.upbound.io/Bucket'],
    'spec.forProvider.lifecycleRule',
  ),
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
  {
    on: '*',
    at: 'spec.forProvider.region',
    when: changed,
    severity: 'warning',
    says: 'looks for its resource in another region',
    effect:
      'the provider finds none there and makes a new one, and that of the old region stays without an owner; or the change fails',
  },
  // https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/s3_bucket#force_destroy-1
  canLoseOnRemoval(UPJET, 'spec.forProvider.forceDestroy', becomes(true), 'all that its resource holds'),
  // https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_DeleteInstance.html and
  // https://docs.aws.amazon.com/fsx/latest/APIReference/API_DeleteFileSystemWindowsConfiguration.html
  ...(
    [
      [MANAGED, 'skipFinalSnapshot'],
      [UPJET, 'skipFinalBackup'],
    ] as const
  ).map(([on, field]) =>
    canLoseOnRemoval(on, `spec.forProvider.${field}`, becomes(true), 'its data without a last snapshot'),
  ),
  // https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_DeleteInstance.html and
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html
  ...['deletionProtection', 'deletionProtectionEnabled'].map((field) =>
    canLoseOnRemoval(MANAGED, `spec.forProvider.${field}`, turnsOff, UNPROTECTED),
  ),
];

/**
 * Fields for which the Terraform provider replaces a resource: Upjet refuses such an update.
 * https://github.com/crossplane/upjet/blob/main/pkg/controller/external_tfpluginsdk.go
 */
const immutable: readonly EffectRow[] = (
  [
    ['VPC', 'cidrBlock'],
    ['Subnet', 'cidrBlock'],
    ['Subnet', 'availabilityZone'],
  ] as const
).map(([kind, field]) => ({
  on: [`ec2.aws.upbound.io/${kind}`, `ec2.aws.m.upbound.io/${kind}`],
  at: `spec.forProvider.${field}`,
  when: both(changed, isUpdated),
  severity: 'notice',
  says: 'asks for what AWS cannot change in a resource that exists',
  effect: 'the provider refuses the update: the object stays Ready with Synced: False, and the resource stays as it is',
  instead: 'revert the change; for another network, add a second object and move to it',
}));

/** The account of the last role in a chain. */
const accountOf = (role: unknown): string | undefined => /^arn:[^:]*:iam::(\d{12}):/.exec(String(role))?.[1];
const otherAccount: When = (was, is) => {
  const [old, now] = [was, is].map(accountOf);
  return old !== undefined && now !== undefined && old !== now;
};
const otherLastAccount: When = (was, is, sides) =>
  otherAccount(objectsOf(was).at(-1)?.['roleARN'], objectsOf(is).at(-1)?.['roleARN'], sides);
const hasNoChain: When = (_, __, { from, to }) =>
  [from, to].every((one) => equalJson(readField(one, 'spec.assumeRoleChain') ?? null, null));

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

/** The account in which a provider looks for its resources. */
const accounts: readonly EffectRow[] = [
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
  // https://github.com/crossplane-contrib/provider-upjet-aws/blob/main/internal/clients/provider_config.go
  otherPlace(UPJET_CONFIGS, 'spec.assumeRoleChain', otherLastAccount),
  otherPlace(UPJET_CONFIGS, 'spec.credentials.webIdentity.roleARN', both(otherAccount, hasNoChain)),
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
];

/**
 * Whether managed resources of an API group are those of Crossplane 2, which live in a namespace and write their connection
 * Secrets there: https://github.com/crossplane/crossplane/blob/main/apis/core/v2/resource_namespace.go
 */
export const isLocalConnection = (group: string): boolean => /\.m\.(upbound|crossplane)\.io$/.test(`.${group}`);

/** Crossplane, its providers and its compositions. https://docs.crossplane.io/latest/ */
export const crossplane = defineProject({
  name: 'Crossplane',
  cloud: {
    name: 'Crossplane',
    groups: ['*.upbound.io', '*.crossplane.io'],
    kinds: crossplaneKinds,
    records: crossplaneRecords,
    // https://docs.crossplane.io/latest/managed-resources/managed-resources/#crossplaneioexternal-name
    nameOf: (object, { nameAt, hasOtherId }) =>
      (hasOtherId === true ? undefined : textOf(annotationsOf(object)['crossplane.io/external-name'])) ??
      textOf(nameAt === undefined ? metadataOf(object)['name'] : readField(object, nameAt)),
    // https://docs.crossplane.io/latest/managed-resources/managed-resources/#managementpolicies
    manages: (object) => {
      const policies = readField(object, 'spec.managementPolicies');
      return policies === undefined || !equalJson(policies, ['Observe']);
    },
    mayBeElsewhere: (object) => (readField(object, 'spec.providerConfigRef.name') ?? 'default') !== 'default',
    observe: "set spec.managementPolicies: ['Observe']",
  },
  // https://github.com/crossplane/crossplane/tree/main/cluster/crds
  clusterScoped: {
    'apiextensions.crossplane.io': [
      'CompositeResourceDefinition',
      'Composition',
      'CompositionRevision',
      'EnvironmentConfig',
      'ManagedResourceActivationPolicy',
      'ManagedResourceDefinition',
      'Usage',
    ],
    'ops.crossplane.io': ['CronOperation', 'Operation', 'WatchOperation'],
    'pkg.crossplane.io': [
      'Configuration',
      'ConfigurationRevision',
      'DeploymentRuntimeConfig',
      'Function',
      'FunctionRevision',
      'ImageConfig',
      'Lock',
      'Provider',
      'ProviderRevision',
    ],
    'protection.crossplane.io': ['ClusterUsage'],
  },
  holdsSettings: [
    'apiextensions.crossplane.io',
    'meta.pkg.crossplane.io',
    'ops.crossplane.io',
    'pkg.crossplane.io',
    'protection.crossplane.io',
    'secrets.crossplane.io',
    'template.fn.crossplane.io',
  ],
  effects: [
    // The CRDs of a package belong to it: https://docs.crossplane.io/latest/packages/providers/
    losesCrds(PACKAGES),
    // https://docs.crossplane.io/latest/managed-resources/managed-resources/#managementpolicies
    ...MANAGED.map((on) => ({
      ...lossOfManaged,
      on,
      except: ['ProviderConfig*', 'ClusterProviderConfig*', 'StoreConfig*'],
    })),
    // `GarbageCollectComposedResources`: https://github.com/crossplane/crossplane/tree/main/internal/controller/apiextensions/composite
    // Without a pipeline: `spec.resources`, which Crossplane supports up to 1.20.
    ...['spec.resources[name]', 'spec.pipeline[step].input.resources[name]'].map(
      (at): EffectRow => ({
        on: 'apiextensions.crossplane.io/Composition',
        at,
        // With a pipeline, the pipeline's row covers the resources.
        when: at === 'spec.resources[name]' ? both(removed, not(has('spec.pipeline'))) : removed,
        shows: 'name',
        severity: 'warning',
        destroys: 'what each composite resource has made of that entry, with its data',
        effect:
          'Crossplane deletes composed resources that the Composition no longer has; one with another name is created again',
        instead: 'to keep them, keep the name of the entry, or first set their managementPolicies without Delete',
      }),
    ),
    ...['spec.compositionRef.name', 'spec.crossplane.compositionRef.name'].map(
      (at): EffectRow => ({
        on: '*',
        at,
        when: changed,
        severity: 'warning',
        destroys: 'what the old Composition has made of it and the new one has not, with its data',
        effect: 'Crossplane deletes composed resources whose names the new Composition does not have',
        instead: 'to keep them, give them the same names in both Compositions',
      }),
    ),
    // Crossplane creates a resource that it doesn't find under its name in that place:
    // https://github.com/crossplane/crossplane-runtime/blob/main/pkg/reconciler/managed/reconciler.go
    {
      on: '*',
      at: EXTERNAL_NAME,
      when: changed,
      severity: 'warning',
      says: 'refers to another external resource',
      effect:
        'the old resource stays without an owner; the provider adopts the new one, or makes it if it does not exist',
    },
    // `NameAsExternalName`: https://github.com/crossplane/crossplane-runtime/blob/main/pkg/reconciler/managed/api.go
    {
      on: '*',
      at: EXTERNAL_NAME,
      when: both(removed, (was, _, { object }) => was !== object.id.name),
      severity: 'warning',
      says: 'no longer says which external resource it manages',
      effect:
        'the provider takes the name of the object instead, or makes a new resource; the old one stays without an owner',
      instead: 'keep the annotation',
    },
    // By `deletionPolicy` before Crossplane 2, by `managementPolicies` since 1.14.
    ...(
      [
        ['spec.deletionPolicy', leaves('Orphan')],
        ['spec.managementPolicies', deletesNow],
      ] as const
    ).map(([at, when]) =>
      deletesOnRemoval('*', at, both(when, isManaged), 'the external resource that it manages, with its data,'),
    ),
    ...accounts,
    ...resources,
    ...immutable,
    // https://docs.crossplane.io/latest/packages/providers/, https://github.com/crossplane/crossplane/blob/main/internal/controller/pkg/revision/establisher.go
    {
      on: PACKAGES,
      at: 'spec.package',
      when: both(lower(2, tagOf), sameImage),
      severity: 'warning',
      says: 'goes back to an older version of its package',
      effect:
        'the CRDs go back, too: fields that only the newer ones have are lost, and a CRD without a version that is stored is refused',
      instead: 'revert the change; to go back, first check that the objects use nothing of the newer version',
    },
  ],
});

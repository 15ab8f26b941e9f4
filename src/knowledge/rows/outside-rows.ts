import { listOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { annotationAt } from '../form/path.js';
import { added, becomes, both, changed, differs, has, leaves, narrows, not, removed } from '../form/when.js';

const TERRAFORM = 'infra.contrib.fluxcd.io/Terraform';

const isApplied: When = (_, __, { to }) => readField(to, 'spec.planOnly') !== true;
const pushDeletes: When = (_, __, { to }) => readField(to, 'spec.deletionPolicy') === 'Delete';
const isManaged: When = (_, __, { to }) => readField(to, 'spec.forProvider') !== undefined;

/** `ShouldDelete`: https://github.com/crossplane/crossplane-runtime/blob/main/pkg/reconciler/managed/policies.go */
const mayDelete = (policies: unknown): boolean =>
  policies === undefined || listOf(policies).some((one) => one === '*' || one === 'Delete');
const deletesNow: When = (was, is) => !mayDelete(was) && mayDelete(is);

/** A policy that makes a later removal destroy something. */
const removalDeletes = (on: EffectRow['on'], at: string, when: When, what: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'notice',
  says: `deletes ${what} from now on when it is removed`,
});

/** What operators stand for outside of the cluster. */
export const outsideRows: readonly EffectRow[] = [
  // https://flux-iac.github.io/tofu-controller/References/terraform/
  {
    on: TERRAFORM,
    at: 'spec.path',
    when: both(changed, isApplied),
    severity: 'warning',
    destroys: 'what its state holds and the new folder does not declare',
    effect: 'the state stays, so the next plan destroys what the new folder does not declare',
    instead: 'read the plan before it is applied: set spec.approvePlan: "" first',
  },
  ...['spec.workspace', 'spec.backendConfig.secretSuffix'].map(
    (at): EffectRow => ({
      on: TERRAFORM,
      at,
      when: both(at === 'spec.workspace' ? differs('default') : changed, isApplied),
      severity: 'warning',
      says: 'uses another state from now on',
      effect: 'the resources in the old state stay without an owner, and the next plan makes all of them a second time',
    }),
  ),
  {
    on: TERRAFORM,
    at: 'spec.targets',
    when: added,
    severity: 'notice',
    says: 'plans only its targets from now on',
    effect: 'the rest of its module is neither made nor changed, and its drift is not seen',
  },
  {
    on: TERRAFORM,
    at: 'spec.approvePlan',
    when: becomes('auto'),
    severity: 'notice',
    says: 'applies its plans without approval from now on',
    effect: 'a plan that destroys something is applied, too',
  },
  removalDeletes(TERRAFORM, 'spec.destroyResourcesOnDeletion', becomes(true), 'all that its Terraform state holds'),
  // `GarbageCollectComposedResources`: https://github.com/crossplane/crossplane/tree/main/internal/controller/apiextensions/composite
  // Without a pipeline: `spec.resources`, which Crossplane has as far as to 1.20.
  ...['spec.resources[name]', 'spec.pipeline[step].input.resources[name]'].map(
    (at): EffectRow => ({
      on: 'apiextensions.crossplane.io/Composition',
      at,
      // What moves to a pipeline is read there.
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
  // A resource that isn't found by its name, and there, is created:
  // https://github.com/crossplane/crossplane-runtime/blob/main/pkg/reconciler/managed/reconciler.go
  {
    on: '*',
    at: annotationAt('crossplane.io/external-name'),
    when: changed,
    severity: 'warning',
    says: 'refers to another external resource',
    effect:
      'the old resource stays without an owner; the provider adopts the new one, or makes it if it does not exist',
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
  // The same of `Sync`: https://github.com/aws-controllers-k8s/runtime/blob/main/pkg/runtime/reconciler.go
  {
    on: '*.services.k8s.aws/*',
    at: 'spec.name',
    when: changed,
    severity: 'warning',
    says: 'refers to another AWS resource',
    effect: 'AWS can rename few resources: the controller refuses the change, or makes a second resource',
  },
  // `DeleteSecretFromProviders`: https://github.com/external-secrets/external-secrets/tree/main/pkg/controllers/pushsecret
  ...(
    [
      ['spec.data[match.remoteRef]', 'match', 'the secret that it has pushed for that entry'],
      ['spec.secretStoreRefs[name]', 'name', 'the secrets that it has pushed to that store'],
    ] as const
  ).map(
    ([at, shows, destroys]): EffectRow => ({
      on: 'external-secrets.io/PushSecret',
      at,
      when: both(removed, pushDeletes),
      shows,
      severity: 'error',
      destroys,
      effect: 'spec.deletionPolicy: Delete deletes from the store what is no longer pushed',
      instead: 'to keep it, set spec.deletionPolicy: None',
    }),
  ),
  // `deleteOutdatedExternalSecrets`:
  // https://github.com/external-secrets/external-secrets/tree/main/pkg/controllers/clusterexternalsecret
  ...['spec.namespaceSelectors', 'spec.namespaceSelector'].map(
    (at): EffectRow => ({
      on: 'external-secrets.io/ClusterExternalSecret',
      at,
      when: both(
        narrows,
        (_, is, { to }) => is !== undefined || readField(to, 'spec.namespaceSelectors') === undefined,
      ),
      severity: 'warning',
      destroys: 'the Secrets in namespaces that it no longer selects',
      effect: 'the operator deletes its ExternalSecrets there, and their Secrets with them',
      instead: 'to keep them, select those namespaces, too',
    }),
  ),
  // `ShouldDelete` of Crossplane, as above: by `deletionPolicy` before Crossplane 2, by `managementPolicies` since 1.14.
  removalDeletes(
    '*',
    'spec.deletionPolicy',
    both(leaves('Orphan'), isManaged),
    'the external resource that it manages, with its data,',
  ),
  removalDeletes(
    '*',
    'spec.managementPolicies',
    both(deletesNow, isManaged),
    'the external resource that it manages, with its data,',
  ),
  // https://aws-controllers-k8s.github.io/docs/guides/deletion-policy/
  removalDeletes(
    '*',
    annotationAt('services.k8s.aws/deletion-policy'),
    leaves('retain'),
    'the AWS resource that it manages',
  ),
  // https://azure.github.io/azure-service-operator/guide/annotations/
  removalDeletes(
    '*',
    annotationAt('serviceoperator.azure.com/reconcile-policy'),
    leaves('detach-on-delete', 'skip'),
    'the Azure resource that it manages',
  ),
  // https://cloud.google.com/config-connector/docs/reference/annotations
  removalDeletes(
    '*',
    annotationAt('cnrm.cloud.google.com/deletion-policy'),
    leaves('abandon'),
    'the Google Cloud resource that it manages',
  ),
  removalDeletes(
    '*',
    annotationAt('cnrm.cloud.google.com/force-destroy'),
    becomes('true'),
    'all that its bucket or dataset holds',
  ),
  // https://external-secrets.io/latest/api/pushsecret/
  removalDeletes(
    'external-secrets.io/PushSecret',
    'spec.deletionPolicy',
    becomes('Delete'),
    'the secrets that it has pushed',
  ),
  // https://cloudnative-pg.io/documentation/current/declarative_database_management/
  removalDeletes('postgresql.cnpg.io/Database', 'spec.databaseReclaimPolicy', becomes('delete'), 'the database'),
  // https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming
  removalDeletes('/PersistentVolume', 'spec.persistentVolumeReclaimPolicy', leaves('Retain'), 'the data on it'),
  // https://kubernetes.io/docs/concepts/storage/volume-snapshots/#lifecycle-of-a-volume-snapshot-and-volume-snapshot-content
  removalDeletes(
    'snapshot.storage.k8s.io/VolumeSnapshotContent',
    'spec.deletionPolicy',
    becomes('Delete'),
    'the snapshot of the volume',
  ),
  // https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention
  removalDeletes(
    'apps/StatefulSet',
    'spec.persistentVolumeClaimRetentionPolicy.whenDeleted',
    becomes('Delete'),
    'its claims, with the data on them,',
  ),
  // https://rook.io/docs/rook/latest-release/CRDs/Cluster/ceph-cluster-crd/#cleanup-policy
  removalDeletes(
    'ceph.rook.io/CephCluster',
    'spec.cleanupPolicy.confirmation',
    becomes('yes-really-destroy-data'),
    "the data on its hosts' disks",
  ),
];

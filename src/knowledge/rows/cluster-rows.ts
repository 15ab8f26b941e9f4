import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { becomes, both, changed, differs, fallsBelow, isShorter, leaves, loses, removed } from '../form/when.js';
import { podSpecs } from '../kubernetes.js';

const RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';
const CERTIFICATE = 'cert-manager.io/Certificate';
const stores = ['external-secrets.io/SecretStore', 'external-secrets.io/ClusterSecretStore'];
const issuers = ['cert-manager.io/Issuer', 'cert-manager.io/ClusterIssuer'];
const HOUR = 3600;

/** A CA that signs itself: what trusts it knows it alone. */
const isRoot: When = (_, __, { to, next, after }) => {
  if (readField(to, 'spec.isCA') !== true) return false;
  const { kind = 'Issuer', name } = fieldsOf(readField(to, 'spec.issuerRef'));
  return after.index
    .ofKind('cert-manager.io', String(kind))
    .some(
      ({ id, holdings }) =>
        id.name === name &&
        (kind === 'ClusterIssuer' || id.namespace === next.id.namespace) &&
        readField(holdings[0].json, 'spec.selfSigned') !== undefined,
    );
};

const root = (at: string, when: When, effect: string): EffectRow => ({
  on: CERTIFICATE,
  at,
  when: both(when, isRoot),
  severity: 'warning',
  says: 'becomes another root CA',
  effect,
  instead: 'revert the change; for another root CA, add a second one, let all clients trust both, and then move over',
});

const scaleOf = (json: JsonObject) => ['replicas', 'ordinals'].map((key) => readField(json, `spec.${key}`) ?? null);

const claimOf = (volume: unknown): unknown => valueAt(volume, ['persistentVolumeClaim', 'claimName']);
const specsOf = (json: unknown, spec: string) => valueAt(json, spec.split('.'));

/**
 * The volumes of pods: by the kind, and where it has the pods' spec.
 * https://kubernetes.io/docs/concepts/storage/volumes/#emptydir
 */
const podRows = ([on, spec]: readonly [string, string]): readonly EffectRow[] => {
  const isElsewhere: When = (was, _, { to }) =>
    objectsOf(valueAt(specsOf(to, spec), ['volumes'])).some((one) => claimOf(one) === claimOf(was));
  /** No container has the volume of a claim any more, while the pod does. */
  const isDropped: When = (was, _, { from, to }) => {
    const name = fieldsOf(was)['name'];
    const [old, now] = [from, to].map((one) =>
      objectsOf(valueAt(specsOf(one, spec), ['volumes'])).find((each) => each['name'] === name),
    );
    const mounts = ['containers', 'initContainers'].flatMap((list) =>
      objectsOf(valueAt(specsOf(to, spec), [list])).flatMap(({ volumeMounts }) => objectsOf(volumeMounts)),
    );
    return claimOf(old) !== undefined && claimOf(old) === claimOf(now) && mounts.every((one) => one['name'] !== name);
  };
  return [
    {
      on,
      at: `${spec}.volumes[name]`,
      when: (was, is, sides) =>
        claimOf(was) !== undefined && fieldsOf(is)['emptyDir'] !== undefined && !isElsewhere(was, is, sides),
      shows: 'persistentVolumeClaim',
      severity: 'warning',
      says: 'keeps its data in the pod from now on',
      effect: 'an emptyDir starts empty and is deleted with the pod; nothing reads the data on the claim any more',
    },
    {
      on,
      at: `${spec}.containers[name].volumeMounts[mountPath]`,
      when: both(removed, isDropped),
      shows: 'name',
      severity: 'warning',
      says: 'no longer mounts its claim',
      effect: 'what the container writes there is lost when it restarts; nothing reads the data on the claim any more',
    },
  ];
};

const velero = 'existing backups stay in the old place, and Velero can no longer restore or expire them';
const otherPlace = (on: string, at: string, chart?: string): EffectRow => ({
  on,
  at,
  when: differs(''),
  ...(chart === undefined ? {} : { chart }),
  severity: 'warning',
  says: 'looks for backups in another place',
  effect: velero,
  instead: 'revert the change, move the backups, or add a second location and keep this one',
});

/** What runs in the cluster, and options of addons. */
export const clusterRows: readonly EffectRow[] = [
  // https://cert-manager.io/docs/usage/certificate/
  root(
    'spec.privateKey.rotationPolicy',
    becomes('Always'),
    'with each renewal the CA gets another key, and clients that trust the old one refuse its certificates',
  ),
  root(
    'spec.commonName',
    changed,
    'cert-manager issues the root again under the other name, and clients that trust the old one refuse its certificates',
  ),
  ...['algorithm', 'size'].map((field) =>
    root(
      `spec.privateKey.${field}`,
      changed,
      'cert-manager issues the root again with another key, or cannot issue it again with rotationPolicy: Never',
    ),
  ),
  // https://cert-manager.io/docs/configuration/acme/ and https://letsencrypt.org/docs/staging-environment/
  {
    on: issuers,
    at: 'spec.acme.server',
    when: both(changed, (_, is) => /staging/.test(String(is))),
    severity: 'warning',
    says: 'issues only test certificates from now on',
    effect:
      'browsers trust no certificate of a staging server; existing certificates are replaced when they are renewed',
  },
  {
    on: issuers,
    at: 'spec.acme.server',
    when: both(changed, (_, is) => !/staging/.test(String(is))),
    severity: 'notice',
    says: 'issues from another CA from now on',
    effect: 'existing certificates stay until they are renewed; CAA records and clients must allow the new CA',
  },
  // https://external-secrets.io/latest/provider/aws-access/
  ...['service', 'region'].map(
    (field): EffectRow => ({
      on: stores,
      at: `spec.provider.aws.${field}`,
      when: changed,
      severity: 'warning',
      says: 'reads from another place',
      effect:
        'if a secret is not in the new place, its ExternalSecrets fail; those with deletionPolicy: Delete also delete their Secrets',
      instead: 'copy the secrets first, or add a second store',
    }),
  ),
  // https://external-secrets.io/latest/guides/ownership-deletion-policy/
  {
    on: ['external-secrets.io/ExternalSecret'],
    at: 'spec.target.deletionPolicy',
    when: becomes('Delete'),
    severity: 'notice',
    says: 'deletes its Secret from now on when the provider has none of its secrets any more',
  },
  // test/live/field-changes.test.ts
  {
    on: 'apps/StatefulSet',
    at: 'spec.persistentVolumeClaimRetentionPolicy.whenScaled',
    // With fewer replicas in the same change, claims go, and another row says that.
    when: both(becomes('Delete'), (_, __, { from, to }) => equalJson(scaleOf(from), scaleOf(to))),
    severity: 'notice',
    says: 'deletes the claims of removed pods from now on when it gets fewer replicas',
  },
  // https://kubernetes.io/docs/concepts/storage/volume-snapshot-classes/#deletionpolicy
  {
    on: 'snapshot.storage.k8s.io/VolumeSnapshotClass',
    at: 'deletionPolicy',
    when: leaves('Retain'),
    severity: 'notice',
    says: 'deletes new snapshots from now on with their VolumeSnapshots',
    effect: 'existing snapshots keep their policy',
  },
  ...Object.entries(podSpecs).flatMap(podRows),
  // https://karpenter.sh/docs/concepts/nodepools/ and https://karpenter.sh/docs/concepts/disruption/
  {
    on: 'karpenter.sh/NodePool',
    at: 'spec.limits.cpu',
    when: becomes(0, '0'),
    severity: 'warning',
    says: 'no longer makes nodes',
    effect: 'existing nodes stay, but a node that is removed is not replaced: pods stay pending',
  },
  {
    on: 'karpenter.sh/NodePool',
    at: 'spec.template.spec.expireAfter',
    when: fallsBelow(HOUR),
    severity: 'warning',
    says: 'replaces its nodes again and again',
    effect: 'Karpenter drains each node at that age, whatever its budgets allow',
  },
  {
    on: 'karpenter.sh/NodePool',
    at: 'spec.template.spec.requirements[key]',
    when: (was, is, sides) =>
      [was, is].every((one) => fieldsOf(one)['operator'] === 'In') &&
      loses(fieldsOf(was)['values'], fieldsOf(is)['values'], sides),
    shows: 'values',
    severity: 'notice',
    says: 'replaces nodes that no longer fit',
    effect: 'Karpenter treats nodes that do not meet the requirement as drifted, and drains them within its budgets',
  },
  // https://github.com/aws/karpenter-provider-aws/blob/main/charts/karpenter/values.yaml
  {
    on: RELEASE,
    at: 'spec.values.replicas',
    when: becomes(0),
    chart: 'karpenter',
    severity: 'warning',
    says: 'stops Karpenter',
    effect: 'Karpenter no longer makes, replaces or removes nodes: pods stay pending',
  },
  // https://velero.io/docs/main/api-types/backupstoragelocation/
  ...['bucket', 'prefix'].flatMap((field) => [
    otherPlace('velero.io/BackupStorageLocation', `spec.objectStorage.${field}`),
    otherPlace(RELEASE, `spec.values.configuration.backupStorageLocation[name].${field}`, 'velero'),
  ]),
  {
    on: RELEASE,
    // https://github.com/vmware-tanzu/helm-charts/blob/main/charts/velero/templates/schedule.yaml
    at: 'spec.values.schedules.*',
    when: removed,
    chart: 'velero',
    shows: 'schedule',
    severity: 'warning',
    says: 'no longer makes the backups of a schedule',
    effect: 'Helm deletes the Schedule; its backups stay until they expire, and no more are made',
    instead: 'keep the schedule, or check that another one has the same namespaces',
  },
  // https://velero.io/docs/main/how-velero-works/#set-a-backup-to-expire
  ...(
    [
      ['velero.io/Schedule', 'spec.template.ttl'],
      [RELEASE, 'spec.values.schedules.*.template.ttl'],
    ] as const
  ).map(
    ([on, at]): EffectRow => ({
      on,
      at,
      when: isShorter,
      ...(on === RELEASE ? { chart: 'velero' } : {}),
      severity: 'notice',
      says: 'keeps new backups for a shorter time',
      effect: 'existing backups expire as before',
    }),
  ),
  // https://kubernetes-sigs.github.io/external-dns/latest/docs/registry/txt/ and
  // https://kubernetes-sigs.github.io/external-dns/latest/docs/flags/
  {
    on: RELEASE,
    at: 'spec.values.sources',
    when: both(loses, (_, is, { to }) => is !== undefined && readField(to, 'spec.values.policy') === 'sync'),
    chart: 'external-dns',
    severity: 'warning',
    destroys: 'the DNS records of a source',
    effect: 'with policy: sync, ExternalDNS deletes the records of host names that no source has any more',
    instead: 'to keep them, keep the source, or set policy: upsert-only',
  },
  {
    on: RELEASE,
    at: 'spec.values.txtOwnerId',
    when: differs('default'),
    chart: 'external-dns',
    severity: 'warning',
    says: 'no longer owns the DNS records that it has made',
    effect: 'ExternalDNS neither updates nor deletes records of another owner, and does not overwrite them',
  },
  {
    on: RELEASE,
    at: 'spec.values.provider.name',
    when: changed,
    chart: 'external-dns',
    severity: 'warning',
    says: 'writes to another DNS provider',
    effect: 'the records at the old one stay as they are, and nothing updates them',
  },
  {
    on: RELEASE,
    at: 'spec.values.policy',
    when: (was, is) => is === 'sync' && was !== undefined && was !== 'sync',
    chart: 'external-dns',
    severity: 'notice',
    says: 'deletes DNS records from now on',
    effect: 'the next run of ExternalDNS deletes the records that it owns and whose host names nothing has any more',
  },
  // https://github.com/goauthentik/helm/blob/main/charts/authentik/values.yaml
  ...['name', 'host'].map(
    (field): EffectRow => ({
      on: RELEASE,
      at: `spec.values.authentik.postgresql.${field}`,
      when: changed,
      chart: 'authentik',
      severity: 'warning',
      says: 'uses another database from now on',
      effect:
        'authentik starts with what that database contains, which may be nothing; users, applications and sessions stay in the old one',
    }),
  ),
];

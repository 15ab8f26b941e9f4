import { listOf, objectsOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { both } from '../form/when.js';
import { isStateful, majorOf, nameOfImage, tagOf } from './stateful-charts.js';
import { olderData } from './value-rows.js';

const PODS = 'spec.template.spec';

/** Numbers at the start of a version or tag: `v18.2.4-1` has 18, 2 and 4. */
const numbersOf = (version: unknown): readonly number[] =>
  (/^v?(\d+(?:\.\d+)*)/.exec(String(version ?? ''))?.[1] ?? '').split('.').filter(Boolean).map(Number);

/** Whether the first numbers of a version get lower: 1 compares the major, 2 the minor version, too. */
const lower =
  (parts: 1 | 2, read: (value: unknown) => unknown = (value) => value): When =>
  (was, is) => {
    const [old, now] = [was, is].map((one) => numbersOf(read(one)).slice(0, parts));
    const at = old!.findIndex((part, index) => part !== now![index]);
    return at >= 0 && now![at] !== undefined && now![at] < old![at]!;
  };

/** The same repository, and so the same scheme of tags. */
const sameImage: When = (was, is) => {
  const [old, now] = [was, is].map(nameOfImage);
  return old !== undefined && old === now;
};
const ofDatabase: When = (was) => isStateful(nameOfImage(was));
const ofPostgres: When = (was) => /^postgres(?:ql)?$/.test(nameOfImage(was) ?? '');
const isNewer: When = (was, is) => majorOf(tagOf(is)) > majorOf(tagOf(was));

const keepsData: When = (_, __, { from, to }) =>
  [from, to].every((json) => {
    const volumes = objectsOf(readField(json, `${PODS}.volumes`));
    return (
      listOf(readField(json, 'spec.volumeClaimTemplates')).length > 0 ||
      volumes.some((one) => valueAt(one, ['persistentVolumeClaim']) !== undefined)
    );
  });

const refuses = (on: EffectRow['on'], at: string, when: When, operator: string, effect: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  says: `asks for an older version, which ${operator}`,
  effect,
  instead: 'revert the change; for an older version, move the data to a new cluster',
});
const older = (on: EffectRow['on'], at: string, when: When): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  ...olderData,
});

/** MongoDB writes as the feature compatibility version says, so the server of that version reads its data. */
const isNewerThanData: When = (_, is, { from }) => {
  const written = readField(from, 'spec.featureCompatibilityVersion');
  return written === undefined || lower(2)(written, is, undefined as never);
};

/** Images and versions that go back, and a PostgreSQL that goes forward without an upgrade of its data. */
export const versionRows: readonly EffectRow[] = [
  // https://www.postgresql.org/docs/current/upgrading.html, https://dev.mysql.com/doc/refman/8.4/en/downgrading.html
  older(
    ['apps/StatefulSet', 'apps/Deployment'],
    `${PODS}.containers[name].image`,
    both(lower(1, tagOf), sameImage, ofDatabase),
  ),
  // https://www.postgresql.org/docs/current/upgrading.html
  {
    on: ['apps/StatefulSet', 'apps/Deployment'],
    at: `${PODS}.containers[name].image`,
    when: both(isNewer, sameImage, ofPostgres, keepsData),
    severity: 'warning',
    says: 'runs a newer major version of PostgreSQL on the data of the old one',
    effect: 'the newer server refuses the data directory of an older major version, or starts with an empty one',
    instead: 'upgrade the data first, by pg_upgrade or by a dump that the newer server restores',
  },
  // `validateImageChange`: https://github.com/cloudnative-pg/cloudnative-pg/blob/main/internal/webhook/v1/cluster_webhook.go
  refuses(
    'postgresql.cnpg.io/Cluster',
    'spec.imageName',
    both(lower(1, tagOf), sameImage),
    'CloudNativePG refuses',
    "an older major version can't read the data, so the apply fails if the operator's webhook is installed",
  ),
  refuses(
    'postgresql.cnpg.io/Cluster',
    'spec.imageCatalogRef.major',
    lower(1),
    'CloudNativePG refuses',
    "an older major version can't read the data, so the apply fails if the operator's webhook is installed",
  ),
  // `IsBiggerPostgresVersion`: https://github.com/zalando/postgres-operator/blob/master/pkg/cluster/cluster.go
  refuses(
    'acid.zalan.do/postgresql',
    'spec.postgresql.version',
    lower(1),
    "Zalando's operator ignores",
    'the operator only goes to a newer version: the cluster stays at the one that it has',
  ),
  // https://strimzi.io/docs/operators/latest/deploying#assembly-downgrade-str
  ...['version', 'metadataVersion'].map((field) =>
    refuses(
      'kafka.strimzi.io/Kafka',
      `spec.kafka.${field}`,
      lower(2),
      'Strimzi may refuse',
      'an older Kafka reads no metadata of a newer version, and what only the newer one knows is lost with an older metadata version',
    ),
  ),
  // https://www.mongodb.com/docs/manual/release-notes/8.0-downgrade-replica-set/
  older('mongodbcommunity.mongodb.com/MongoDBCommunity', 'spec.version', both(lower(2), isNewerThanData)),
  older('psmdb.percona.com/PerconaServerMongoDB', 'spec.image', both(lower(2, tagOf), sameImage)),
  // https://dev.mysql.com/doc/refman/8.4/en/downgrading.html
  older('pxc.percona.com/PerconaXtraDBCluster', 'spec.pxc.image', both(lower(2, tagOf), sameImage)),
  // https://www.rabbitmq.com/docs/upgrade
  older('rabbitmq.com/RabbitmqCluster', 'spec.image', both(lower(2, tagOf), sameImage)),
  // https://rook.io/docs/rook/latest-release/Upgrade/ceph-upgrade/
  {
    ...older('ceph.rook.io/CephCluster', 'spec.cephVersion.image', both(lower(1, tagOf), sameImage)),
    effect: "daemons of an older major version don't read what newer ones have written: they refuse to start, or worse",
    instead: 'to go on with the data, leave the version as it is',
  },
  // https://docs.crossplane.io/latest/packages/providers/, https://github.com/crossplane/crossplane/blob/main/internal/controller/pkg/revision/establisher.go
  {
    on: ['pkg.crossplane.io/Provider', 'pkg.crossplane.io/Configuration'],
    at: 'spec.package',
    when: both(lower(2, tagOf), sameImage),
    severity: 'warning',
    says: 'goes back to an older version of its package',
    effect:
      'the CRDs go back, too: fields that only the newer ones have are lost, and a CRD without a version that is stored is refused',
    instead: 'revert the change; to go back, first check that the objects use nothing of the newer version',
  },
];

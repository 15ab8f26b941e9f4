import { fieldsOf, listOf } from '../json/as-shape.js';
import { keepsFewerBackups, movesBackups, pausesBackups, stopsBackups } from './form/backups.js';
import type { When } from './form/effect.js';
import { sameImage, tagOf } from './form/images.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { leavesBalancer } from './form/load-balancers.js';
import { losesDatabase } from './form/lost-with-object.js';
import { pgBackRest } from './form/pg-backrest.js';
import { defineProject } from './form/project.js';
import { asksForSmallerVolumes } from './form/smaller-volumes.js';
import { stopsDatabase } from './form/stopped.js';
import { losesNewerData, lower } from './form/versions.js';
import { becomes, both, keepsFewer, removed } from './form/when.js';

const PXC = 'pxc.percona.com/PerconaXtraDBCluster';
const MONGO = 'psmdb.percona.com/PerconaServerMongoDB';
const POSTGRESQL = 'pgv2.percona.com/PerconaPGCluster';
const MYSQL = 'ps.percona.com/PerconaServerMySQL';
const CLAIM = 'volumeSpec.persistentVolumeClaim.resources.requests.storage';

const claims = ['pxc', 'proxysql', 'psmdb'].flatMap((one) => [`delete-${one}-pvc`, `percona.com/delete-${one}-pvc`]);
const gains =
  (...names: readonly string[]): When =>
  (was, is) =>
    names.some((name) => listOf(is).includes(name) && !listOf(was).includes(name));

/** `retention` takes precedence over `keep`, and the files may stay. */
const countShrinks: When = (was, is, sides) => {
  const [old, now] = [fieldsOf(was), fieldsOf(is)];
  return now['deleteFromStorage'] !== false && keepsFewer(old['count'], now['count'], sides);
};

/** Percona's operators: for MySQL, MongoDB and PostgreSQL. https://docs.percona.com/percona-operators/ */
export const percona = defineProject({
  name: "Percona's operators",
  effects: [
    // https://docs.percona.com/percona-operator-for-postgresql/2.0/delete.html
    losesDatabase(POSTGRESQL),
    // https://docs.percona.com/percona-operator-for-mysql/pxc/delete.html
    losesDatabase(PXC),
    // https://docs.percona.com/percona-operator-for-mysql/ps/delete.html
    losesDatabase(MYSQL),
    // https://docs.percona.com/percona-operator-for-mongodb/delete.html
    losesDatabase(MONGO),
    // https://github.com/percona/everest-operator
    losesDatabase('everest.percona.com/DatabaseCluster'),
    // https://docs.percona.com/percona-operator-for-mysql/pxc/delete.html
    deletesOnRemoval(
      [PXC, MONGO, POSTGRESQL],
      'metadata.finalizers',
      gains(...claims, 'percona.com/delete-pvc'),
      'the claims of its database, with the data on them,',
    ),
    // https://github.com/percona/percona-xtradb-cluster-operator/blob/main/pkg/pxc/service.go
    ...['haproxy.exposePrimary', 'haproxy.exposeReplicas', 'proxysql.expose', 'pxc.expose'].map((one) =>
      leavesBalancer(PXC, `spec.${one}.type`),
    ),
    // https://github.com/percona/percona-server-mongodb-operator/blob/main/pkg/psmdb/service.go
    ...['replsets[name].expose', 'sharding.mongos.expose'].map((one) => leavesBalancer(MONGO, `spec.${one}.type`)),
    // `checkIfPossibleToRemove`:
    // https://github.com/percona/percona-server-mongodb-operator/blob/main/pkg/controller/perconaservermongodb/psmdb_controller.go
    {
      on: MONGO,
      at: 'spec.replsets[name]',
      when: removed,
      shows: 'size',
      severity: 'warning',
      says: 'removes a replica set',
      effect: 'the operator removes it only when it has no database left, and reconciles nothing until then',
      instead: 'move its databases to another shard first',
    },
    ...(
      [
        [PXC, 'spec.backup.schedule[name]'],
        [MONGO, 'spec.backup.tasks[name]'],
      ] as const
    ).flatMap(([on, at]) => [
      // `reconcileBackups`: https://github.com/percona/percona-xtradb-cluster-operator/blob/main/pkg/controller/pxc/backup.go;
      // `reconcileBackupTasks`:
      // https://github.com/percona/percona-server-mongodb-operator/blob/main/pkg/controller/perconaservermongodb/backup.go
      stopsBackups({
        on,
        at,
        when: removed,
        shows: 'name',
        says: 'no longer makes the backups of a schedule',
        effect: 'the operator takes the schedule out; its backups stay, and no more are made',
      }),
      // `GetRetention`: https://github.com/percona/percona-xtradb-cluster-operator/blob/main/pkg/apis/pxc/v1/pxc_types.go and
      // https://github.com/percona/percona-server-mongodb-operator/blob/main/pkg/apis/psmdb/v1/psmdb_types.go
      keepsFewerBackups(
        on,
        `${at}.keep`,
        both(keepsFewer, (_, is) => is !== undefined),
      ),
      keepsFewerBackups(on, `${at}.retention`, countShrinks, 'count'),
    ]),
    pausesBackups({ on: MONGO, at: 'spec.backup.tasks[name].enabled', when: becomes(false) }),
    ...[PXC, MONGO].map((on) =>
      pausesBackups({
        on,
        at: 'spec.backup.pitr.enabled',
        when: (was, is) => was === true && is !== true,
        says: 'no longer keeps what is between two backups',
        instead: 'revert the change if it is not intended',
        effect: 'without the logs of changes, the database can be restored to the time of a backup only',
      }),
    ),
    ...[
      ...['s3.bucket', 'azure.container'].map((field) => [PXC, field] as const),
      ...['s3', 'gcs', 'minio', 'oss'].flatMap((kind) =>
        ['bucket', 'prefix'].map((field) => [MONGO, `${kind}.${field}`] as const),
      ),
      [MONGO, 'azure.container'] as const,
    ].map(([on, field]) => movesBackups(on, `spec.backup.storages.*.${field}`)),
    ...pgBackRest(POSTGRESQL),
    // https://github.com/percona/percona-xtradb-cluster-operator/blob/main/pkg/controller/pxc/volumes.go, and the same for MongoDB
    asksForSmallerVolumes(PXC, `spec.pxc.${CLAIM}`),
    asksForSmallerVolumes(MONGO, `spec.replsets[name].${CLAIM}`),
    // https://www.mongodb.com/docs/manual/release-notes/8.0-downgrade-replica-set/
    losesNewerData(MONGO, 'spec.image', both(lower(2, tagOf), sameImage)),
    // https://dev.mysql.com/doc/refman/8.4/en/downgrading.html
    losesNewerData(PXC, 'spec.pxc.image', both(lower(2, tagOf), sameImage)),
    // https://docs.percona.com/percona-operator-for-mysql/pxc/pause.html
    stopsDatabase([PXC, MONGO, POSTGRESQL, MYSQL], 'spec.pause', becomes(true)),
  ],
});

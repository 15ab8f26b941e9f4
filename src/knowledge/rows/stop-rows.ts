import { components } from '../../flux/components.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { annotationAt } from '../form/path.js';
import { becomes } from '../form/when.js';
import { isScaled } from './workload-rows.js';

/** No amount of a resource, whatever its unit. */
const isNone: When = (was, is) => parseQuantity(is) === 0n && parseQuantity(was) !== 0n;
const toZero: When = (was, is) => is === 0 && was !== 0;

/** A switch that says what it does: its effect is worth a look, no more. */
const stopped = (on: EffectRow['on'], at: string, when: When, says: string, effect: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'notice',
  says,
  effect,
});

/** What no longer runs, and what no longer takes writes. */
export const stopRows: readonly EffectRow[] = [
  // https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#replicas
  stopped(
    ['apps/Deployment', 'apps/StatefulSet'],
    'spec.replicas',
    // Where claims go with the pods, or a controller of Flux stops, that is told, and more.
    (was, is, sides) =>
      toZero(was, is, sides) &&
      !isScaled(was, is, sides) &&
      !components.some((one) => one === sides.object.id.name) &&
      readField(sides.to, 'spec.persistentVolumeClaimRetentionPolicy.whenScaled') !== 'Delete',
    'has no pods from now on',
    'what needs it fails until it has pods again',
  ),
  // `ExceededBy`: https://karpenter.sh/docs/concepts/nodepools/#speclimits
  ...['memory', 'nodes'].map(
    (resource): EffectRow => ({
      on: 'karpenter.sh/NodePool',
      at: `spec.limits.${resource}`,
      when: isNone,
      severity: 'warning',
      says: 'no longer makes nodes',
      effect: 'existing nodes stay, but a node that is removed is not replaced: pods stay pending',
    }),
  ),
  // https://cloudnative-pg.io/documentation/current/declarative_hibernation/ and /fencing/
  stopped(
    'postgresql.cnpg.io/Cluster',
    annotationAt('cnpg.io/hibernation'),
    becomes('on'),
    'stops its database',
    'the operator deletes the pods and keeps the claims; nothing can connect until the annotation is off',
  ),
  stopped(
    'postgresql.cnpg.io/Cluster',
    annotationAt('cnpg.io/fencedInstances'),
    (was, is) => is !== undefined && is !== '[]' && is !== was,
    'stops PostgreSQL in the instances that the annotation names',
    'the pods stay without a server; while the primary is among them, nothing can write',
  ),
  // https://cloudnative-pg.io/documentation/current/replica_cluster/
  {
    on: 'postgresql.cnpg.io/Cluster',
    at: 'spec.replica.enabled',
    when: becomes(true),
    severity: 'warning',
    says: 'becomes a replica of another cluster',
    effect:
      'it takes no more writes, and follows its source; what it has written and the source has not got is lost for clients',
    instead: 'revert the change, or first promote the other cluster and let clients use it',
  },
  // https://docs.percona.com/percona-operator-for-mysql/pxc/pause.html
  stopped(
    [
      'pxc.percona.com/PerconaXtraDBCluster',
      'psmdb.percona.com/PerconaServerMongoDB',
      'pgv2.percona.com/PerconaPGCluster',
      'ps.percona.com/PerconaServerMySQL',
    ],
    'spec.pause',
    becomes(true),
    'stops its database',
    'the operator removes the pods and keeps the claims; nothing can connect until it runs again',
  ),
  // https://github.com/zalando/postgres-operator/blob/master/docs/reference/cluster_manifest.md
  stopped(
    'acid.zalan.do/postgresql',
    'spec.numberOfInstances',
    toZero,
    'stops its database',
    'the operator removes the pods and keeps the claims; nothing can connect until it runs again',
  ),
  // https://kubevirt.io/user-guide/compute/run_strategies/
  ...(
    [
      ['spec.runStrategy', becomes('Halted')],
      ['spec.running', (was, is) => was === true && is === false],
    ] as const satisfies readonly (readonly [string, When])[]
  ).map(([at, when]) =>
    stopped(
      'kubevirt.io/VirtualMachine',
      at,
      when,
      'stops its virtual machine',
      'the guest is shut down; its disks stay',
    ),
  ),
  // https://keda.sh/docs/latest/concepts/scaling-deployments/
  stopped(
    'keda.sh/ScaledObject',
    annotationAt('autoscaling.keda.sh/paused-replicas'),
    becomes('0'),
    'stops its workload',
    'KEDA keeps the workload at no pods, whatever its triggers say, until the annotation is removed',
  ),
];

import { objectsOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { EffectRow, Sides, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { both, changed, leaves, left, removed } from '../form/when.js';

const APPLICATION = 'argoproj.io/Application';
const EXTERNAL = 'external-secrets.io/ExternalSecret';

/** https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/ */
const prunes: When = (_, __, { to }) =>
  readField(to, 'spec.syncPolicy.automated.prune') === true &&
  readField(to, 'spec.syncPolicy.automated.enabled') !== false;

/** Generators that make another value each time, of which there is no copy elsewhere. */
const RANDOM = ['Password', 'UUID', 'SSHKey'];
const makesItself = (json: JsonObject, { after }: Sides): boolean =>
  objectsOf(readField(json, 'spec.dataFrom')).some((one) => {
    const ref = valueAt(one, ['sourceRef', 'generatorRef']);
    const [kind, name] = ['kind', 'name'].map((key) => valueAt(ref, [key]));
    if (kind !== 'ClusterGenerator') return RANDOM.includes(String(kind));
    const found = after.index
      .ofKind('generators.external-secrets.io', 'ClusterGenerator')
      .find(({ id }) => id.name === name);
    return found !== undefined && RANDOM.includes(String(readField(found.holdings[0].json, 'spec.kind')));
  });
const isGenerated: When = (_, __, sides) => makesItself(sides.to, sides);
const isRefreshedBy = (json: JsonObject): boolean => {
  const policy = readField(json, 'spec.refreshPolicy') ?? 'Periodic';
  return policy === 'Periodic' && !/^0[a-z]*$/.test(String(readField(json, 'spec.refreshInterval') ?? '1h'));
};
const isStable: When = (_, __, { from }) => !isRefreshedBy(from);
const isRefreshed: When = (_, is, { to }) => is === 'OnChange' || isRefreshedBy(to);
const nameChanges: When = (was, is, { object }) => (was ?? object.id.name) !== (is ?? object.id.name);

const generated = (at: string, when: When): EffectRow => ({
  on: EXTERNAL,
  at,
  when: both(when, isGenerated),
  severity: 'warning',
  destroys: 'the generated secret, of which there is no other copy',
  effect: 'the generator makes another value: what was encrypted or set up with the old one no longer takes it',
  instead: 'to keep it, leave the field as it is, or first copy the Secret to a store',
});

/** What controllers delete or write elsewhere, by what their objects select and name. */
export const controllerRows: readonly EffectRow[] = [
  // `reconcileMachineDeployments` and `reconcileMachinePools`:
  // https://github.com/kubernetes-sigs/cluster-api/blob/v1.14.2/core/reconcilers/topology/cluster/reconcile_state.go
  ...['machineDeployments', 'machinePools'].map(
    (list): EffectRow => ({
      on: 'cluster.x-k8s.io/Cluster',
      at: `spec.topology.workers.${list}[name]`,
      when: removed,
      shows: 'name',
      severity: 'error',
      destroys: 'the machines of a pool of workers, with the pods on them',
      effect: 'Cluster API deletes the pools that the topology no longer has, and their machines',
      instead: 'to keep them, keep the entry; for fewer machines, set its replicas',
    }),
  ),
  // https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/#automatic-pruning
  ...['source.path', 'source.repoURL', 'source.chart', 'destination.namespace'].map(
    (field): EffectRow => ({
      on: APPLICATION,
      at: `spec.${field}`,
      when: both(changed, prunes),
      severity: 'warning',
      destroys: 'what the Application has applied and the new place does not have',
      effect: 'with syncPolicy.automated.prune, Argo CD deletes what it no longer finds in the source',
      instead: 'to look first, set syncPolicy.automated.prune: false in a change of its own, and read the diff',
    }),
  ),
  // https://argo-cd.readthedocs.io/en/stable/user-guide/application-specification/
  ...['server', 'name'].map(
    (field): EffectRow => ({
      on: APPLICATION,
      at: `spec.destination.${field}`,
      when: changed,
      severity: 'warning',
      says: 'applies to another cluster from now on',
      effect: 'Argo CD makes its objects in the other cluster; those in the old one are no longer kept up to date',
    }),
  ),
  // https://kyverno.io/docs/policy-types/cleanup-policy/
  ...['match', 'exclude', 'conditions'].map(
    (field): EffectRow => ({
      on: ['kyverno.io/ClusterCleanupPolicy', 'kyverno.io/CleanupPolicy'],
      at: `spec.${field}`,
      when: left,
      severity: 'notice',
      says: 'deletes other objects from now on',
      effect: 'Kyverno deletes what the policy selects each time that its schedule comes up',
      instead: 'list the objects that it selects now, or revert the change',
    }),
  ),
  // https://external-secrets.io/latest/api/pushsecret/
  {
    on: 'external-secrets.io/PushSecret',
    at: 'spec.updatePolicy',
    when: leaves('IfNotExists'),
    severity: 'warning',
    destroys: 'secrets that the store already has under its keys',
    effect: 'with updatePolicy: Replace, the default, the operator writes its own value over what is there',
    instead: 'to keep them, leave updatePolicy: IfNotExists',
  },
  // https://external-secrets.io/latest/guides/generator/ and https://external-secrets.io/latest/api/externalsecret/
  generated('spec.target.name', both(nameChanges, isStable)),
  generated('spec.refreshPolicy', both(leaves('CreatedOnce'), isRefreshed)),
];

import type { EffectRow } from './form/effect.js';
import { defineProject } from './form/project.js';
import { removed } from './form/when.js';

/** Cluster API. https://cluster-api.sigs.k8s.io/ */
export const clusterApi = defineProject({
  name: 'Cluster API',
  effects: [
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
  ],
});

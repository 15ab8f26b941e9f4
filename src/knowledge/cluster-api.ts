import type { EffectRow } from './form/effect.js';
import { kindsOf, losesMachines, removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { removed } from './form/when.js';

/** Cluster API. https://cluster-api.sigs.k8s.io/ */
export const clusterApi = defineProject({
  name: 'Cluster API',
  effects: [
    // https://cluster-api.sigs.k8s.io/user/concepts
    losesMachines(kindsOf('cluster.x-k8s.io', 'Cluster', 'Machine', 'MachineDeployment', 'MachinePool', 'MachineSet')),
    // https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
    {
      ...removal('controlplane.cluster.x-k8s.io/*', 'the control plane of the cluster that it manages'),
      except: ['*Template'],
    },
    // https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine
    {
      ...removal('infrastructure.cluster.x-k8s.io/*', 'the infrastructure that it manages'),
      except: ['*Template', '*Identity'],
    },
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

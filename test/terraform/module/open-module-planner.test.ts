import { expect, it, vi } from 'vitest';
import { openModulePlanner } from '../../../src/terraform/module/open-module-planner.js';
import { planModule } from '../../../src/terraform/module/plan-module.js';
import { clusterModules } from './cluster-modules.js';

const contracts = clusterModules.map(({ contract }) => contract);

it('gives each cluster the module that it has by itself', () => {
  const plan = openModulePlanner();
  for (const name of ['dev', 'a', 'eu-central-1.production-with-a-long-name', '0', 'true', 'contract', 'A "b" ${c}']) {
    for (const contract of contracts) {
      for (const tree of ['k8s', 'infra/k8s']) {
        const own = { ...contract, cluster: name };
        expect(plan(own, tree)).toEqual(planModule(own, tree));
      }
    }
  }
});

it('makes the text once for contracts that are equal but for the name', () => {
  const made = vi.fn(planModule);
  const plan = openModulePlanner(made);
  const [first, second] = contracts as [(typeof contracts)[0], (typeof contracts)[0]];
  for (let at = 0; at < 50; at++) plan({ ...first, cluster: `cluster-${at}` }, 'k8s');
  expect(made).toHaveBeenCalledTimes(1);
  plan({ ...second, cluster: 'cluster-0' }, 'k8s');
  expect(made).toHaveBeenCalledTimes(2);
});

it('shares nothing of a contract that holds the name that stands in', () => {
  const [contract] = contracts;
  const own = { ...contract!, namespaces: [{ name: 'any-cluster-0f7c31a9', creator: 'terraform' as const }] };
  const plan = openModulePlanner();
  expect(plan({ ...own, cluster: 'dev' }, 'k8s')).toEqual(planModule({ ...own, cluster: 'dev' }, 'k8s'));
});

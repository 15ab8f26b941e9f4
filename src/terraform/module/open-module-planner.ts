import type { Contract } from '../../contract/index.js';
import { planModule } from './plan-module.js';

/** Plans modules as {@link planModule} does. */
export type ModulePlanner = (contract: Contract, tree: string) => ReadonlyMap<string, string>;

/** In the place of the cluster's name; a contract that holds it by itself shares nothing. */
const STAND_IN = 'any-cluster-0f7c31a9';
/** A name that is printed alike in HCL, Markdown and a shell. */
const PLAIN_NAME = /^[a-z0-9][a-z0-9.-]*$/;

/**
 * Makes a planner for many clusters: the text of contracts that differ only in the cluster's name is made once, and
 * each cluster's name is put into it.
 *
 * @param plan makes the text of one
 */
export const openModulePlanner = (plan: ModulePlanner = planModule): ModulePlanner => {
  const known = new Map<string, readonly (readonly [string, readonly string[]])[]>();
  return (contract, tree) => {
    const { cluster } = contract;
    const key = `${tree}\n${JSON.stringify({ ...contract, cluster: '' })}`;
    if (!PLAIN_NAME.test(cluster) || key.includes(STAND_IN)) return plan(contract, tree);
    let files = known.get(key);
    if (files === undefined) {
      const module = plan({ ...contract, cluster: STAND_IN }, tree);
      files = [...module].map(([name, text]) => [name, text.split(STAND_IN)] as const);
      known.set(key, files);
    }
    return new Map(files.map(([name, parts]) => [name, parts.join(cluster)]));
  };
};

import type { Diagnostic } from '../../diagnostics/index.js';
import { noClusterProblem, openRepository, type RepositoryOptions } from '../open-repository.js';
import { notSeenText } from '../print/in-short.js';
import { viewCluster } from '../view-cluster.js';
import { contractNames } from './contract-names.js';
import { type InferredContract, inferContract } from './infer-contract.js';

export interface InferredCluster extends InferredContract {
  /** What couldn't be seen of the cluster, so that the contract may lack it; empty if all is seen. */
  readonly notSeen: string;
}

export type InferredContracts =
  | { readonly clusters: readonly InferredCluster[] }
  | { readonly problems: readonly Diagnostic[] };

/** Infers the contract of each cluster of a repository in which Flux reads YAML. Writes nothing. */
export const inferContracts = async (options: RepositoryOptions): Promise<InferredContracts> => {
  const repository = await openRepository(options);
  const { roots, written, remote, schemas, terraform } = repository;
  if (roots.length === 0) return { problems: [noClusterProblem(repository)] };
  const errors = terraform.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { problems: errors };
  const names = contractNames(roots);
  return {
    clusters: roots.map((root, at) => {
      const viewed = viewCluster(root, repository);
      return {
        ...inferContract(names[at]!, viewed, { written, remote }, schemas),
        notSeen: notSeenText({ notSeen: viewed.view.notSeen }),
      };
    }),
  };
};

import { compileCluster } from '../compile/compile-cluster.js';
import { openCompileContext } from '../compile/compile-context.js';
import type { Contract } from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { FluxspanError, hasErrors } from '../diagnostics/index.js';
import { isFluxApp } from './flux-app.js';

/**
 * The contract of a cluster, as synth would write it.
 *
 * @throws FluxspanError where the cluster has errors, for then it isn't known
 */
export const contractOf = (cluster: AnyFluxCluster): Contract => {
  const app = cluster.node.root;
  if (!isFluxApp(app)) throw new TypeError(`cluster "${cluster.name}" is part of no FluxApp`);
  const { contract, problems } = compileCluster(app, cluster, openCompileContext(app));
  if (hasErrors(problems)) throw new FluxspanError(problems);
  return contract;
};

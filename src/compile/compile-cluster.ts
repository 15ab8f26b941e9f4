import type { AppSettings } from '../declared/declared-app.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, within } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import { buildCluster } from './build-cluster.js';
import type { CompileContext } from './compile-context.js';
import type { CompiledAddon, CompiledCluster, CompiledObject } from './compiled-cluster.js';
import { findReads } from './find-reads.js';
import { withOfferedKinds } from './offered-kinds.js';
import { outputProblems } from './outputs/output-problems.js';
import { findOutputReads } from './outputs/output-reads.js';
import { planOutputs } from './outputs/plan-outputs.js';
import { patchedTexts } from './patched-texts.js';
import { bootstrapProblems, planBootstrap } from './plan-bootstrap.js';
import { planContract } from './plan-contract.js';
import { quoteVars } from './quote-vars.js';
import { ownersOf } from './text-owners.js';

/** By kind, namespace and name: no order of declaration shows in the tree. */
const compareObjects = (a: CompiledObject, b: CompiledObject): number =>
  compareText(a.kind, b.kind) ||
  compareText(a.group, b.group) ||
  compareText(a.namespace ?? '', b.namespace ?? '') ||
  compareText(a.name, b.name);

/**
 * From a declared cluster to its objects and its contract: the one entry of everything that needs either. Nothing is
 * read or written; what is wrong is in `problems`.
 */
export const compileCluster = (
  app: AppSettings,
  cluster: AnyFluxCluster,
  { ownKinds: ofFiles, project, varSafety, layout, others }: CompileContext,
): CompiledCluster => {
  const ownKinds = withOfferedKinds(ofFiles, cluster.published?.offer);
  const built = buildCluster(app, cluster, { ownKinds, project, layout });
  const brought = others?.(cluster.name);
  const problems: Diagnostic[] = [
    ...built.problems,
    ...built.uncreated.flatMap(({ name, tell, mayBeMade }) =>
      mayBeMade === true ? [] : within({ cluster: cluster.name }, tell(brought?.creatorOf(name))),
    ),
    ...built.unprovided.map(({ group, tell }) => within({ cluster: cluster.name }, tell(brought?.crdsOf(group)))),
    ...layout.problemsOf(cluster.name),
  ];
  const addons = built.addons.map((addon): CompiledAddon => {
    const objects = [...addon.objects].sort(compareObjects);
    const entry = [...addon.entry].sort(compareObjects);
    const patched = patchedTexts({ objects, entry }, ownersOf(addon.known, built.declaredVars));
    return { built: addon, objects, entry, patched };
  });
  const reads = findReads(cluster, addons, built.declaredVars, (problem) => problems.push(problem));
  const outputReads = findOutputReads(addons);
  for (const problem of outputProblems(addons, outputReads, cluster.flux))
    problems.push(within({ cluster: cluster.name }, problem));
  const declared = planContract(cluster, built, reads, (problem) => problems.push(problem));
  const outputs = planOutputs(built.addons, outputReads);
  const bootstrap = planBootstrap(cluster, addons);
  for (const problem of bootstrapProblems(bootstrap, addons)) problems.push(within({ cluster: cluster.name }, problem));
  const { namespaces, ...rest } = declared;
  const contract = {
    ...rest,
    ...(outputs.length === 0 ? {} : { outputs }),
    ...(bootstrap.length === 0 ? {} : { bootstrap }),
    namespaces,
  };
  return {
    app,
    cluster,
    built,
    appLayout: layout,
    layout: layout.of(cluster.name),
    addons: addons.map((addon) => ({
      ...addon,
      ...quoteVars(addon, addon.built, cluster.flux, varSafety),
    })),
    contract,
    ownKinds,
    varSafety,
    others: brought,
    problems,
  };
};

import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { missingProvider, namespaceWithoutCreator } from '../dependencies/diagnostics.js';
import { type Diagnostic, type DiagnosticDefinition, identityOf, within } from '../diagnostics/index.js';
import { type CheckOptions, openCheckContext, openWrittenContext, stateAsApplied } from './context/open-context.js';
import type { RuleState } from './context/rule-state.js';
import { stateOfCluster } from './context/state-of-cluster.js';
import { finishDiagnostics, finishFound, type PrintedDiagnostics } from './finish/finish-diagnostics.js';
import { tellOfSets } from './finish/tell-of-sets.js';
import { withRoot } from './finish/with-root.js';
import { otherDeadlocks } from './flux/deadlock.js';
import { referenceRule } from './flux/reference.js';
import { checkOffer, withoutPlatform } from './offer/check-offer.js';
import type { OtherKustomization } from './order/other-kustomization.js';
import type { TargetName } from './references/index.js';
import { rules } from './registry.js';
import type { CheckContext, Rule } from './rule.js';

/**
 * All problems of a cluster: from the compilation, from the rules, and values that YAML can't represent.
 *
 * @param printed diagnostics of its planned files @default - the cluster isn't planned
 */
export const checkCluster = (
  cluster: CompiledCluster,
  options: CheckOptions = {},
  printed?: PrintedDiagnostics,
): readonly Diagnostic[] => {
  const state = stateOfCluster(cluster);
  const found = runRules(state, options);
  if (state.offer === undefined) return finishDiagnostics(cluster, { compiled: cluster.problems, found, printed });
  const before = options.offerBefore?.(cluster.cluster);
  const offered = checkOffer(openCheckContext(state, options), cluster, state.offer, before);
  const own = withoutPlatform(found, offered);
  // Another namespace is the platform's to make.
  const compiling = cluster.problems.filter(({ code }) => code !== namespaceWithoutCreator.code);
  const compiled = [...compiling, ...own.offered.map((one) => within({ cluster: state.name }, one))];
  return finishDiagnostics(cluster, { compiled, found: own.found, printed });
};

/** What the rules find in a state that the code doesn't declare, in stable order. */
export const checkState = (state: RuleState, options: CheckOptions = {}): readonly Diagnostic[] =>
  finishFound(state.name, runRules(state, options));

const runRules = (written: RuleState, options: CheckOptions): readonly Diagnostic[] => {
  const { asApplied } = options;
  const context = openCheckContext(written, options);
  const ofTree = openWrittenContext(written, options, context);
  const applied = asApplied === undefined ? context : openCheckContext(stateAsApplied(written, asApplied), options);
  const found: Diagnostic[] = [];
  for (const rule of rules as readonly Rule[]) {
    const own = rule.looksAtTree === true ? ofTree : context;
    if (rule.looksAtApplied !== true || asApplied === undefined) {
      found.push(...runRule(rule, own));
      continue;
    }
    const ofApplied = runRule(rule, applied);
    if (ofApplied.length === 0) continue;
    const ofWritten = new Set(runRule(rule, own).map(identityOf));
    // A problem that also exists without the root's changes doesn't come from the root.
    for (const one of ofApplied) found.push(ofWritten.has(identityOf(one)) ? one : withRoot(one, written, asApplied));
  }
  return found;
};

const runRule = ({ check }: Rule, context: CheckContext): readonly Diagnostic[] => {
  const problems: Diagnostic[] = [];
  check(context.state, (problem) => problems.push(problem), context);
  return tellOfSets(problems, context);
};

/** Finds circles through Kustomizations that others write, see {@link otherDeadlocks}. */
export const findOtherDeadlocks = (
  cluster: CompiledCluster,
  others: readonly OtherKustomization[],
): readonly Diagnostic[] => {
  const found: Diagnostic[] = [];
  if (others.length > 0) otherDeadlocks(others, (problem) => found.push(problem), openCheckContext(cluster));
  return found;
};

export { stateOfYaml, type YamlCluster } from './context/state-of-yaml.js';
export { openYamlFolders } from './context/yaml-folders.js';
export type { OtherKustomization };

/** Returns a function that checks whether an addon has an object, or the cluster's code declares that it exists. */
export const openNamed = (cluster: CompiledCluster): ((target: TargetName) => boolean) => {
  const { references } = openCheckContext(cluster);
  return (target) => references.targets.find(target) !== undefined || references.isKnown(target);
};

const codesOfMissing: ReadonlySet<string> = new Set(
  [
    ...(rules as readonly Rule[]).flatMap(({ diagnostics }): readonly DiagnosticDefinition[] => diagnostics),
    namespaceWithoutCreator,
    missingProvider,
  ]
    .filter((one) => one.missesObject === true)
    .map(({ code }) => code),
);

/** Whether a diagnostic says that an object is missing. Files outside of the tree might have it. */
export const missesObject = ({ code }: Diagnostic): boolean => codesOfMissing.has(code);

const codesOfReferences: ReadonlySet<string> = new Set(
  referenceRule.diagnostics.flatMap(({ code }) => (codesOfMissing.has(code) ? code : [])),
);

/** Whether a diagnostic says that an object names another one that is missing. */
export const namesMissing = ({ code }: Diagnostic): boolean => codesOfReferences.has(code);

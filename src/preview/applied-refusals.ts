import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { type Diagnostic, hasErrors } from '../diagnostics/index.js';
import { finishApplied } from '../rules/finish/finish-diagnostics.js';
import { releaseProblems } from '../rules/helm/chart-value.js';
import { fillExamples } from '../rules/schemas/fill-examples.js';
import { openSchemas, type RunSchemas } from '../rules/schemas/find-schemas.js';
import { schemaDiagnostic } from '../rules/schemas/schema-diagnostic.js';
import type { AppliedKustomization, AppliedObject } from './apply-cluster.js';
import { asNumbers } from './exact-integers.js';
import type { GivenInfra } from './given-config-maps.js';

/** What is refused once Flux has substituted. */
export interface AppliedRefusals {
  readonly diagnostics: readonly Diagnostic[];
  /** Those that the API server does not take. */
  readonly refused: ReadonlySet<AppliedObject>;
}

/**
 * Checks the objects as Flux applies them with the given values: by the schemas and rules of their kinds, and the values
 * of each release by its chart. Of the contract's examples the checks of the plan have said it all.
 *
 * @param run those of the plan's checks, which have read most already
 */
export const appliedRefusals = (
  compiled: CompiledCluster,
  kustomizations: readonly AppliedKustomization[],
  infra: GivenInfra,
  run: RunSchemas = openSchemas(),
): AppliedRefusals => {
  const { checker } = run;
  const schemas = run.of(compiled);
  const addons = new Map(compiled.addons.map((addon) => [addon.built.name, addon]));
  const diagnostics: Diagnostic[] = [];
  const refused = new Set<AppliedObject>();
  /** Gives whether an error is left: what is excepted of the plan is excepted here. */
  const report = (problems: readonly Diagnostic[]): boolean => {
    const left = finishApplied(compiled, problems);
    diagnostics.push(...left);
    return hasErrors(left);
  };
  for (const { name, objects } of kustomizations) {
    const addon = addons.get(name);
    // The root's objects are not substituted, so they are those of the plan.
    if (addon === undefined) continue;
    for (const object of objects) {
      const { source, outcome, release } = object;
      // What Flux decrypts is not known here.
      if (outcome.kind !== 'object' || source.json['sops'] !== undefined) continue;
      const applied = asNumbers(outcome.object);
      const version = source.apiVersion.slice(source.apiVersion.indexOf('/') + 1);
      const known = schemas.find(source.group, source.kind);
      if (known !== undefined && Object.hasOwn(known.versions, version)) {
        // For what is known after apply an example stands, which may say nothing but the type.
        const open = infra.unknown.length === 0 ? [] : fillExamples(source, addon.built).open;
        const problems = checker.checkObject(known, version, applied, { open });
        if (report(problems.map((problem) => schemaDiagnostic(problem, source, compiled.cluster)))) refused.add(object);
      }
      if (release !== undefined && !('error' in release.composed)) {
        report(releaseProblems(source, { declared: addon }, asNumbers(release.composed.values) as object, run));
      }
    }
  }
  return { diagnostics, refused };
};

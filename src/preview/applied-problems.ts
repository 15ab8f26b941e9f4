import type { CompiledObject } from '../compile/compiled-cluster.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { AppliedKustomization } from './apply-cluster.js';
import { notApplied, patchesNotRendered } from './diagnostics.js';

/** As kustomize prints a resource: `ConfigMap.v1.[noGrp]/web`. */
const idOf = ({ group, apiVersion, kind, name }: CompiledObject): string =>
  `${kind}.${apiVersion.split('/').at(-1)}.${group === '' ? '[noGrp]' : group}/${name}`;

/** Everything that Flux would not apply, in its own words, and what is not shown as it will be. */
export const appliedProblems = (
  cluster: string,
  kustomizations: readonly AppliedKustomization[],
): readonly Diagnostic[] =>
  // The words of a parser may quote what it reads, so none about a Secret are shown.
  kustomizations.flatMap(({ name, error, unbuilt, objects, leftOut }) => {
    const problems: Diagnostic[] = [];
    const report = (message: string, fix: string, object?: string) =>
      problems.push(
        diagnose(notApplied, {
          message,
          at: { cluster, addon: name, ...(object === undefined ? {} : { object }) },
          fix,
        }),
      );
    if (leftOut.length > 0) {
      problems.push(
        diagnose(patchesNotRendered, {
          message: `Kustomization "${name}" changes its objects by ${leftOut.join(', ')}, and they are shown here without that`,
          at: { cluster, addon: name },
          fix: 'none is needed: Flux puts it in; to see it here, say it in `build` instead',
        }),
      );
    }
    const whole = 'Flux applies nothing of the Kustomization until it is fixed';
    if (error !== undefined) report(`Flux reports: ${error}`, `let Terraform write the ConfigMap; ${whole}`);
    if (unbuilt !== undefined) report(`kustomize fails: ${unbuilt}`, `correct the patch; ${whole}`);
    for (const { source, outcome, release } of objects) {
      if (outcome.kind === 'error') {
        report(
          source.kind === 'Secret'
            ? `Flux can't substitute the vars of '${idOf(source)}'`
            : `Flux reports: post build failed for '${idOf(source)}': envsubst error: ${outcome.message}`,
          whole,
          source.title,
        );
      }
      if (outcome.kind === 'dropped') {
        report(
          `Flux leaves the object out, and deletes what it applied before: its ${outcome.field} is not text any more`,
          'let the var hold what stays text: a letter in front, say',
          source.title,
        );
      }
      if (release !== undefined && 'error' in release.composed) {
        const hasSecret = release.sources.some(({ kind, text }) => kind === 'Secret' && text !== undefined);
        report(
          hasSecret
            ? "helm-controller can't compose its values, and a Secret is among them"
            : `Flux reports: ${release.composed.error}`,
          'the release waits until this is fixed',
          source.title,
        );
      }
    }
    return problems;
  });

import type { ReadableTree } from '../../applied/base-tree.js';
import type { Base } from '../../applied/find-base.js';
import type { Git } from '../../applied/git.js';
import { terraformSteps } from '../../changes/rules/terraform/namespace-creator.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { handoverBlocked, terraformWrites, versionChanged } from '../diagnostics.js';
import { uncommitted } from '../steps/run-handover.js';
import type { Adoption } from './plan-adoption.js';
import { findTerraformWriters, terraformDiagnostic } from './terraform-written.js';
import { readWorking, unixLines } from './working-file.js';

/** Only what git has, as the base has it, is edited or removed. */
export const checkFiles = (
  git: Git,
  { commit, revision }: Base,
  tree: ReadableTree,
  paths: readonly string[],
  edited: ReadonlyMap<string, string>,
): readonly Diagnostic[] => {
  const texts = tree.read(paths);
  const differing = paths.filter((path) => {
    const now = readWorking(git, path);
    // Gone already, in the second step, or written already, in the first.
    return now !== unixLines(texts.get(path)) && now !== unixLines(edited.get(path));
  });
  const dirty = new Set(git.dirty(differing));
  const isBehind = differing.length > 0 && git.tryMergeBase('HEAD', commit) !== commit;
  return differing.map((path) =>
    dirty.has(path) || readWorking(git, path) === undefined
      ? uncommitted(path, true)
      : diagnose(handoverBlocked, {
          message: `"${path}" is not as ${revision} has it${isBehind ? '' : ': this branch has changed it, and handover edits it'}`,
          at: { file: path },
          fix: isBehind
            ? `start from ${revision}: git rebase ${revision}`
            : `revert the change, with git checkout ${commit.slice(0, 12)} -- ${path}, and run handover again; merge the change by itself before the first step, or with the second`,
        }),
  );
};

/** What Terraform would undo, or make again. */
export const checkTerraform = (
  tree: ReadableTree,
  plan: ClusterPlan,
  adoption: Adoption,
  paths: readonly string[],
): readonly Diagnostic[] => {
  const had = new Set(
    [...adoption.before.objects.values()].filter(({ id }) => id.kind === 'Namespace').map(({ id }) => id.name),
  );
  const comes = plan.contract.namespaces.filter(({ creator, name }) => creator === 'addon' && !had.has(name));
  const writers = findTerraformWriters(
    tree,
    paths,
    comes.map(({ name }) => name),
  );
  const imported = plan.contract.namespaces.filter(({ creator, name }) => creator === 'terraform' && had.has(name));
  return [
    ...(writers.length === 0 ? [] : [terraformDiagnostic(plan.cluster, writers)]),
    ...imported.map(({ name }) =>
      diagnose(terraformWrites, {
        message: `the namespace "${name}" becomes Terraform's, and Flux has made it`,
        at: { cluster: plan.cluster, object: `Namespace/${name}` },
        notes: terraformSteps({ name, to: 'terraform' }),
        fix: 'put this block into the root module, apply it with the new contract, then run handover again with --terraform-applied',
      }),
    ),
  ];
};

export const versionsDiffer = (cluster: string, lines: readonly string[], isError: boolean): Diagnostic =>
  diagnose(versionChanged, {
    severity: isError ? 'error' : 'warning',
    message: `adoption would change ${lines.length === 1 ? 'the version of an addon' : `the versions of ${lines.length} addons`}`,
    at: { cluster },
    notes: lines,
    fix: 'paste each version into the settings of its addon, such as web({ version: … }), and adopt; remove them in a separate change; or pass --with-upgrades',
  });

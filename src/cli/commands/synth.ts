import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FluxApp } from '../../cluster/flux-app.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../../diagnostics/index.js';
import type { AskedAhead } from '../../handover/ask-ahead.js';
import type { BaseComparison } from '../../handover/compare-with-base.js';
import type { SynthStep } from '../../handover/handover-step.js';
import { compareTree, type TreeChanges, type TreeProblem } from '../../tree/compare-tree.js';
import { type AppPlan, treeDiagnostics } from '../../tree/plan-app.js';
import { type Args, type Command, type ExitCode, type Io, type Started, UsageError } from '../command.js';
import { openApp } from '../open-app.js';
import { planProject } from '../plan-project.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan synth [--cluster NAME]… [--check] [--force] [--base REV | --no-base] [--json]

Writes the Flux tree of every cluster, and the contract that Terraform must keep.

  --cluster NAME  only this cluster; may be given several times
  --check         write nothing; exit with 1 where the tree is not what the source says, and show the differences
  --force         write files anew that were edited by hand
  --base REV      what Flux has; otherwise the branch that each cluster follows, or the merge base with it
  --no-base       do not compare with what Flux has: changes of owner and removals are not seen
  --json          print the result as JSON`;

interface Result {
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: Pick<TreeChanges, 'added' | 'changed' | 'removed' | 'kept' | 'unchanged'>;
  readonly root: string;
  readonly written: boolean;
  /** For `--json`: what Flux will do with each cluster that differs from its base. */
  readonly owners?: readonly object[];
}

const nothing: Result['changes'] = { added: [], changed: [], removed: [], kept: [], unchanged: 0 };

export const synth: Command = {
  usage,
  options: {
    cluster: { type: 'string', multiple: true },
    check: { type: 'boolean' },
    force: { type: 'boolean' },
    base: { type: 'string' },
    'no-base': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run(args: Args, io: Io, { bundle, asked }: Started): Promise<ExitCode> {
    const check = args.values['check'] === true;
    const opened = await openApp(io.cwd(), bundle);
    if (opened.refused) {
      const { diagnostics } = opened;
      return report({ diagnostics, changes: nothing, root: '', written: false }, undefined, args, io);
    }
    const { app, project } = opened;
    const plan = planProject(app, (args.values['cluster'] ?? []) as readonly string[], project);
    const root = join(project.folder, app.root);
    if (hasErrors(plan.diagnostics)) {
      return report(
        { diagnostics: plan.diagnostics, changes: nothing, root: app.root, written: false },
        plan,
        args,
        io,
      );
    }
    const { step, comparison } = await look(app, plan, project.folder, args, asked);
    const files = step?.files ?? plan.files;
    const changes = compareTree(root, files, plan.scope, { force: args.values['force'] === true, folder: app.root });
    // What is in the way is handed over, with the objects in it: to delete it is what must not be done.
    const hasSecondOwner = step?.hasSecondOwner === true;
    const diagnostics = sortDiagnostics([
      ...plan.diagnostics,
      ...(step?.diagnostics ?? []),
      ...treeDiagnostics(app.root, hasSecondOwner ? notForeign(changes.problems) : changes.problems, changes.kept),
    ]);
    const write = !check && !hasErrors(diagnostics);
    if (write) {
      const { writeTree } = await import('../../tree/write-tree.js');
      writeTree(root, changes, files);
    }
    const asJson = args.values['json'] === true;
    const compared = comparison?.clusters ?? [];
    const next: SynthStep['next'] = step?.next ?? new Map();
    const print = compared.length === 0 ? undefined : await import('../../handover/print-comparison.js');
    const owners = asJson ? (print?.comparisonJson(compared, next) ?? []) : [];
    const code = report({ diagnostics, changes, root: app.root, written: write, owners }, plan, args, io);
    if (asJson) return code;
    if (print !== undefined)
      (hasErrors(diagnostics) ? io.stderr : io.stdout).write(print.printComparison(compared, next));
    if (check) await printDifferences(root, app.root, changes, files, io);
    return code;
  },
};

const notForeign = (problems: readonly TreeProblem[]): readonly TreeProblem[] =>
  problems.filter(({ kind }) => kind !== 'foreign-file');

/** What a change does to the cluster, unless `--no-base` is given. */
const look = async (
  app: FluxApp,
  plan: AppPlan,
  folder: string,
  args: Args,
  asked: AskedAhead | undefined,
): Promise<{ readonly step?: SynthStep; readonly comparison?: BaseComparison }> => {
  const base = args.values['base'] as string | undefined;
  if (args.values['no-base'] === true) {
    if (base !== undefined) throw new UsageError('--base and --no-base exclude each other');
    return {};
  }
  const { lookAtBase } = await import('../../handover/look-at-base.js');
  return lookAtBase(app, plan, { folder, base, check: args.values['check'] === true, asked });
};

const isStale = ({ added, changed, removed, kept }: Result['changes'], check: boolean): boolean =>
  kept.length > 0 || (check && added.length + changed.length + removed.length > 0);

const report = (result: Result, plan: AppPlan | undefined, args: Args, io: Io): ExitCode => {
  const check = args.values['check'] === true;
  const milliseconds = Math.round(performance.now());
  const { changes, diagnostics, written, root, owners = [] } = result;
  const clusters = () =>
    (plan?.clusters ?? []).map(({ cluster, objects, files }) => ({
      name: cluster,
      objects: objects.length,
      files: files.size,
    }));
  const { code, counts, isJson } = reportDiagnostics(diagnostics, args, io, {
    fields: () => ({ written, root, clusters: clusters(), owners, ...changes, problems: undefined }),
    fieldsAfter: () => ({ milliseconds }),
    fails: isStale(changes, check),
  });
  if (isJson) return code;
  if (hasErrors(diagnostics)) {
    io.stderr.write(`${counts}; nothing was written\n`);
    return code;
  }
  for (const [mark, list] of [
    ['+', changes.added],
    ['~', changes.changed],
    ['-', changes.removed],
    ['!', changes.kept],
  ] as const) {
    for (const path of list) io.stdout.write(`${mark} ${result.root}/${path}\n`);
  }
  io.stdout.write(`${summary(changes, check)} in ${milliseconds} ms\n`);
  return code;
};

const summary = (changes: Result['changes'], check: boolean): string => {
  const counts = [
    `${changes.added.length} ${check ? 'missing' : 'added'}`,
    `${changes.changed.length} ${check ? 'out of date' : 'changed'}`,
    `${changes.removed.length} ${check ? 'left over' : 'removed'}`,
    `${changes.kept.length} edited${check ? '' : ' and kept'}`,
    `${changes.unchanged} ${check ? 'up to date' : 'unchanged'}`,
  ];
  const stale = changes.added.length + changes.changed.length + changes.removed.length + changes.kept.length > 0;
  return `${check ? (stale ? 'the tree is stale: ' : 'the tree is up to date: ') : ''}${counts.join(', ')}`;
};

/** Lines of each changed file, as `diff -u` prints them. */
const printDifferences = async (
  folder: string,
  root: string,
  changes: TreeChanges,
  files: ReadonlyMap<string, string>,
  io: Io,
): Promise<void> => {
  const paths = [...changes.changed, ...changes.kept.filter((path) => files.has(path))];
  if (paths.length === 0) return;
  const { createTwoFilesPatch } = await import('diff');
  for (const path of paths) {
    const before = readFileSync(join(folder, path), 'utf8');
    const patch = createTwoFilesPatch(
      `a/${root}/${path}`,
      `b/${root}/${path}`,
      before,
      files.get(path)!,
      undefined,
      undefined,
      { context: 3 },
    );
    io.stdout.write(`\n${patch.replace(/^=+\n/, '')}`);
  }
};

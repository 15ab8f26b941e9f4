import { basename, resolve } from 'node:path';
import { GitAnswers } from '../../applied/git.js';
import { changesJson } from '../../changes/comparison/print-comparison.js';
import { bothStepsHeading, countChanges, printChanges } from '../../changes/print/print-changes.js';
import type { FluxApp } from '../../cluster/flux-app.js';
import { findProjectPlace } from '../../compile/find-project-place.js';
import { layOut } from '../../compile/layout.js';
import { diagnose, failure, hasErrors, type Result, sortDiagnostics, success } from '../../diagnostics/index.js';
import { handoverBlocked } from '../../handover/diagnostics.js';
import { type HandoverOutcome, nothingWritten } from '../../handover/steps/handover-outcome.js';
import { runHandover } from '../../handover/steps/run-handover.js';
import { planWithBase } from '../../synth/plan-with-base.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started, UsageError } from '../command.js';
import { openApp } from '../open-app.js';
import { openRemembered } from '../plan-project.js';
import type { Project } from '../project.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { orderTypeErrors, withoutTwins } from '../type-check/without-twins.js';

const usage = `usage: fluxspan handover [--cluster NAME]… [--from FOLDER] [--base REV] [--terraform-applied] [--with-upgrades]
       fluxspan handover --finish [--cluster NAME]… [--context NAME]… [--base REV]
       fluxspan handover --abort [--cluster NAME]… [--base REV]
                         (all with [--no-typecheck] [--json])

Writes the first of two commits that move objects to another owner and delete nothing: in it, the old owners no longer
prune these objects. When it is merged and Flux has reconciled it, handover --finish writes the second one. Nothing else
does: until then, synth keeps the first step. If TypeScript is installed, handover type-checks the app at the same time,
and writes nothing until that passes.

  --cluster NAME       only this cluster; may be given several times
  --finish             write the second commit, for each cluster whose first step is merged
  --context NAME       with --finish: look in the cluster of this kubeconfig context whether Flux has reconciled the first
                       step, and write nothing until it has; may be given several times. It only reads, by kubectl
  --abort              take the first step back: the old owners prune again, and nothing else changes
  --from FOLDER        adopt a cluster's folder that was written by hand, such as k8s/clusters/dev; after the first step
                       is merged, run it again to write the second one
  --base REV           compare with this revision; otherwise with the branch that the cluster follows, or with your
                       branch's merge base with it
  --terraform-applied  confirm that you have applied the blocks that handover printed: Terraform doesn't undo the first
                       step
  --with-upgrades      with --from: let versions of charts change in the second step
  --no-typecheck       do not type-check the app
  --json               print the result as JSON

Examples:
  fluxspan handover
  fluxspan handover --finish --cluster dev --context dev
  fluxspan handover --from k8s/clusters/dev`;

export const handover: Command = {
  usage,
  options: {
    cluster: { type: 'string', multiple: true },
    finish: { type: 'boolean' },
    context: { type: 'string', multiple: true },
    abort: { type: 'boolean' },
    from: { type: 'string' },
    base: { type: 'string' },
    'terraform-applied': { type: 'boolean' },
    'with-upgrades': { type: 'boolean' },
    'no-typecheck': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run(args: Args, io: Io, { bundle, types }: Started): Promise<ExitCode> {
    askedFor(args);
    const opened = await openApp(io.cwd(), bundle);
    if (opened.refused) {
      const found = opened.diagnostics;
      return report(nothingWritten([...found, ...withoutTwins((await types?.done) ?? [], found)]), args, io);
    }
    const planned = await plan(opened.app, opened.project, args, io.cwd());
    const typeProblems = withoutTwins((await types?.done) ?? [], planned.diagnostics);
    const outcome = { ...planned, diagnostics: orderTypeErrors([...planned.diagnostics, ...typeProblems]) };
    types?.stop();
    // The files are listed before any of them is touched.
    const code = report(outcome, args, io);
    if (code === exit.clean) outcome.write();
    return code;
  },
};

/** The cluster whose folder it is; where none has it, the only one, or the one of its name. */
const clusterAt = (app: FluxApp, { folder }: Project, from: string, cwd: string): Result<string> => {
  const layout = layOut(app, findProjectPlace(folder));
  const clusters = [...layout.clusters.values()];
  const place = resolve(cwd, from);
  const found =
    clusters.find((one) => resolve(folder, layout.root, one.folder) === place) ??
    clusters.find((one) => one.cluster === basename(place)) ??
    (clusters.length === 1 ? clusters[0] : undefined);
  if (found !== undefined) return success(found.cluster);
  return failure(
    diagnose(handoverBlocked, {
      message: `"${from}" is the folder of no cluster of this app`,
      notes: clusters.map((one) => `cluster "${one.cluster}" has the folder "${layout.inProject(one.folder)}"`),
      fix: "give one of these folders, from where you are; or, where a cluster's Flux reads another one, set `path` of the cluster to it, from the repository's root, or choose the cluster with --cluster",
    }),
  );
};

/** What the options ask for. @throws UsageError if they exclude each other */
const askedFor = ({ values }: Args): { how: 'finish' | 'abort' | undefined; contexts: readonly string[] } => {
  const contexts = (values['context'] ?? []) as readonly string[];
  const how = values['finish'] === true ? 'finish' : values['abort'] === true ? 'abort' : undefined;
  if (values['finish'] === true && values['abort'] === true)
    throw new UsageError('--finish and --abort exclude each other');
  if (how !== undefined && values['from'] !== undefined)
    throw new UsageError(
      `--${how} and --from exclude each other: the same --from command writes both steps of an adoption`,
    );
  if (contexts.length > 0 && how !== 'finish') throw new UsageError('--context goes with --finish');
  return { how, contexts };
};

const plan = async (app: FluxApp, project: Project, args: Args, cwd: string): Promise<HandoverOutcome> => {
  const from = args.values['from'] as string | undefined;
  const given = (args.values['cluster'] ?? []) as readonly string[];
  if (from !== undefined && given.length > 1) throw new UsageError('--from takes over one cluster: give one --cluster');
  const { how, contexts } = askedFor(args);
  const at = from === undefined || given.length > 0 ? undefined : clusterAt(app, project, from, cwd);
  if (at?.ok === false) return nothingWritten([at.problem]);
  const clusters = at === undefined ? given : [at.value];
  const remembered = openRemembered(app, project);
  const revision = args.values['base'] as string | undefined;
  const base = { revision };
  const answers = new GitAnswers();
  const planned = await planWithBase(app, clusters, {
    ...remembered.options,
    project: project.folder,
    base,
    answers,
    builds: remembered.builds,
  });
  if (hasErrors(planned.diagnostics)) {
    remembered.save();
    return nothingWritten(planned.diagnostics);
  }
  const options = {
    folder: project.folder,
    base: revision,
    answers,
    terraformApplied: args.values['terraform-applied'] === true,
  };
  if (how !== undefined) {
    remembered.save();
    const { finishHandover } = await import('../../handover/steps/finish-handover.js');
    return finishHandover(app, planned, {
      folder: project.folder,
      base: revision,
      answers,
      how,
      named: given,
      contexts,
    });
  }
  if (from === undefined) {
    remembered.save();
    return runHandover(app, planned, options);
  }
  const { runAdoption } = await import('../../handover/adopt/run-adoption.js');
  const withUpgrades = args.values['with-upgrades'] === true;
  const more = { from, cwd, withUpgrades, builds: remembered.builds };
  const outcome = runAdoption(app, planned.clusters[0]!, planned.compiled[0]!, { ...options, ...more });
  const diagnostics = [...outcome.diagnostics, ...remembered.toolProblems()];
  remembered.save();
  return { ...outcome, diagnostics };
};

const report = (outcome: HandoverOutcome, args: Args, io: Io): ExitCode => {
  const { step, files, clusters, next } = outcome;
  const { code, counts, isJson } = reportDiagnostics(sortDiagnostics(outcome.diagnostics), args, io, {
    fields: () => ({
      step,
      files,
      clusters: clusters.map((one) => ({ cluster: one.cluster, ...changesJson(one.changes) })),
      next,
    }),
  });
  if (isJson) return code;
  if (code !== exit.clean) {
    io.stderr.write(`${counts}; nothing was written\n`);
    return code;
  }
  for (const { mark, path } of files) io.stdout.write(`${mark} ${path}\n`);
  for (const { cluster, before, changes } of clusters) {
    const heading =
      step === 'only' || args.values['finish'] === true
        ? `${cluster}: ${countChanges(changes)}`
        : bothStepsHeading(cluster, changes);
    io.stdout.write(`\n${heading}\n`);
    for (const line of printChanges(changes, before)) io.stdout.write(`  ${line}\n`);
  }
  if (next.length > 0) io.stdout.write(`${files.length > 0 ? '\n' : ''}${next.join('\n')}\n`);
  return code;
};

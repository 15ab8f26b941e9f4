import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitAnswers } from '../../applied/git.js';
import type { AppLayout } from '../../compile/layout.js';
import { type Diagnostic, hasErrors } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import { type SynthResult, synthApp } from '../../synth/synth-app.js';
import { noChanges } from '../../tree/compare-tree.js';
import type { AppPlan } from '../../tree/plan-app.js';
import { acceptedIn, acceptedLine } from '../accepted-images.js';
import { type Args, type Command, type ExitCode, type Io, type Started, UsageError } from '../command.js';
import { listPaths, pathsOf } from '../critical-paths.js';
import { listFiles } from '../list-files.js';
import { openApp } from '../open-app.js';
import { openRemembered } from '../plan-project.js';
import { checkJsonFile, reportDiagnostics, wantsJson } from '../report-diagnostics.js';
import { withoutSaidNotices } from '../said-notices.js';
import { checkStartedByCdk8s, synthForCdk8s } from '../synth-for-cdk8s.js';
import { teamNotices } from '../team-notices.js';
import { readCheckouts, tenantProblems } from '../tenant-checkouts.js';
import { orderTypeErrors, withoutTwins } from '../type-check/without-twins.js';
import { ringProblems, versionProblems } from '../version-problems.js';

const usage = `usage: fluxspan synth [--cluster NAME]… [--check] [--force] [--base REV | --no-base] [--tenant NAME=FOLDER]…
                      [--no-typecheck] [--json] [--json-file FILE]
       fluxspan synth --cdk8s

Writes the Flux tree of every cluster, and the contract that Terraform must satisfy. If TypeScript is installed, synth
type-checks the app at the same time, and writes nothing until that has passed.

  --cluster NAME  only this cluster; may be given several times
  --check         write nothing; if the tree doesn't match the code, show the differences and exit with 1
  --force         rewrite files that were edited by hand
  --base REV      compare with this revision; otherwise with the branch that each cluster follows, or with your
                  branch's merge base with it
  --no-base       compare with nothing: synth doesn't check changes of owner or removals; it still checks how patches
                  in Flux's root change the Kustomizations
  --tenant NAME=FOLDER
                  check this checkout of a tenant's repository, too; what is wrong there keeps nothing from being written
  --no-typecheck  do not type-check the app
  --json          print the result as JSON
  --json-file FILE
                  write the result as JSON to this file, and print it as text
  --cdk8s         write only the objects, to the output of cdk8s: for cdk8s, which runs the app of cdk8s.yaml

Examples:
  fluxspan synth
  fluxspan synth --check               in CI: fails if the tree is stale
  fluxspan synth --cluster dev --no-base`;

export const synth: Command = {
  usage,
  options: {
    cluster: { type: 'string', multiple: true },
    check: { type: 'boolean' },
    force: { type: 'boolean' },
    base: { type: 'string' },
    'no-base': { type: 'boolean' },
    tenant: { type: 'string', multiple: true },
    'no-typecheck': { type: 'boolean' },
    json: { type: 'boolean' },
    'json-file': { type: 'string' },
    cdk8s: { type: 'boolean' },
  },
  async run(args: Args, io: Io, { bundle, asked, blobs, types, names }: Started): Promise<ExitCode> {
    const check = args.values['check'] === true;
    const noBase = args.values['no-base'] === true;
    const revision = args.values['base'] as string | undefined;
    if (noBase && revision !== undefined) throw new UsageError('--base and --no-base exclude each other');
    checkJsonFile(args, io);
    const checkouts = readCheckouts(args, io);
    const isForCdk8s = args.values['cdk8s'] === true;
    if (isForCdk8s) checkStartedByCdk8s(args, io);
    const opened = await openApp(io.cwd(), bundle);
    if (isForCdk8s) {
      types?.stop();
      return synthForCdk8s(opened, args, io);
    }
    if (opened.refused) {
      const found = [...opened.diagnostics, ...(names?.problems ?? [])];
      const diagnostics = [...found, ...withoutTwins((await types?.done) ?? [], found)];
      return report(refused(diagnostics), undefined, [], args, io);
    }
    const { app, project, versions, teams } = opened;
    const remembered = openRemembered(app, project);
    const answers = asked?.answers ?? new GitAnswers(blobs);
    const base = noBase ? undefined : { revision, asked };
    const synthesized = await synthApp(app, {
      ...remembered.options,
      project: project.folder,
      clusters: (args.values['cluster'] ?? []) as readonly string[],
      check,
      force: args.values['force'] === true,
      guard: async (found) => [
        ...(names?.problems ?? []),
        ...ringProblems(versions, app),
        ...withoutTwins((await types?.done) ?? [], found),
      ],
      report: async (plan) => [
        ...remembered.toolProblems(),
        ...(await versionProblems(versions, { app, project: project.folder, plan, base })),
        ...(await tenantProblems(plan.compiled, checkouts)),
        ...teamNotices(teams, plan),
      ],
      base,
      answers,
      builds: remembered.builds,
    });
    types?.stop();
    const diagnostics = orderTypeErrors(synthesized.diagnostics);
    remembered.save();
    blobs?.save(answers.needs);
    const result = { ...synthesized, diagnostics };
    const { compared, next } = result;
    const asJson = args.values['json'] === true;
    if (!asJson) for (const module of names?.written ?? []) io.stdout.write(`~ ${module}\n`);
    const print = compared.length === 0 ? undefined : await import('../../changes/comparison/print-comparison.js');
    const owners = wantsJson(args) ? (print?.comparisonJson(compared, next) ?? []) : [];
    const comparison = asJson ? '' : (print?.printComparison(compared, next) ?? '');
    const said = check || wantsJson(args) ? undefined : withoutSaidNotices(diagnostics, project.folder, io);
    const code = report(
      { ...result, ...said, comparison, modules: names?.written ?? [] },
      result.plan.layout,
      owners,
      args,
      io,
    );
    if (asJson) return code;
    if (check && !hasErrors(result.plan.diagnostics)) {
      // Of what can't be written, the lines that differ say less than the errors.
      const changed = hasErrors(diagnostics) ? [] : result.changes.changed;
      const { kept } = result.changes;
      if (changed.length + kept.length > 0) {
        const { printDifferences } = await import('../print-differences.js');
        const { files } = result;
        const changes = { ...result.changes, changed };
        printDifferences(project.folder, { plan: result.plan, changes, files }, io);
      }
      const hidden = result.changes.changed.length - changed.length;
      if (hidden > 0)
        io.stderr.write(
          `${hidden} more ${hidden === 1 ? 'file differs' : 'files differ'}: synth --check shows how once the errors are fixed\n`,
        );
    }
    if (check && !hasErrors(diagnostics) && isStale(result.changes, check)) {
      io.stdout.write(`\n${whatHelps(result.changes, project.folder)}\n`);
    }
    return code;
  },
};

/** What the report shows of a result. */
type Reported = Pick<SynthResult, 'beside' | 'changes' | 'diagnostics' | 'written'> & {
  readonly plan?: AppPlan;
  /** What Flux will do. */
  readonly comparison: string;
  /** What stands for diagnostics that are left out. */
  readonly line?: string;
  /** Modules of names, which were written before. */
  readonly modules?: readonly string[];
};

/** An app that could not be loaded. */
const refused = (diagnostics: readonly Diagnostic[]): Reported => ({
  diagnostics,
  changes: noChanges,
  written: false,
  beside: [],
  comparison: '',
});

const isStale = ({ added, changed, removed, kept }: SynthResult['changes'], check: boolean): boolean =>
  kept.length > 0 || (check && added.length + changed.length + removed.length > 0);

const report = (
  { beside, changes, comparison, diagnostics, line = '', modules = [], written, plan }: Reported,
  tree: AppLayout | undefined,
  owners: readonly object[],
  args: Args,
  io: Io,
): ExitCode => {
  const check = args.values['check'] === true;
  const { unsigned: _, unlisted: __, lists: ___, ...listed } = changes;
  const milliseconds = Math.round(performance.now());
  const clusters = () => {
    const paths = new Map(pathsOf(plan).map(({ cluster, path }) => [cluster, path]));
    return (plan?.clusters ?? []).map(({ cluster, objects, files }) => ({
      name: cluster,
      objects: objects.length,
      files: files.size,
      levels: paths.get(cluster)?.levels ?? 0,
      criticalPath: paths.get(cluster)?.path ?? [],
    }));
  };
  const accepted = plan === undefined ? [] : acceptedIn(plan);
  const { code, counts, isJson } = reportDiagnostics(diagnostics, args, io, {
    fields: () => ({
      written,
      root: tree?.root ?? '',
      clusters: clusters(),
      owners,
      accepted: accepted.map((image) => ({ ...image, path: printPath(image.path) })),
      ...listed,
      beside: beside.map(({ path }) => path),
    }),
    fieldsAfter: () => ({ milliseconds }),
    fails: isStale(changes, check),
  });
  if (isJson) return code;
  io.stderr.write(line);
  if (hasErrors(diagnostics) && !written) {
    io.stderr.write(`${counts}; nothing ${modules.length === 0 ? '' : 'else '}was written\n${comparison}`);
    return code;
  }
  // What is wrong in the tree of a tenant keeps nothing from being written.
  if (hasErrors(diagnostics)) io.stderr.write(`${counts}\n`);
  (hasErrors(diagnostics) ? io.stderr : io.stdout).write(comparison);
  for (const [mark, list] of [
    ['+', changes.added],
    ['~', changes.changed],
    ['-', changes.removed],
    ['!', changes.kept],
  ] as const) {
    for (const line of listFiles(list, tree, { namesAll: mark === '-' || mark === '!', isShort: mark === '+' }))
      io.stdout.write(`${mark} ${line}\n`);
  }
  for (const { path, isNew } of beside) io.stdout.write(`${isNew ? '+' : '~'} ${path}\n`);
  for (const image of accepted) io.stdout.write(`${acceptedLine(image)}\n`);
  io.stdout.write(`${summary(changes, check)} in ${milliseconds} ms\n`);
  for (const line of listPaths(pathsOf(plan))) io.stdout.write(`${line}\n`);
  return code;
};

const summary = (changes: SynthResult['changes'], check: boolean): string => {
  const counts = [
    `${changes.added.length} ${check ? 'missing' : 'added'}`,
    `${changes.changed.length} ${check ? 'out of date' : 'changed'}`,
    `${changes.removed.length} ${check ? 'left over' : 'removed'}`,
    `${changes.kept.length} edited${check ? '' : ' and kept'}`,
    `${changes.unchanged + changes.headers.length} ${check ? 'up to date' : 'unchanged'}`,
    // Only the first synth of a version with another header has any.
    ...(check || changes.headers.length === 0 ? [] : [`${changes.headers.length} headers rewritten`]),
  ];
  const stale = changes.added.length + changes.changed.length + changes.removed.length + changes.kept.length > 0;
  return `${check ? (stale ? 'the tree is stale: ' : 'the tree is up to date: ') : ''}${counts.join(', ')}`;
};

/** What the user types where the tree isn't what it should be: synth keeps what was edited by hand. */
const whatHelps = ({ added, changed, removed, kept }: SynthResult['changes'], project: string): string => {
  const writes = `Run ${synthCommand(project)} and commit the result.`;
  if (kept.length === 0) return writes;
  const [edit, file, it] = kept.length === 1 ? ['edit', 'file', 'it'] : ['edits', 'files', 'them'];
  const force = '`npx fluxspan synth --force`';
  return added.length + changed.length + removed.length === 0
    ? `Undo the ${edit}, or run ${force} to overwrite the edited ${file}, and commit the result.`
    : `${writes} It keeps the edited ${file}: undo the ${edit}, or run ${force} to overwrite ${it}.`;
};

/** What the user types to write the tree. */
const synthCommand = (project: string): string => {
  const file = join(project, 'package.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /"synth"\s*:\s*"[^"\n]*\bfluxspan\b[^"\n]*\bsynth\b/.test(text) ? '`npm run synth`' : '`npx fluxspan synth`';
};

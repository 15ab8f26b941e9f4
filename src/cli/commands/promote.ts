import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GitAnswers } from '../../applied/git.js';
import type { FluxApp } from '../../cluster/flux-app.js';
import { type Diagnostic, diagnose, hasErrors, sortDiagnostics } from '../../diagnostics/index.js';
import type { HelmOptions } from '../../diff/helm/with-releases.js';
import { runDiff } from '../../diff/run-diff.js';
import { readOurText } from '../../files/read-file.js';
import { replaceFile } from '../../files/replace-file.js';
import { editVersions } from '../../promote/edit-versions.js';
import { valuesNotOnBase } from '../../promote/not-on-base.js';
import { planPromotion, planRings } from '../../promote/plan-promotion.js';
import { printStatus } from '../../promote/print-status.js';
import { linesSince, rolloutStatus } from '../../promote/rollout-status.js';
import { synthApp } from '../../synth/synth-app.js';
import { notPromoted } from '../../versions/diagnostics.js';
import { VERSIONS_FILE } from '../../versions/files.js';
import { parseVersions, type Versions } from '../../versions/parse-versions.js';
import type { Rollout } from '../../versions/ring.js';
import { dayOf, endedHolds, entriesIn, ringFaults } from '../../versions/ring-problems.js';
import { findCacheFolder } from '../cache-folder.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started, UsageError } from '../command.js';
import { loadApp } from '../load-app.js';
import { openApp } from '../open-app.js';
import { openRemembered } from '../plan-project.js';
import type { Project } from '../project.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { reportPromotion } from '../report-promotion.js';
import { ringProblems } from '../version-problems.js';

const usage = `usage: fluxspan promote [NAME]… [--to RING] [--dry-run] [--helm] [--base REV] [--json]
       fluxspan promote [NAME]… --status [--json]
       fluxspan promote [NAME]… --init

Gives the next ring of the app's rollout what the ring before it has: versions, images and settings of versions.yaml. It
writes versions.yaml and the tree of the ring's clusters, and shows by object and field what changes in them. A NAME is one
in versions.yaml; without any, it promotes all names for which the ring is behind. A ring that is held back, or has a newer version, stays
as it is.

  --to RING   the ring that gets the values; needed if more than one ring is behind
  --dry-run   show what would change, and write nothing
  --helm      also show the objects of changed releases, rendered by your helm; it fetches the charts
  --base REV  compare with this revision; otherwise with the branch that each cluster follows, or with your branch's
              merge base with it
  --status    print what each ring has, since which commit, and what is held back, by whom and until when
  --init      give each later ring a value of its own in versions.yaml: the one that all clusters have now
  --json      print the result as JSON

Examples:
  fluxspan promote podinfo              from the first ring to the next one
  fluxspan promote --to prod            all that staging has, and prod doesn't
  fluxspan promote --status`;

export const promote: Command = {
  usage,
  options: {
    to: { type: 'string' },
    'dry-run': { type: 'boolean' },
    helm: { type: 'boolean' },
    base: { type: 'string' },
    status: { type: 'boolean' },
    init: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { min: 0, max: Number.POSITIVE_INFINITY },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    checkUse(args);
    const opened = await openApp(io.cwd(), bundle);
    if (opened.refused) return refuse(opened.diagnostics, args, io);
    const { app, project } = opened;
    const file = join(project.folder, VERSIONS_FILE);
    const faults = [...(app.rollout === undefined ? app.problems : []), ...noRollout(app, file)];
    if (app.rollout === undefined || faults.length > 0) return refuse(faults, args, io);
    const text = readOurText(file) ?? '';
    const versions = parseVersions(text);
    const wrong = [
      ...versions.problems.filter(({ severity }) => severity === 'error'),
      ...ringFaults(versions, app.rollout),
    ];
    if (wrong.length > 0) return refuse(wrong, args, io);
    const given = { app, project, file, text, versions, rollout: app.rollout };
    if (args.values['status'] === true) return status(given, args, io);
    if (args.values['init'] === true) return init(given, args, io);
    return run(given, args, io);
  },
};

interface Given {
  readonly app: FluxApp;
  readonly project: Project;
  /** versions.yaml, absolute. */
  readonly file: string;
  readonly text: string;
  readonly versions: Versions;
  readonly rollout: Rollout;
}

const checkUse = ({ values }: Args): void => {
  const chosen = ['status', 'init', 'to', 'dry-run', 'helm', 'base'].filter((name) => values[name] !== undefined);
  const [alone] = chosen;
  if ((alone === 'status' || alone === 'init') && chosen.length > 1)
    throw new UsageError(`--${alone} and --${chosen[1]} exclude each other`);
};

const noRollout = (app: FluxApp, file: string): readonly Diagnostic[] => {
  if (app.rollout === undefined && app.problems.length === 0) {
    const message = 'the app has no rollout, so there are no rings';
    const fix = "name the rings in order: new FluxApp({ rollout: { dev: ['dev'], prod: ['prod'] } })";
    return [diagnose(notPromoted, { message, fix })];
  }
  if (existsSync(file)) return [];
  const fix = 'write versions.yaml next to cdk8s.yaml: docs/updates.md shows one';
  return [diagnose(notPromoted, { message: 'there is no versions.yaml', at: { file: VERSIONS_FILE }, fix })];
};

const refuse = (diagnostics: readonly Diagnostic[], args: Args, io: Io): ExitCode => {
  const { code, counts, isJson } = reportDiagnostics(sortDiagnostics(diagnostics), args, io, {
    fields: () => ({ written: false }),
  });
  if (!isJson && code !== exit.clean) io.stderr.write(`${counts}; nothing was written\n`);
  return code;
};

const status = ({ project, versions, rollout }: Given, args: Args, io: Io): ExitCode => {
  const { problems } = planRings(versions, rollout, args.positionals);
  if (hasErrors(problems)) return refuse(problems, args, io);
  const today = dayOf(new Date());
  const entries = rolloutStatus(versions, rollout, args.positionals, linesSince(project.folder));
  const names = new Set(entries.map(({ name }) => name));
  const ended = entriesIn(versions)
    .filter(({ name }) => names.has(name))
    .flatMap((entry) => endedHolds(entry, today));
  const { code, isJson } = reportDiagnostics(sortDiagnostics(ended), args, io, { fields: () => ({ entries }) });
  const rings = rollout.map(({ name }) => name);
  if (!isJson) io.stdout.write(`${printStatus(entries, rings, today)}\n`);
  return code;
};

const init = ({ file, text, versions, rollout }: Given, args: Args, io: Io): ExitCode => {
  const { edits, problems } = planRings(versions, rollout, args.positionals);
  const edited = edits.length === 0 ? text : editVersions(text, edits);
  if (edited === undefined) return refuse([cannotEdit([...new Set(edits.map(({ name }) => name))])], args, io);
  if (hasErrors(problems)) return refuse(problems, args, io);
  if (edited !== text) replaceFile(file, edited);
  const names = [...new Set(edits.map(({ name }) => name))];
  const { code, isJson } = reportDiagnostics(problems, args, io, {
    fields: () => ({ written: edited !== text, names }),
  });
  if (isJson) return code;
  io.stdout.write(
    names.length === 0
      ? 'each name has rings already\n'
      : `~ ${VERSIONS_FILE}: ${names.join(', ')}\nnow let the code read them by ring; npx fluxspan synth names each place: in helmChart, version: (ring) => version('${names[0]}', ring)\n`,
  );
  return code;
};

const cannotEdit = (names: readonly string[]): Diagnostic =>
  diagnose(notPromoted, {
    message: `versions.yaml can't be edited for ${names.join(', ')}: a map in braces, an alias or a value of several lines is in the way`,
    at: { file: VERSIONS_FILE },
    fix: 'write each key on a line of its own, as docs/how-to/promote.md shows',
  });

const run = async (given: Given, args: Args, io: Io): Promise<ExitCode> => {
  const { project, file, text, versions, rollout } = given;
  const to = args.values['to'] as string | undefined;
  const isDry = args.values['dry-run'] === true;
  const promotion = planPromotion(versions, rollout, { names: args.positionals, to, today: dayOf(new Date()) });
  const { ring, promoted, edits, problems } = promotion;
  if (hasErrors(problems)) return refuse(problems, args, io);
  if (ring === undefined) {
    const { code, isJson } = reportDiagnostics(sortDiagnostics(problems), args, io, {
      fields: () => ({ written: false, promoted }),
    });
    if (!isJson) io.stdout.write(`nothing to promote${to === undefined ? '' : ` to ${to}`}\n`);
    return code;
  }
  const edited = editVersions(text, edits);
  if (edited === undefined) return refuse([cannotEdit(promoted.map(({ name }) => name))], args, io);
  const loaded = await loadApp(project, undefined, new Map([[file, edited]]));
  if (!('app' in loaded)) return refuse([...problems, ...loaded], args, io);
  const { app } = loaded;
  const declared = new Set(app.clusters.map(({ name }) => name));
  const clusters = ring.clusters.filter((name) => declared.has(name));
  const remembered = openRemembered(app, project);
  const revision = args.values['base'] as string | undefined;
  const answers = new GitAnswers();
  const before = rollout[ring.index - 1]!;
  const from = { ring: before, promoted, versions, clusters: app.clusters, project: project.folder, revision, answers };
  const unseen = valuesNotOnBase(from);
  const result = await synthApp(app, {
    ...remembered.options,
    project: project.folder,
    clusters,
    check: isDry,
    guard: async () => ringProblems(loaded.versions, app),
    base: { revision },
    answers,
    builds: remembered.builds,
  });
  if (hasErrors(result.diagnostics)) {
    remembered.save();
    return refuse([...problems, ...unseen, ...result.diagnostics], args, io);
  }
  if (!isDry) replaceFile(file, edited);
  const shown = await runDiff(app, result.plan, {
    folder: project.folder,
    request: { kind: 'revisions', from: revision, to: undefined },
    clusters,
    builds: remembered.builds,
    helm: helmOptions(args, project),
  });
  remembered.save();
  return reportPromotion(
    { promotion: { ...promotion, problems: [...problems, ...unseen] }, ring, result, shown, isDry },
    args,
    io,
  );
};

const helmOptions = ({ values }: Args, { folder }: Project): HelmOptions | undefined => {
  if (values['helm'] !== true) return undefined;
  const cache = findCacheFolder(folder);
  return { charts: [], cache: cache === undefined ? undefined : join(cache, 'charts') };
};

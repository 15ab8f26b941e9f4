import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FluxApp } from '../../cluster/flux-app.js';
import { type Diagnostic, diagnose, hasErrors, sortDiagnostics, suggest } from '../../diagnostics/index.js';
import { readOurText } from '../../files/read-file.js';
import { replaceFile } from '../../files/replace-file.js';
import { notUpgraded } from '../../upgrade/diagnostics.js';
import { editVersionsFile, NEW_VERSIONS_FILE } from '../../upgrade/edit-versions-file.js';
import { type PackageVersion, packageVersionsIn } from '../../upgrade/package-versions.js';
import { VERSIONS_FILE } from '../../versions/files.js';
import { isNewer } from '../../versions/newer-version.js';
import { parseVersions } from '../../versions/parse-versions.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started } from '../command.js';
import { openApp } from '../open-app.js';
import type { Project } from '../project.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { refreshVersionNames } from '../version-names.js';

const usage = `usage: fluxspan upgrade [NAME]… [--dry-run] [--json]

Takes the versions of the addons that come with fluxspan into versions.yaml: newer ones, and those that it doesn't have. A
NAME is one of versions.yaml; the other charts of its addon and its CRDs go with it. Without any, it takes all. A version that is newer than the package's stays, and so does what
later rings have.

  --dry-run   show what would change, and write nothing
  --json      print the result as JSON

Examples:
  fluxspan upgrade --dry-run     after npm install fluxspan@latest
  fluxspan upgrade karpenter     and karpenter-crd, the CRDs that belong to it`;

export const upgrade: Command = {
  usage,
  options: { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: { min: 0, max: Number.POSITIVE_INFINITY },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const opened = await openApp(io.cwd(), bundle);
    if (opened.refused) return refuse(opened.diagnostics, args, io);
    const { app, project } = opened;
    const file = join(project.folder, VERSIONS_FILE);
    const text = existsSync(file) ? (readOurText(file) ?? '') : NEW_VERSIONS_FILE;
    const versions = parseVersions(text);
    if (hasErrors(versions.problems)) return refuse(versions.problems, args, io);
    const all = packageVersionsIn(app.clusters, versions);
    const unknown = unknownNames(args.positionals, all);
    if (unknown.length > 0) return refuse(unknown, args, io);
    const named = new Set(all.filter(({ name }) => args.positionals.includes(name)).map(projectOf));
    const taken = all.filter(
      (one) =>
        (args.positionals.length === 0 || named.has(projectOf(one))) &&
        (one.theirs === undefined || isNewer('versions', one.ours, one.theirs) === true),
    );
    const edited = editVersionsFile(text, new Map(taken.map(({ name, ours }) => [name, ours])));
    if (edited === undefined) return refuse([cannotEdit(taken)], args, io);
    const isDry = args.values['dry-run'] === true;
    if (!isDry && taken.length > 0) {
      replaceFile(file, edited);
      const { problems } = refreshVersionNames(project, false);
      if (hasErrors(problems)) return refuse(problems, args, io, `${VERSIONS_FILE} was written`);
    }
    return report(taken, { app, project, isDry }, args, io);
  },
};

/** What goes up together: an addon's charts, and the addon of its CRDs. */
const projectOf = ({ addon }: PackageVersion): string => addon.replace(/-crds$/, '');

const unknownNames = (names: readonly string[], all: readonly PackageVersion[]): readonly Diagnostic[] =>
  names
    .filter((name) => !all.some((one) => one.name === name))
    .map((name) =>
      diagnose(notUpgraded, {
        message: `no addon of the package in a cluster takes its version from versions.yaml by the name "${name}"`,
        fix: suggest(
          name,
          all.map((one) => one.name),
        ),
      }),
    );

const cannotEdit = (taken: readonly PackageVersion[]): Diagnostic =>
  diagnose(notUpgraded, {
    message: `versions.yaml can't be edited for ${taken.map(({ name }) => name).join(', ')}: a map in braces, an alias or a value of several lines is in the way`,
    at: { file: VERSIONS_FILE },
    fix: 'write each key on a line of its own, as docs/updates.md shows',
  });

const refuse = (diagnostics: readonly Diagnostic[], args: Args, io: Io, wrote?: string): ExitCode => {
  const { code, counts, isJson } = reportDiagnostics(sortDiagnostics(diagnostics), args, io, {
    fields: () => ({ written: wrote !== undefined }),
  });
  if (!isJson && code !== exit.clean) io.stderr.write(`${counts}; ${wrote ?? 'nothing was written'}\n`);
  return code;
};

interface Done {
  readonly app: FluxApp;
  readonly project: Project;
  readonly isDry: boolean;
}

const report = (taken: readonly PackageVersion[], { app, isDry }: Done, args: Args, io: Io): ExitCode => {
  const isWritten = !isDry && taken.length > 0;
  const { code, isJson } = reportDiagnostics([], args, io, {
    fields: () => ({
      written: isWritten,
      versions: taken.map(({ name, addon, ours, theirs }) => ({ name, addon, from: theirs ?? null, to: ours })),
    }),
  });
  if (isJson) return code;
  const lines = taken.map(({ name, ours, theirs }) =>
    theirs === undefined ? `  + ${name} ${ours}` : `  ~ ${name} ${theirs} → ${ours}`,
  );
  if (taken.length === 0) io.stdout.write('versions.yaml has the versions of the package, or newer ones\n');
  else io.stdout.write(`${VERSIONS_FILE}${isDry ? ', not written' : ''}:\n${lines.join('\n')}\n`);
  if (app.chartVersions === undefined && (taken.length > 0 || !isDry)) io.stdout.write(`\n${READ_IT}\n`);
  else if (isWritten) io.stdout.write(`\n${NEXT}\n`);
  return code;
};

const NEXT =
  'Before a minor or major step, read the page that docs/package-addons.md links. Then look at what changes (npx fluxspan diff), and write it (npx fluxspan synth).';
const READ_IT =
  "the app doesn't read it yet: import chartVersions from imports/versions.ts, and give it to the app: new FluxApp({ chartVersions })";

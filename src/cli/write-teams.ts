import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { GitAnswers } from '../applied/git.js';
import { type Diagnostic, diagnose, hasErrors, sortDiagnostics } from '../diagnostics/index.js';
import { replaceFile, unwritableReason } from '../files/replace-file.js';
import { synthApp } from '../synth/synth-app.js';
import { teamNotEdited, unusedEnvironment } from '../teams/diagnostics.js';
import { parseTeams, type Teams } from '../teams/parse-teams.js';
import { type Args, type ExitCode, exit, type Io } from './command.js';
import { listFiles } from './list-files.js';
import { loadApp } from './load-app.js';
import { openRemembered } from './plan-project.js';
import type { Project } from './project.js';
import { reportDiagnostics } from './report-diagnostics.js';
import { refreshTeamModule } from './team-names.js';
import { ringProblems } from './version-problems.js';

/** A changed file of teams. */
export interface ChangedTeams {
  readonly project: Project;
  /** The file, relative to the project. */
  readonly shown: string;
  readonly text: string;
  /** The team that was changed. */
  readonly name: string;
  /** Whether there was no such file. */
  readonly isNew: boolean;
}

/** What comes next, for people. */
export interface NextSteps {
  readonly title: string;
  readonly steps: readonly string[];
}

export const refuseTeams = (diagnostics: readonly Diagnostic[], args: Args, io: Io): ExitCode => {
  const { code, counts, isJson } = reportDiagnostics(sortDiagnostics(diagnostics), args, io, {
    fields: () => ({ written: false }),
  });
  if (!isJson && code !== exit.clean) io.stderr.write(`${counts}; nothing was written\n`);
  return code;
};

/** Writes a changed file of teams with the module of its names and the tree; nothing of these if there is an error. */
export const writeTeams = async (
  { project, shown, text, name, isNew }: ChangedTeams,
  args: Args,
  io: Io,
  next: (teams: Teams) => NextSteps,
): Promise<ExitCode> => {
  const teams = parseTeams(text, shown);
  if (hasErrors(teams.problems)) return refuseTeams(teams.problems, args, io);
  const file = join(project.folder, shown);
  const module = refreshTeamModule(project.folder, shown, teams, 'writable').problems;
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLink) return refuseTeams([linked(shown)], args, io);
  const reason = unwritableReason(file);
  if (reason !== undefined || module.length > 0)
    return refuseTeams([...module, ...(reason === undefined ? [] : [unwritable(shown, reason)])], args, io);
  const loaded = await loadApp(project, undefined, new Map([[file, text]]));
  if (!('app' in loaded)) return refuseTeams(loaded, args, io);
  const { app } = loaded;
  const isDry = args.values['dry-run'] === true;
  const remembered = openRemembered(app, project);
  const answers = new GitAnswers();
  const result = await synthApp(app, {
    ...remembered.options,
    project: project.folder,
    clusters: [],
    check: isDry,
    guard: async () => ringProblems(loaded.versions, app),
    base: { revision: args.values['base'] as string | undefined },
    answers,
    builds: remembered.builds,
  });
  remembered.save();
  // What the rest of the platform has is for synth to say.
  const isOfTeam = ({ at }: Diagnostic) => at.addon === name || at.file?.startsWith(shown) === true;
  if (hasErrors(result.diagnostics)) {
    const shownOnes = result.diagnostics.filter(
      (one) => one.severity === 'error' || one.ties !== undefined || isOfTeam(one),
    );
    return refuseTeams(shownOnes, args, io);
  }
  const refreshed = isDry ? undefined : refreshTeamModule(project.folder, shown, teams, false);
  if (!isDry) replaceFile(file, text);
  const isRead = loaded.teams.some((one) => one.file === file);
  const diagnostics = sortDiagnostics([
    ...result.diagnostics.filter(isOfTeam),
    ...(refreshed?.problems ?? []),
    ...(isRead ? [] : [notRead(shown, teams)]),
  ]);
  const { added, changed, removed } = result.changes;
  const { title, steps } = next(teams);
  const { code, isJson } = reportDiagnostics(diagnostics, args, io, {
    fields: () => ({ written: !isDry, file: shown, team: name, added, changed, removed, next: steps }),
  });
  if (isJson) return code;
  const lines = [
    `${isNew ? '+' : '~'} ${shown}: ${name}`,
    ...(refreshed?.written ?? []).map((module) => `~ ${module}`),
    ...listFiles(added, result.plan.layout).map((line) => `+ ${line}`),
    ...listFiles(changed, result.plan.layout).map((line) => `~ ${line}`),
    ...listFiles(removed, result.plan.layout, { namesAll: true }).map((line) => `- ${line}`),
    ...result.beside.map(({ path, isNew }) => `${isNew ? '+' : '~'} ${path}`),
    ...(isDry ? ['nothing was written (--dry-run)'] : []),
    '',
    ...(isRead
      ? ['Commit these files, and open a pull request.']
      : [
          `Team "${name}" is in no cluster yet. Whoever has the code of the platform changes it first: docs/how-to/teams-as-data.md#set-it-up-once`,
        ]),
    ...(shown.includes('/') ? [`${shown} may be in a repository of its own: merge it there first.`] : []),
    title,
    ...steps.map((step, index) => `${index + 1}. ${step.replaceAll('\n', '\n     ')}`),
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return code;
};

/** To write it would leave the file that it leads to as it is. */
const linked = (shown: string): Diagnostic =>
  diagnose(teamNotEdited, {
    message: `${shown} is a symbolic link`,
    at: { file: shown },
    fix: 'move the file that it leads to here; or, if that is in the checkout of another repository, delete the link and run npx fluxspan import teams FOLDER',
  });

const unwritable = (shown: string, reason: string): Diagnostic =>
  diagnose(teamNotEdited, {
    message: `${shown} can't be written: ${reason}`,
    at: { file: shown },
    fix: 'give this user the right to write in its folder',
  });

const notRead = (shown: string, { environments }: Teams): Diagnostic =>
  diagnose(unusedEnvironment, {
    message: `no code takes the teams of ${shown}, so they are in no cluster yet`,
    at: { file: shown },
    fix: `import { teamsIn } from '../imports/teams.js', and add them to a stage of each cluster: .stage('tenants', teamsIn('${environments[0]}')); docs/how-to/teams-as-data.md#set-it-up-once shows the lines`,
  });

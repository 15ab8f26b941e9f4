import { type Diagnostic, hasErrors, sortDiagnostics } from '../../diagnostics/index.js';
import { versionNotices } from '../../versions/unread-versions.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started } from '../command.js';
import { type OpenedApp, openApp } from '../open-app.js';
import { planProject } from '../plan-project.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan check [--cluster NAME]… [--json]

Runs every rule over what synth would write, and writes nothing. What lies on the disk and in git is not looked at:
files that were edited, objects that change their owner or go, are for fluxspan synth --check.

  --cluster NAME  only this cluster; may be given several times
  --json          print the result as JSON

Examples:
  fluxspan check --cluster dev`;

export const check: Command = {
  usage,
  options: { cluster: { type: 'string', multiple: true }, json: { type: 'boolean' } },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const opened = await openApp(io.cwd(), bundle);
    const clusters = (args.values['cluster'] ?? []) as readonly string[];
    const { diagnostics } = opened.refused ? opened : checked(opened, clusters);
    const { code, counts, isJson } = reportDiagnostics(diagnostics, args, io);
    if (isJson) return code;
    (code === exit.clean ? io.stdout : io.stderr).write(`${counts === '' ? 'no rule has anything to say' : counts}\n`);
    return code;
  },
};

const checked = (
  { app, project, versions }: Extract<OpenedApp, { readonly refused: false }>,
  clusters: readonly string[],
): { readonly diagnostics: readonly Diagnostic[] } => {
  const { diagnostics, scope } = planProject(app, clusters, project);
  return {
    diagnostics: sortDiagnostics([...diagnostics, ...versionNotices(versions, scope.all && !hasErrors(diagnostics))]),
  };
};

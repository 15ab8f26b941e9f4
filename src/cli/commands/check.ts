import { type Diagnostic, hasErrors } from '../../diagnostics/index.js';
import { printDiagnostics } from '../../diagnostics/print.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started } from '../command.js';
import { loadApp } from '../load-app.js';
import { planProject } from '../plan-project.js';
import { findProject } from '../project.js';

const usage = `usage: fluxspan check [--cluster NAME]… [--json]

Runs every rule over what synth would write, and writes nothing. What lies on the disk and in git is not looked at:
files that were edited, objects that change their owner or go, are for fluxspan synth --check.

  --cluster NAME  only this cluster; may be given several times
  --json          print the result as JSON`;

export const check: Command = {
  usage,
  options: { cluster: { type: 'string', multiple: true }, json: { type: 'boolean' } },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const project = findProject(io.cwd());
    if ('code' in project) return report([project], args, io);
    const app = await loadApp(project, bundle);
    const diagnostics =
      'synth' in app ? planProject(app, (args.values['cluster'] ?? []) as readonly string[], project).diagnostics : app;
    return report(diagnostics, args, io);
  },
};

const report = (diagnostics: readonly Diagnostic[], args: Args, io: Io): ExitCode => {
  const code = hasErrors(diagnostics) ? exit.problems : exit.clean;
  if (args.values['json'] === true) {
    io.stdout.write(`${JSON.stringify({ ok: code === exit.clean, diagnostics }, null, 2)}\n`);
    return code;
  }
  const { text, counts } = printDiagnostics(diagnostics);
  if (text !== '') io.stderr.write(text);
  (code === exit.clean ? io.stdout : io.stderr).write(`${counts === '' ? 'no rule has anything to say' : counts}\n`);
  return code;
};

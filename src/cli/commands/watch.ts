import { type Args, type Command, type ExitCode, exit, type Io, UsageError } from '../command.js';
import { findProject } from '../project.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan watch [--cluster NAME]… [--base REV | --no-base] [--no-typecheck]

Runs synth after each change of a file in the project's folder, until Ctrl-C. While there is an error, it writes
nothing. It checks types after it has written the tree, so that the tree appears immediately; a type error, which stops
synth, shows a few seconds later.

  --cluster NAME  only this cluster; may be given several times
  --base REV      compare with this revision; otherwise with the branch that each cluster follows, or with your
                  branch's merge base with it
  --no-base       compare with nothing: synth doesn't check changes of owner or removals
  --no-typecheck  do not type-check the app

Examples:
  fluxspan watch
  fluxspan watch --cluster dev --no-base`;

export const watch: Command = {
  usage,
  options: {
    cluster: { type: 'string', multiple: true },
    base: { type: 'string' },
    'no-base': { type: 'boolean' },
    'no-typecheck': { type: 'boolean' },
  },
  async run({ values }: Args, io: Io): Promise<ExitCode> {
    const noBase = values['no-base'] === true;
    const revision = values['base'] as string | undefined;
    if (noBase && revision !== undefined) throw new UsageError('--base and --no-base exclude each other');
    const found = findProject(io.cwd());
    if (!found.ok) return reportDiagnostics([found.problem], { values: {} }, io).code;
    const { runWatch } = await import('../watch/run-watch.js');
    const stop = new AbortController();
    const onSignal = (): void => stop.abort();
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
    try {
      const options = {
        clusters: (values['cluster'] ?? []) as readonly string[],
        base: noBase ? (false as const) : revision,
        checksTypes: values['no-typecheck'] !== true,
      };
      await runWatch(found.value, options, io, stop.signal);
    } finally {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    }
    return exit.clean;
  },
};

import { thrownStack, thrownText } from '../diagnostics/thrown.js';
import { type ExitCode, exit, type Io } from './command.js';

/** Says what a bug of fluxspan has thrown, with all that a report needs. @param json into the output, too */
export const reportBug = (
  error: unknown,
  json: boolean,
  { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>,
): ExitCode => {
  if (json) stdout.write(`${JSON.stringify({ ok: false, bug: thrownText(error), diagnostics: [] }, null, 2)}\n`);
  stderr.write(`fluxspan has a bug: ${thrownStack(error) || thrownText(error)}\n`);
  stderr.write('please report it, with the command and this text\n');
  return exit.bug;
};

import { appNotLoaded } from '../cluster/diagnostics.js';
import { diagnose } from '../diagnostics/diagnostic.js';
import { printDiagnostic } from '../diagnostics/print.js';
import { callersNote, isOwnStack, placesInStack } from '../diagnostics/source-place.js';
import { thrownNotes, thrownStack, thrownText } from '../diagnostics/thrown.js';
import { type ExitCode, exit, type Io } from './command.js';
import { missingPeer } from './missing-peer.js';
import { reportBug } from './report-bug.js';

const failedLater = (error: unknown): Parameters<typeof diagnose>[1] => {
  const [source, ...callers] = placesInStack(thrownStack(error));
  return {
    message: `something that the app started failed: ${thrownText(error)}`,
    ...(source === undefined ? {} : { at: { source } }),
    notes: [...thrownNotes(error), ...callersNote(callers)],
    fix: 'await it, or fix it',
  };
};

const unfinished = {
  message: 'the app never finishes: it waits for something that does not come',
  fix: 'look for a top-level `await` in it; the app must be loadable without network and clusters',
};

/**
 * Runs the command line as this process, and ends it. The app that it loads can neither end the process, nor keep it
 * alive, nor write into the command's output; what it leaves behind to fail is told.
 */
export const runProcess = (
  main: (argv: readonly string[], io: Io) => Promise<ExitCode>,
  argv: readonly string[] = process.argv.slice(2),
): void => {
  const { stdout, stderr } = process;
  const exitNow = process.exit.bind(process);
  const write = stdout.write.bind(stdout);
  let done = false;

  /** Has the last word: listeners of the app are asked before this one, and cannot change the code. */
  const end = (code: ExitCode): void => {
    process.on('exit', () => {
      process.exitCode = code;
    });
    exitNow(code);
  };
  const fail = (problem: Parameters<typeof diagnose>[1]): void => {
    done = true;
    const diagnostic = diagnose(appNotLoaded, problem);
    if (argv.includes('--json')) write(`${JSON.stringify({ ok: false, diagnostics: [diagnostic] }, null, 2)}\n`);
    else stderr.write(printDiagnostic(diagnostic));
  };
  const onStreamError = (error: NodeJS.ErrnoException): void => {
    // Who reads has seen enough; the work goes on, and its exit code stands.
    if (error.code === 'EPIPE') return;
    stderr.write(`cannot write the output: ${error.code ?? error.message}\n`);
    end(exit.problems);
  };
  stdout.on('error', onStreamError);
  stderr.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || end(exit.problems));
  // What the app prints is for the person, also where the output is JSON for a program.
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  process.exit = (code) => {
    throw new Error(`it called process.exit(${code ?? ''})`);
  };
  process.on('uncaughtException', (error) => {
    const missing = missingPeer(error);
    if (missing === undefined && isOwnStack(thrownStack(error))) {
      // Where the command has ended, its output is complete.
      const isOpen = !done;
      done = true;
      end(reportBug(error, isOpen && argv.includes('--json'), { stdout: { write }, stderr }));
      return;
    }
    fail(missing ?? failedLater(error));
    end(exit.problems);
  });
  const onExit = (): void => {
    if (done) return;
    fail(unfinished);
    process.exitCode = exit.problems;
  };
  process.on('exit', onExit);
  process.on('beforeExit', () => {
    // Again, so that it comes after the listeners of the app.
    process.removeListener('exit', onExit);
    process.on('exit', onExit);
  });

  const io: Io = {
    stdout: { write, isTTY: stdout.isTTY },
    stderr,
    // Opening it costs, and one command reads it.
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: () => process.cwd(),
  };
  main(argv, io).then(async (code) => {
    done = true;
    for (const flush of [write, stderr.write.bind(stderr)])
      await new Promise<void>((resolve) => flush('', () => resolve()));
    end(code);
  });
};

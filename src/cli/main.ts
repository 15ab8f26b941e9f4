import { parseArgs } from 'node:util';
import { appNotLoaded } from '../cluster/diagnostics.js';
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/did-you-mean.js';
import { isFluxspanError } from '../diagnostics/fluxspan-error.js';
import { type Command, type ExitCode, exit, type Io, type Started, UsageError } from './command.js';
import { commands, type Entry } from './command-list.js';
import { missingFile } from './missing-file.js';
import { missingPeer } from './missing-peer.js';
import { reportBug } from './report-bug.js';
import { reportDiagnostics } from './report-diagnostics.js';

export { runProcess } from './run-process.js';

const list = (names: readonly string[]): string => {
  const width = Math.max(...names.map((name) => name.length));
  return names.map((name) => `  ${name.padEnd(width)}  ${commands[name]!.summary}\n`).join('');
};

const help = (): string =>
  `usage: fluxspan <command> [options]\n\n${list(Object.keys(commands))}\nfluxspan help <command> shows more; fluxspan --version; fluxspan completion bash, zsh or fish\n`;

/** The commands that begin with a word which is none itself: `contract`. */
const groupOf = (word: string): readonly string[] =>
  Object.keys(commands).filter((name) => name.startsWith(`${word} `));

const helpOfGroup = (group: string): string =>
  `usage: fluxspan ${group} <command> [options]\n\n${list(groupOf(group))}\nfluxspan help ${group} <command> shows more\n`;

/** The longest command that the arguments begin with: `synth`, `contract check`. */
const findCommand = (argv: readonly string[]): { name: string; rest: readonly string[] } | undefined => {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(' ');
    if (Object.hasOwn(commands, name)) return { name, rest: argv.slice(words) };
  }
  return undefined;
};

/** The command line as a function: arguments and streams in, exit code out. Nothing is thrown. */
export const main = async (argv: readonly string[], io: Io): Promise<ExitCode> => {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (isFluxspanError(error)) return refuse(error.diagnostics, argv, io);
    const missing = missingPeer(error) ?? missingFile(error);
    if (missing !== undefined) return refuse([diagnose(appNotLoaded, missing)], argv, io);
    const { systemProblem } = await import('./system-problem.js');
    const problem = systemProblem(error, io.cwd);
    if (problem !== undefined) return refuse([problem], argv, io);
    return reportBug(error, argv.includes('--json'), io);
  }
};

/** What a command could not tell in its own report. */
const refuse = (diagnostics: readonly Diagnostic[], argv: readonly string[], io: Io): ExitCode => {
  const values = { json: argv.includes('--json'), 'json-file': jsonFileOf(argv) };
  try {
    return reportDiagnostics(diagnostics, { values }, io, { fails: true }).code;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return exit.usage;
  }
};

/** The arguments of a command that threw were perhaps never parsed. */
const jsonFileOf = (argv: readonly string[]): string | undefined => {
  const at = argv.findIndex((one) => /^--json-file(?:=|$)/.test(one));
  const [, value = argv[at + 1]] = /^--json-file=(.*)$/s.exec(argv[at] ?? '') ?? [];
  return at < 0 ? undefined : value;
};

const optionsOf = ({ options }: Command) => ({ ...options, help: { type: 'boolean', short: 'h' } }) as const;

const UNKNOWN_OPTION = 'ERR_PARSE_ARGS_UNKNOWN_OPTION';

/** The first long option that the command does not have. */
const unknownOption = (rest: readonly string[], command: Command): string | undefined => {
  const options = optionsOf(command);
  const { tokens } = parseArgs({ args: [...rest], options, allowPositionals: true, strict: false, tokens: true });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
  return unknown?.kind === 'option' && unknown.rawName.startsWith('--') ? unknown.name : undefined;
};

const printJson = (result: object): string => `${JSON.stringify(result, null, 2)}\n`;

/**
 * What is wrong stands last, where a person looks, below the first lines of the usage; with `--json` it is JSON, as all
 * else.
 *
 * @param usage an empty text: the message says all
 */
const refuseUsage = (
  message: string,
  { usage, help }: { readonly usage: string; readonly help: string },
  argv: readonly string[],
  io: Io,
): ExitCode => {
  const before = usage === '' ? '' : `${usage.split('\n\n', 1)[0]}\n${help} says more\n\n`;
  if (argv.includes('--json')) io.stdout.write(printJson({ ok: false, usageError: message, diagnostics: [] }));
  else io.stderr.write(`${before}${message}\n`);
  return exit.usage;
};

/** What was asked for, as text or in a member of JSON. */
const tell = (member: 'help' | 'version', text: string, argv: readonly string[], io: Io): ExitCode => {
  io.stdout.write(argv.includes('--json') ? printJson({ ok: true, [member]: text.trimEnd(), diagnostics: [] }) : text);
  return exit.clean;
};

const dispatch = async (argv: readonly string[], io: Io): Promise<ExitCode> => {
  const first = argv[0];
  if (first === undefined) {
    io.stderr.write(help());
    return exit.usage;
  }
  // `help contract check` is `contract check --help`, and `help --json` is `--help --json`.
  if (first === 'help')
    return dispatch(
      argv[1]?.startsWith('-') === false ? [...argv.slice(1), '--help'] : ['--help', ...argv.slice(1)],
      io,
    );
  if (first === '--help' || first === '-h') return tell('help', help(), argv, io);
  if (first === '--version' || first === '-v') {
    const { version } = await import('./version.js');
    return tell('version', `${version}\n`, argv, io);
  }
  if (first === 'completion') return complete(argv, io);
  const found = findCommand(argv);
  if (found === undefined) return refuseName(first, argv, io);
  const entry = commands[found.name]!;
  const started = entry.loadsApp === true && !found.rest.includes('--help') ? await start(entry, found.rest, io) : {};
  const command = await entry.load();
  try {
    const args = parseArgs({
      args: [...found.rest],
      options: optionsOf(command),
      allowPositionals: true,
      strict: true,
    });
    if (args.values['help'] === true) return tell('help', `${command.usage}\n`, argv, io);
    const { min, max } = command.positionals ?? { min: 0, max: 0 };
    // As the shell gives `"$SOURCE"` where nothing set it.
    if (args.positionals.filter((one) => one !== '').length < min) throw new UsageError(missingArgument(command.usage));
    if (args.positionals.length > max) throw new UsageError(`unexpected argument "${args.positionals[max]}"`);
    return await command.run(args as Parameters<Command['run']>[0], io, started);
  } catch (error) {
    const parseError = error instanceof TypeError && 'code' in error ? String(error.code) : '';
    if (!(error instanceof UsageError) && !parseError.startsWith('ERR_PARSE_ARGS')) throw error;
    const message = (error as Error).message.split('\n')[0]!.replace(/\. To specify.*$/, '');
    const unknown = parseError === UNKNOWN_OPTION ? unknownOption(found.rest, command) : undefined;
    const near = unknown === undefined ? undefined : nearest(unknown, Object.keys(command.options));
    const meant = near === undefined ? '' : `; did you mean --${near}?`;
    // esbuild prints its own state if this process ends while it works, and the message is to be the last thing said.
    await started.bundle?.bundle.catch(() => undefined);
    const example = error instanceof UsageError ? error.example : undefined;
    const said = `${message.charAt(0).toLowerCase()}${message.slice(1)}${meant}`;
    return refuseUsage(
      example === undefined ? said : `${said}, as in \`${example}\``,
      { usage: example === undefined ? command.usage : '', help: `fluxspan help ${found.name}` },
      argv,
      io,
    );
  } finally {
    started.types?.stop();
  }
};

/** Says which it is, with the first of the examples. */
const missingArgument = (usage: string): string => {
  const name = /[A-Z][A-Z|-]*/.exec(usage.slice(0, usage.indexOf('\n')).replace(/\[[^\]]*\]/g, ''))?.[0];
  const example = /\nExamples?:\n *(.+)/.exec(usage)?.[1];
  const is = name === undefined ? 'an argument is missing' : `an argument is missing: ${name}`;
  return example === undefined ? is : `${is}, as in \`${example}\``;
};

/** A word that is not a command: a group of them, or a mistake. */
const refuseName = (first: string, argv: readonly string[], io: Io): ExitCode => {
  if (groupOf(first).length > 0) {
    const second = argv[1];
    if (second === '--help' || second === '-h') return tell('help', helpOfGroup(first), argv, io);
    const names = groupOf(first).map((name) => name.slice(first.length + 1));
    const near = second === undefined ? undefined : nearest(second, names);
    const message =
      second === undefined || second.startsWith('-')
        ? `fluxspan ${first} needs a command: ${names.join(', ')}`
        : `fluxspan ${first} has no command "${second}"; ${meantOf(near, names)}`;
    return refuseUsage(message, { usage: helpOfGroup(first), help: `fluxspan help ${first}` }, argv, io);
  }
  const names = [...Object.keys(commands), 'help', 'completion'];
  const message = `fluxspan has no command "${first}"; ${meantOf(nearest(first, names), names)}`;
  return refuseUsage(message, { usage: help(), help: 'fluxspan help' }, argv, io);
};

const meantOf = (near: string | undefined, names: readonly string[]): string =>
  near === undefined ? `it has ${names.join(', ')}` : `did you mean "${near}"?`;

const COMPLETION = `usage: fluxspan completion bash|zsh|fish

Prints a script with which a shell completes commands and their options.

Examples:
  bash  npx fluxspan completion bash > ~/.fluxspan.bash && echo 'source ~/.fluxspan.bash' >> ~/.bashrc
  zsh   npx fluxspan completion zsh > ~/.fluxspan.zsh && echo 'source ~/.fluxspan.zsh' >> ~/.zshrc
  fish  npx fluxspan completion fish > ~/.config/fish/completions/fluxspan.fish

It completes \`fluxspan\`, not \`npx fluxspan\`. For a fluxspan that npx runs, add a function of that name:

  bash, zsh  fluxspan() { npx fluxspan "$@"; }
  fish       function fluxspan; npx fluxspan $argv; end; funcsave fluxspan`;

const complete = async (argv: readonly string[], io: Io): Promise<ExitCode> => {
  const [, shell, ...more] = argv;
  if (shell === '--help' || shell === '-h') return tell('help', `${COMPLETION}\n`, argv, io);
  const { printCompletion, shells } = await import('./completion.js');
  const known = shells.find((one) => one === shell);
  if (known === undefined || more.length > 0) {
    return refuseUsage(
      `give one of ${shells.join(', ')}`,
      { usage: COMPLETION, help: 'fluxspan help completion' },
      argv,
      io,
    );
  }
  const all = await Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const command = await load();
      const { choices = {}, positionals } = command;
      const options = Object.keys(optionsOf(command));
      return { name, summary, options, choices, takesCluster: positionals?.first === 'cluster' };
    }),
  );
  io.stdout.write(printCompletion(known, all));
  return exit.clean;
};

/** Starts what takes other processes: they work while this one loads modules. */
const start = async (entry: Entry, rest: readonly string[], io: Io): Promise<Started> => {
  const bundling = await import('./bundle-app.js');
  // The app imports the module of names, so that is written first.
  const names =
    entry.writesNames === true
      ? await bundling.refreshNames(io.cwd(), rest.includes('--check') || rest.includes('--dry-run'))
      : undefined;
  const bundle = await bundling.startBundling(io.cwd());
  const isOwnBase = rest.some((arg) => /^--(?:no-)?base\b/.test(arg));
  const blobs =
    bundle !== undefined && entry.looksAtBase === true
      ? (await import('./blobs-file.js')).openBlobs(bundle.project.folder)
      : undefined;
  const asks = bundle !== undefined && entry.looksAtBase === true && !isOwnBase;
  const asked = asks ? (await import('../applied/ask-ahead.js')).startAsking(bundle.project.folder, blobs) : undefined;
  const checks = bundle !== undefined && entry.checksTypes === true && !rest.includes('--no-typecheck');
  const types = checks ? (await import('./type-check/start-type-check.js')).startTypeCheck(bundle) : undefined;
  return { bundle, asked, blobs, types, names };
};

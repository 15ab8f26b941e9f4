import type { ParseArgsConfig } from 'node:util';
import type { AskedAhead } from '../applied/ask-ahead.js';
import type { BlobsFile } from './blobs-file.js';
import type { StartedBundle } from './bundle-app.js';
import type { RefreshedNames } from './refresh-module.js';
import type { StartedTypeCheck } from './type-check/start-type-check.js';

/** What every command ends with. */
export const exit = {
  clean: 0,
  /** Diagnostics, or a tree that is not what the source says. */
  problems: 1,
  /** The command was called in a way that it does not know. */
  usage: 2,
  /** A bug of fluxspan. */
  bug: 70,
} as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

/** What a command may touch of its process; tests give their own. */
export interface Io {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
}

/** The arguments as `parseArgs` of node:util gives them. */
export interface Args {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** What was started while the command itself was loaded. */
export interface Started {
  readonly bundle?: StartedBundle | undefined;
  readonly asked?: AskedAhead | undefined;
  /** What earlier runs found in the repository's files. */
  readonly blobs?: BlobsFile | undefined;
  readonly types?: StartedTypeCheck | undefined;
  /** What was made of the names in versions.yaml and teams.yaml. */
  readonly names?: RefreshedNames | undefined;
}

/** One command, in a file of its own. Loading it loads what it needs, so the list of commands holds no module. */
export interface Command {
  /** `fluxspan synth [--check]`, and a line for each option. */
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** How many arguments it takes beside its options. @default - none */
  readonly positionals?: { readonly min: number; readonly max: number; readonly first?: 'cluster' };
  /** What options take, for the completion of a shell, where that is one of a few words. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  run(args: Args, io: Io, started: Started): Promise<ExitCode>;
}

/** Thrown by a command that was called wrongly: the message and the usage are printed, the exit code is 2. */
export class UsageError extends Error {
  /** @param example the call that was meant: the message with it says all, and no usage is printed */
  constructor(
    message: string,
    readonly example?: string,
  ) {
    super(message);
  }
}

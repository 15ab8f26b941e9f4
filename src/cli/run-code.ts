import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script, type ScriptOptions } from 'node:vm';
import { damagedFile } from '../diagnostics/damaged.js';

/** What the build puts here: a hash of the code that writes and reads the bytes, among others. */
declare const FLUXSPAN_CHECKS: string;

/** Where what V8 compiled is kept from one run to the next. */
export interface CodeStore {
  /** Names the kind of this run: another kind calls other functions. Without spaces and line breaks. */
  readonly use: string;
  /** The bytes of an entry; undefined where there is none that can be trusted. */
  read(name: string): Buffer | undefined;
  write(name: string, bytes: Buffer): void;
}

/** A script of this run. */
interface Ran {
  readonly name: string;
  readonly script: Script;
  /** The kinds of runs whose functions are kept already. */
  readonly uses: readonly string[];
}

let store: CodeStore | undefined;
let ran: Ran[] = [];

/** From now on, what V8 compiles is taken from there, and goes there when {@link saveCode} is called. */
export const keepCode = (given: CodeStore): void => {
  store = given;
};

/**
 * Runs the code of a built module: a file with one function, which gets what the module imports, and returns what it
 * exports. What V8 compiled of it in an earlier run is used only where it is of the same text and the same V8, to the
 * byte; in all other cases, V8 compiles the text.
 */
export const runCode = <T>(url: URL, values: readonly unknown[]): T => {
  const file = fileURLToPath(url);
  const bytes = readFileSync(file);
  // The build writes ASCII, which V8 keeps in half of the memory if it is read as such.
  const text = bytes.toString('latin1');
  // By its place too, which is in the stacks of what V8 compiled.
  const id = hashOf(`${process.version} ${process.arch} ${url.href}`, bytes).toString('hex');
  const name = `${basename(file, '.js')}-${id}`;
  const kept = store === undefined ? undefined : read(unwrap(name, store.read(name)));
  // In a stack, its lines are named as those of a module.
  const { script, made } = compile<T>(file, text, {
    filename: url.href,
    ...(kept === undefined ? {} : { cachedData: kept.code }),
  });
  if (store !== undefined) {
    ran.push({ name, script, uses: script.cachedDataRejected === false ? (kept?.uses ?? []) : [] });
  }
  return made(...values);
};

const compile = <T>(path: string, text: string, options: ScriptOptions) => {
  let cause: unknown;
  try {
    const script = new Script(text, options);
    const made: unknown = script.runInThisContext();
    if (typeof made === 'function') return { script, made: made as (...values: readonly unknown[]) => T };
  } catch (error) {
    cause = error;
  }
  throw damagedFile(path, cause);
};

/**
 * Writes down what is new: with the functions that this run has called, since V8 compiles a function at its first call.
 * A run of a kind that is not known yet adds its functions to those of the others.
 */
export const saveCode = (): void => {
  if (store !== undefined) {
    const { use, write } = store;
    for (const { name, script, uses } of ran) {
      if (isNewUse(uses, use)) write(name, wrap(name, print([...uses, use], script.createCachedData())));
    }
  }
  ran = [];
  store = undefined;
};

/** More would hold ever more functions that most runs don't call. */
const MOST_USES = 16;

/** Whether a run of this kind has something to add. @param uses the kinds before it */
export const isNewUse = (uses: readonly string[], use: string): boolean =>
  uses.length < MOST_USES && !uses.includes(use);

/** A line with the kinds of runs, and what V8 compiled. */
const print = (uses: readonly string[], code: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${uses.join(' ')}\n`), code]);

const read = (bytes: Buffer | undefined): { readonly uses: readonly string[]; readonly code: Buffer } | undefined => {
  const end = bytes?.indexOf('\n') ?? -1;
  if (bytes === undefined || end === -1) return undefined;
  return { uses: bytes.toString('latin1', 0, end).split(' '), code: bytes.subarray(end + 1) };
};

/** V8 looks only at the head of what it gets; damage further on, or code of another text of the same length, would run. */
const HASH_BYTES = 20;

const hashOf = (name: string, bytes: Buffer): Buffer => createHash('sha1').update(name).update(bytes).digest();

/** What wasn't built has no other build before it. */
const buildOf = (): string => (typeof FLUXSPAN_CHECKS === 'undefined' ? '' : FLUXSPAN_CHECKS);

/** The bytes of an entry, with what {@link unwrap} needs to recognize them. */
export const wrap = (name: string, bytes: Buffer, build = buildOf()): Buffer =>
  Buffer.concat([hashOf(`${build} ${name}`, bytes), bytes]);

/** @returns undefined where they are damaged, of another entry, or of another build, which may have written another format */
export const unwrap = (name: string, bytes: Buffer | undefined, build = buildOf()): Buffer | undefined => {
  if (bytes === undefined || bytes.length <= HASH_BYTES) return undefined;
  const body = bytes.subarray(HASH_BYTES);
  return hashOf(`${build} ${name}`, body).equals(bytes.subarray(0, HASH_BYTES)) ? body : undefined;
};

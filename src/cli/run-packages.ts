import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import Module from 'node:module';
import { dirname, resolve, sep } from 'node:path';
import { Script } from 'node:vm';
import { type CodeStore, isNewUse, unwrap, wrap } from './run-code.js';

/** The undocumented parts of Node's CommonJS loader that are used here; the same in Node 20, 22 and 24. */
interface Loader {
  /** Resolved files, by the request and the searched folders, separated by zero bytes. */
  readonly _pathCache: Record<string, string>;
  readonly _cache: NodeJS.Dict<NodeModule>;
  readonly _extensions: NodeJS.RequireExtensions;
  _resolveFilename(request: string, parent: NodeModule, isMain: boolean, options?: object): string;
  _resolveLookupPaths(request: string, parent: NodeModule): string[] | null;
  wrap(text: string): string;
  readonly wrapper: readonly [string, string];
  readonly prototype: { _compile: Compile };
}
type Compile = (this: NodeModule, text: string, file: string, ...rest: readonly unknown[]) => unknown;

/** The resolved `./` and `../` requests of a package; valid while it has the same files. */
interface KeptPaths {
  /** Identifies its package.json, and the folders in which Node looked for files. */
  readonly state: string;
  readonly paths: Readonly<Record<string, string>>;
}
/** The place of a file's compiled code in the bytes that follow. */
interface KeptCode {
  readonly hash: string;
  readonly at: number;
  readonly length: number;
}
interface Kept {
  /** The kinds of runs whose functions are kept. */
  readonly uses: readonly string[];
  /** By the package's folder. */
  readonly packages: Readonly<Record<string, KeptPaths>>;
  readonly files: Readonly<Record<string, KeptCode>>;
}
interface Ran {
  readonly hash: string;
  readonly script: Script;
}

const loader = Module as unknown as Loader;
const NONE: Kept = { uses: [], packages: {}, files: {} };
/** Size of the length field at the start. */
const HEAD = 4;
/** A command needs about 5 MB. Above this limit, only what the last run loaded is kept. */
const MOST_BYTES = 16 << 20;

let save: (() => void) | undefined;

/**
 * Loads CommonJS packages (cdk8s, zod, yaml, …) with the compiled code and the resolved paths of earlier runs. Compiled
 * code is used only for the same source text, and a resolved path only within a package whose package.json is the same
 * file. Compiling and resolving about 230 files takes most of the time that packages need to load.
 *
 * @param compiles whether to cache compiled code; Node 22.8 and later do so themselves
 */
export const keepPackages = (store: CodeStore, compiles: boolean): void => {
  const name = `packages-${createHash('sha1')
    .update(`${process.version} ${process.arch} ${import.meta.url}`)
    .digest('hex')}`;
  const { head, body } = read(unwrap(name, store.read(name)));
  const same = new Set<string>();
  const known = new Set<string>();
  for (const [folder, { state, paths }] of Object.entries(head.packages)) {
    if (identify(folder, paths) !== state) continue;
    same.add(folder);
    for (const [key, file] of Object.entries(paths)) {
      known.add(key);
      loader._pathCache[key] ??= file;
    }
  }
  const ran = new Map<string, Ran>();
  let isNew = false;
  const run = (module: NodeModule, file: string, text: string, hash: string): boolean => {
    const kept = head.files[file];
    const cachedData = kept?.hash === hash ? body.subarray(kept.at, kept.at + kept.length) : undefined;
    const script = tryCompile(file, text, cachedData);
    if (script === undefined) return false;
    isNew ||= cachedData === undefined || script.cachedDataRejected !== false;
    ran.set(file, { hash, script });
    const code = script.runInThisContext() as (this: unknown, ...values: readonly unknown[]) => unknown;
    code.call(module.exports, module.exports, requireOf(module), module, file, dirname(file));
    return true;
  };
  const { _compile: compile } = loader.prototype;
  const load = loader._extensions['.js'];
  if (compiles) {
    loader._extensions['.js'] = (module, file) => {
      const kept = head.files[file];
      // Of a package that is the same, Node needn't look up once more whether the file is an ES module.
      if (kept !== undefined && same.has(packageOf(file) ?? '')) {
        const text = readFileSync(file, 'utf8');
        if (hashOf(text) === kept.hash && run(module, file, text, kept.hash)) return;
      }
      load(module, file);
    };
    loader.prototype._compile = function compileHere(text, file, format, ...rest) {
      // Node reads some files as ES modules, of which it knows one only by its syntax.
      const isOurs = packageOf(file) !== undefined && format !== 'module' && !LEFT_TO_NODE.test(text);
      if (isOurs && run(this, file, text, hashOf(text))) return undefined;
      return compile.call(this, text, file, format, ...rest);
    };
  }
  save = () => {
    loader.prototype._compile = compile;
    loader._extensions['.js'] = load;
    const more = takePaths((key) => !known.has(key));
    const addsFunctions = compiles && isNewUse(head.uses, store.use);
    if (!isNew && !addsFunctions && Object.keys(more).length === 0) return;
    // New files have only the functions of this run.
    const uses = isNew ? [store.use] : addsFunctions ? [...head.uses, store.use] : head.uses;
    store.write(
      name,
      wrap(
        name,
        write(
          uses,
          takePaths(() => true),
          ran,
          { head, body },
        ),
      ),
    );
  };
};

/** A line for the shell; and a file with `import()`, which V8 would refuse in code that it has compiled before. */
const LEFT_TO_NODE = /^#!|\bimport\s*\(/;

const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64');

/** Undefined where the text is no script: an ES module without a mark, or wrong, which Node says in its own words. */
const tryCompile = (file: string, text: string, cachedData: Buffer | undefined): Script | undefined => {
  try {
    return new Script(loader.wrap(text), {
      filename: file,
      columnOffset: -loader.wrapper[0].length,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Saves what is new. Call it at the end of a run: V8 compiles a function when it is first called. */
export const savePackages = (): void => {
  save?.();
  save = undefined;
};

/** The folder of the installed package that a file belongs to. */
const packageOf = (file: string): string | undefined => {
  const start = `${sep}node_modules${sep}`;
  const at = file.lastIndexOf(start);
  if (at === -1) return undefined;
  const [scope = '', name = ''] = file.slice(at + start.length).split(sep, 2);
  return file.slice(0, at) + start + (scope.startsWith('@') ? scope + sep + name : scope);
};

/** Whether a request and its file are in the same package, so that no other package affects the result. */
const isOwn = (key: string, file: string): boolean => {
  const [request = '', folder = '', ...more] = key.split('\0');
  if (!/^\.\.?\//.test(request) || more.length > 0) return false;
  const owner = packageOf(file);
  return owner !== undefined && owner === packageOf(folder + sep);
};

/**
 * Identifies a package's files by its package.json and by the folders that Node looked into: one that gets or loses a file
 * changes. Unlike mtime, ctime doesn't come from the archive.
 */
const identify = (folder: string, paths: KeptPaths['paths']): string | undefined => {
  const places = new Set([`${folder}${sep}package.json`]);
  for (const [key, file] of Object.entries(paths)) {
    const [request = '', from = ''] = key.split('\0');
    places.add(dirname(file)).add(dirname(resolve(from, request)));
  }
  let state = '';
  for (const place of [...places].sort()) {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    state += `${found.ino} ${found.size} ${found.ctimeMs}\n`;
  }
  return createHash('sha1').update(state).digest('base64');
};

/** The same `require` that Node gives a module. */
const requireOf = (module: NodeModule): NodeJS.Require => {
  const resolve = (request: string, options?: object): string =>
    loader._resolveFilename(request, module, false, options);
  return Object.assign((request: string) => module.require(request), {
    resolve: Object.assign(resolve, { paths: (request: string) => loader._resolveLookupPaths(request, module) }),
    main: process.mainModule,
    extensions: loader._extensions,
    cache: loader._cache,
  });
};

const read = (bytes: Buffer | undefined): { readonly head: Kept; readonly body: Buffer } => {
  if (bytes === undefined) return { head: NONE, body: Buffer.alloc(0) };
  const end = HEAD + bytes.readUInt32LE(0);
  return { head: JSON.parse(bytes.toString('utf8', HEAD, end)) as Kept, body: bytes.subarray(end) };
};

/** The resolved paths to keep: those of this run, and valid ones of earlier runs. */
const takePaths = (isWanted: (key: string) => boolean): Kept['packages'] => {
  const found = new Map<string, Record<string, string>>();
  for (const [key, file] of Object.entries(loader._pathCache)) {
    const folder = isWanted(key) && isOwn(key, file) ? packageOf(file) : undefined;
    if (folder === undefined) continue;
    const paths = found.get(folder) ?? {};
    found.set(folder, paths);
    paths[key] = file;
  }
  const packages: Record<string, KeptPaths> = {};
  for (const [folder, paths] of found) {
    const state = identify(folder, paths);
    if (state !== undefined) packages[folder] = { state, paths };
  }
  return packages;
};

const write = (
  uses: Kept['uses'],
  packages: Kept['packages'],
  ran: ReadonlyMap<string, Ran>,
  before: { readonly head: Kept; readonly body: Buffer },
): Buffer => {
  const code = new Map<string, { readonly hash: string; readonly bytes: Uint8Array }>();
  for (const [file, { hash, script }] of ran) code.set(file, { hash, bytes: script.createCachedData() });
  const size = [...code.values()].reduce((sum, { bytes }) => sum + bytes.length, before.body.length);
  if (size <= MOST_BYTES) {
    // Other commands load other files.
    for (const [file, { hash, at, length }] of Object.entries(before.head.files)) {
      if (!code.has(file)) code.set(file, { hash, bytes: before.body.subarray(at, at + length) });
    }
  }
  const files: Record<string, KeptCode> = {};
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [file, { hash, bytes }] of code) {
    files[file] = { hash, at, length: bytes.length };
    parts.push(bytes);
    at += bytes.length;
  }
  const head = Buffer.from(JSON.stringify({ uses, packages, files } satisfies Kept));
  const length = Buffer.alloc(HEAD);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...parts]);
};

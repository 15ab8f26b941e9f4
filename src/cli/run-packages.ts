import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import Module from 'node:module';
import { dirname, sep } from 'node:path';
import { constants, Script } from 'node:vm';
import { type CodeStore, unwrap, wrap } from './run-code.js';

/** What is used of Node's loader of CommonJS beyond what Node documents: the same in Node 20, 22 and 24. */
interface Loader {
  /** What a request means, by the request and the folders that are searched, with a zero between them. */
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

/** What is kept of a package: the files that its modules mean by `./` and `../`, while its manifest is as it was. */
interface KeptPaths {
  readonly manifest: string;
  readonly paths: Readonly<Record<string, string>>;
}
/** What V8 compiled of a file, in the bytes that follow. */
interface KeptCode {
  readonly hash: string;
  readonly at: number;
  readonly length: number;
}
interface Kept {
  /** By the package's folder. */
  readonly packages: Readonly<Record<string, KeptPaths>>;
  readonly files: Readonly<Record<string, KeptCode>>;
}
interface Ran {
  readonly hash: string;
  readonly script: Script;
}

const loader = Module as unknown as Loader;
const NONE: Kept = { packages: {}, files: {} };
/** The bytes of the length that stands first. */
const HEAD = 4;
/** A command with all that it loads keeps some 5 MB. Beyond this, only what the last run had is kept. */
const MOST_BYTES = 16 << 20;

let save: (() => void) | undefined;

/**
 * From now on, what V8 compiled of the files of CommonJS packages (cdk8s, zod, yaml, …) is taken from the store, as long
 * as they have the same text to the byte. So is what they require of their own package, while its manifest is the same
 * file: most of the time of loading them is spent on finding some 200 files.
 *
 * Node keeps the first of it by itself from 22.8 on, and then leaves that out here.
 *
 * @param compiles whether what V8 compiled is kept here
 */
export const keepPackages = (store: CodeStore, compiles: boolean): void => {
  const name = `packages-${createHash('sha1')
    .update(`${process.version} ${process.arch} ${import.meta.url}`)
    .digest('hex')}`;
  const { head, body } = read(unwrap(name, store.read(name)));
  const known = new Set<string>();
  for (const [folder, { manifest, paths }] of Object.entries(head.packages)) {
    if (identify(folder) !== manifest) continue;
    for (const [key, file] of Object.entries(paths)) {
      known.add(key);
      loader._pathCache[key] ??= file;
    }
  }
  const ran = new Map<string, Ran>();
  let isNew = false;
  const native = loader.prototype._compile;
  if (compiles) {
    loader.prototype._compile = function compile(text, file, ...rest) {
      if (packageOf(file) === undefined || text.startsWith('#!')) return native.call(this, text, file, ...rest);
      const hash = createHash('sha1').update(text).digest('base64');
      const kept = head.files[file];
      const cachedData = kept?.hash === hash ? body.subarray(kept.at, kept.at + kept.length) : undefined;
      const script = new Script(loader.wrap(text), {
        filename: file,
        columnOffset: -loader.wrapper[0].length,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
        ...(cachedData === undefined ? {} : { cachedData }),
      });
      isNew ||= cachedData === undefined || script.cachedDataRejected !== false;
      ran.set(file, { hash, script });
      const run = script.runInThisContext() as (this: unknown, ...values: readonly unknown[]) => unknown;
      return run.call(this.exports, this.exports, requireOf(this), this, file, dirname(file));
    };
  }
  save = () => {
    loader.prototype._compile = native;
    const more = takePaths((key) => !known.has(key));
    if (!isNew && Object.keys(more).length === 0) return;
    const packages = takePaths(() => true);
    store.write(name, wrap(name, write(packages, ran, { head, body })));
  };
};

/** Writes down what is new; with the functions that this run has called, since V8 compiles a function at its first call. */
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

/** Whether a resolved request stays in its package, so that nothing outside of it has a say. */
const isOwn = (key: string, file: string): boolean => {
  const [request = '', folder = '', ...more] = key.split('\0');
  if (!/^\.\.?\//.test(request) || more.length > 0) return false;
  const owner = packageOf(file);
  return owner !== undefined && owner === packageOf(folder + sep);
};

/** Which file the manifest of a package is: installing writes it anew. Its time of change is none that an archive gives. */
const identify = (folder: string): string | undefined => {
  const found = statSync(`${folder}${sep}package.json`, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.ino} ${found.size} ${found.ctimeMs}`;
};

/** As Node makes it for a module. */
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

/** What packages have meant by `./` and `../` in this run, and earlier as far as that holds. */
const takePaths = (isWanted: (key: string) => boolean): Kept['packages'] => {
  const packages: Record<string, { readonly manifest: string | undefined; readonly paths: Record<string, string> }> =
    {};
  for (const [key, file] of Object.entries(loader._pathCache)) {
    const folder = isWanted(key) && isOwn(key, file) ? packageOf(file) : undefined;
    if (folder === undefined) continue;
    packages[folder] ??= { manifest: identify(folder), paths: {} };
    packages[folder].paths[key] = file;
  }
  return Object.fromEntries(Object.entries(packages).filter(isIdentified));
};

const isIdentified = (entry: [string, { readonly manifest: string | undefined }]): entry is [string, KeptPaths] =>
  entry[1].manifest !== undefined;

const write = (
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
  const head = Buffer.from(JSON.stringify({ packages, files } satisfies Kept));
  const length = Buffer.alloc(HEAD);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...parts]);
};

import { posix } from 'node:path';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { RepositoryTree } from './flux-view.js';
import { pathsWhere } from './paths-where.js';

/** A line of a `.sourceignore`, or of a source's `spec.ignore`. */
export interface IgnorePattern {
  /** The line as written. */
  readonly text: string;
  /** The `.sourceignore`; undefined for `spec.ignore`. */
  readonly file: string | undefined;
  /** The folder that it applies to; empty, or with a `/` at the end. */
  readonly domain: string;
  readonly isInclusion: boolean;
  readonly isForFolders: boolean;
  readonly parts: readonly string[];
}

export const IGNORE_FILE = '.sourceignore';

/**
 * The files of the repository that a Flux source ignores.
 * https://fluxcd.io/flux/components/source/gitrepositories/#excluding-files
 */
export interface SourceFilter {
  /** The same for filters that ignore the same files. */
  readonly key: string;
  /** Why a file is ignored; `undefined` if it isn't. */
  why(path: string): IgnorePattern | 'default' | 'sparse' | undefined;
}

/** Git's own files are always ignored. */
const VCS = /(?:^|\/)(?:\.git(?:\/|$)|\.git(?:ignore|modules|attributes)(?:\/|$))/;
/** Files that Flux ignores by default. */
const DEFAULT =
  /\.(?:jpg|jpeg|gif|png|wmv|flv|tar\.gz|zip)(?:\/|$)|(?:^|\/)(?:\.github|\.circleci)\/|(?:^|\/)(?:\.travis\.yml|\.gitlab-ci\.yml|appveyor\.yml|\.drone\.yml|cloudbuild\.yaml|codeship-services\.yml|codeship-steps\.yml|\.goreleaser\.yml|\.sops\.yaml|\.flux\.yaml)(?:\/|$)/;

/**
 * @param prefix the folder that paths of the source start from; empty, or with a `/` at the end
 * @param spec the spec of the source, if the tree has it
 */
export const openSourceFilter = (
  tree: Pick<RepositoryTree, 'blobs' | 'near' | 'read'>,
  prefix: string,
  spec: JsonObject = {},
): SourceFilter => {
  const files = pathsWhere(tree, IGNORE_FILE, isIgnoreFile).filter((path) => path.startsWith(prefix));
  const texts = tree.read(files);
  const key = JSON.stringify([
    prefix,
    spec['ignore'],
    spec['sparseCheckout'],
    files.map((path) => [path, texts.get(path)]),
  ]);
  const patterns = [
    // The file of a folder comes before those of its subfolders.
    ...files
      .sort(byFolder)
      .flatMap((file) => readPatterns(texts.get(file) ?? '', file.slice(0, -IGNORE_FILE.length), file)),
    ...(typeof spec['ignore'] === 'string' ? readPatterns(spec['ignore'], prefix, undefined) : []),
  ].reverse();
  const sparse = sparseFolders(spec).map((folder) => prefix + folder);
  const isOfGit = openPathTest(VCS);
  // What nearly every source has.
  if (patterns.length === 0 && sparse.length === 0) {
    const isDefault = openPathTest(new RegExp(`${VCS.source}|${DEFAULT.source}`));
    return { key, why: (path) => (path.startsWith(prefix) && isDefault(path) ? 'default' : undefined) };
  }
  const isDefault = openPathTest(DEFAULT);
  return {
    key,
    why: (path) => {
      if (!path.startsWith(prefix)) return undefined;
      if (isOfGit(path)) return 'default';
      if (sparse.length > 0 && !sparse.some((folder) => path.startsWith(folder))) return 'sparse';
      if (patterns.length === 0) return isDefault(path) ? 'default' : undefined;
      const found = patterns.find((pattern) => matches(pattern, path));
      return found === undefined || found.isInclusion ? undefined : found;
    },
  };
};

/**
 * Tests paths by a pattern whose matches don't go on from a folder to a name in it. Paths come folder by folder, and
 * there are many of them, so a folder is tested once.
 */
const openPathTest = (pattern: RegExp): ((path: string) => boolean) => {
  let folder = '';
  let isIn = false;
  return (path) => {
    const end = path.lastIndexOf('/') + 1;
    if (end !== folder.length || !path.startsWith(folder)) {
      folder = path.slice(0, end);
      isIn = pattern.test(folder);
    }
    return isIn || pattern.test(path.slice(end));
  };
};

/** A tree without the files that a source ignores; the tree itself if it ignores none. */
export const treeOfSource = (tree: RepositoryTree, prefix: string, spec: JsonObject = {}): RepositoryTree => {
  const { ignore, sparseCheckout } = spec;
  const key = JSON.stringify([prefix, ignore, sparseCheckout]);
  const found = tree.ofSources.get(key) ?? withoutIgnored(tree, prefix, spec);
  tree.ofSources.set(key, found);
  return found;
};

const withoutIgnored = (tree: RepositoryTree, prefix: string, spec: JsonObject): RepositoryTree => {
  const filter = openSourceFilter(tree, prefix, spec);
  const ignored = pathsWhere(tree, filter.key, (path) => filter.why(path) !== undefined);
  if (ignored.length === 0) return tree;
  const blobs = new Map(tree.blobs);
  for (const path of ignored) blobs.delete(path);
  return { ...tree, blobs, near: undefined, ofSources: new Map() };
};

const isIgnoreFile = (path: string): boolean => path.endsWith(IGNORE_FILE) && posix.basename(path) === IGNORE_FILE;

const byFolder = (a: string, b: string): number => (posix.dirname(a) < posix.dirname(b) ? -1 : 1);

const readPatterns = (text: string, domain: string, file: string | undefined): readonly IgnorePattern[] =>
  text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .map((line) => parsePattern(line, domain, file));

const parsePattern = (line: string, domain: string, file: string | undefined): IgnorePattern => {
  const isInclusion = line.startsWith('!');
  let text = isInclusion ? line.slice(1) : line;
  if (!text.endsWith('\\ ')) text = text.replace(/ +$/, '');
  const isForFolders = text.endsWith('/');
  if (isForFolders) text = text.slice(0, -1);
  return { text: line, file, domain, isInclusion, isForFolders, parts: text.split('/') };
};

/** `a/b/`; `.` is everything. */
const sparseFolders = ({ sparseCheckout }: JsonObject): readonly string[] => {
  const all = Array.isArray(sparseCheckout) ? sparseCheckout.filter((one) => typeof one === 'string') : [];
  const folders = all.map((one) => posix.normalize(one).replace(/^(?:\.?\/)+|\/+$/g, ''));
  return folders.some((one) => one === '' || one === '.') ? [] : folders.map((one) => `${one}/`);
};

const matches = (pattern: IgnorePattern, path: string): boolean => {
  if (!path.startsWith(pattern.domain)) return false;
  const names = path.slice(pattern.domain.length).split('/');
  return pattern.parts.length === 1 ? matchesName(pattern, names) : matchesPath(pattern, names);
};

/** A pattern without a slash matches a file or folder at any depth. */
const matchesName = ({ parts, isForFolders }: IgnorePattern, names: readonly string[]): boolean => {
  const at = names.findIndex((name) => matchesGlob(parts[0]!, name));
  return at >= 0 && !(isForFolders && at === names.length - 1);
};

/**
 * A pattern with slashes matches a path from its folder on. `**` matches any folders in between, and everything at the
 * end.
 */
const matchesPath = ({ parts, isForFolders }: IgnorePattern, names: readonly string[]): boolean => {
  let rest = names;
  let isMatched = false;
  let skips = false;
  for (const [at, part] of parts.entries()) {
    if (part === '') {
      skips = false;
      continue;
    }
    if (part === '**') {
      if (at === parts.length - 1) break;
      skips = true;
      continue;
    }
    if (part.includes('**') || rest.length === 0) return false;
    const found = skips ? rest.findIndex((name) => matchesGlob(part, name)) : matchesGlob(part, rest[0]!) ? 0 : -1;
    if (found < 0 && !skips) return false;
    isMatched = found >= 0;
    rest = found < 0 ? [] : rest.slice(found + 1);
    skips = false;
  }
  return isMatched && !(isForFolders && rest.length === 0);
};

/** Go's `filepath.Match` for a single name; an invalid pattern matches nothing. */
const matchesGlob = (pattern: string, name: string): boolean => {
  let [at, start] = [0, 0];
  let [star, retry] = [-1, 0];
  for (;;) {
    const step = at < pattern.length && pattern[at] !== '*' ? readChar(pattern, at) : undefined;
    if (step === 'malformed') return false;
    if (pattern[at] === '*' && at < pattern.length) {
      star = at++;
      retry = start;
    } else if (start < name.length && step !== undefined && step.fits(name[start]!)) {
      at = step.next;
      start++;
    } else if (start === name.length && at === pattern.length) return true;
    else if (star >= 0 && retry < name.length) {
      at = star + 1;
      start = ++retry;
    } else return false;
  }
};

interface Step {
  readonly fits: (char: string) => boolean;
  readonly next: number;
}

const readChar = (pattern: string, at: number): Step | 'malformed' => {
  const char = pattern[at]!;
  if (char === '?') return { fits: () => true, next: at + 1 };
  if (char === '\\') {
    const literal = pattern[at + 1];
    return literal === undefined ? 'malformed' : { fits: (one) => one === literal, next: at + 2 };
  }
  if (char !== '[') return { fits: (one) => one === char, next: at + 1 };
  const body = /^\[(\^?)((?:\\.|[^\]\\])+)\]/.exec(pattern.slice(at));
  if (body === null) return 'malformed';
  const ranges = [...body[2]!.matchAll(/(\\.|[^\\])(?:-(\\.|[^\\]))?/g)].map(([, low, high]) => {
    const from = low!.replace('\\', '');
    return [from, (high ?? low!).replace('\\', '')] as const;
  });
  const isNegated = body[1] === '^';
  return {
    fits: (one) => ranges.some(([low, high]) => low <= one && one <= high) !== isNegated,
    next: at + body[0].length,
  };
};

export const hasSourceSettings = (spec: unknown): boolean =>
  isObject(spec) && ['ignore', 'sparseCheckout'].some((field) => spec[field] !== undefined);

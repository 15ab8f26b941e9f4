import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { type FileMarks, marksOf } from './file-marks.js';
import { parseObjects } from './parse-objects.js';

/** What earlier runs found in files, by the git hash of their text. The cache may drop entries. */
export interface BlobCache {
  get(blob: string): string | undefined;
  set(blob: string, value: string): void;
}

/**
 * What is in files, by the id of their text, so that two states of a repository share unchanged files, and so do two
 * runs where the id is git's.
 */
export class ParsedFiles {
  readonly #known = new Map<string, readonly JsonObject[] | Error>();
  readonly #marks = new Map<string, FileMarks>();
  /** What the cache has of a blob, or will get. */
  readonly #cached = new Map<string, CachedBlob>();
  readonly #cache: BlobCache | undefined;

  constructor(cache?: BlobCache) {
    this.#cache = cache;
  }

  /** @throws Error with the first fault that the text has */
  objects(id: string, text: () => string): readonly JsonObject[] {
    return this.#objects(id, () => tryParse(text()));
  }

  /** The same for a blob of git. */
  objectsOfBlob(blob: string, text: () => string): readonly JsonObject[] {
    return this.#objects(blob, () => {
      const { objects, isUnreadable } = this.#recall(blob);
      if (objects !== undefined) return objects;
      if (isUnreadable === true) return new KnownFault(text);
      const read = text();
      const found = tryParse(read);
      if (found instanceof Error) {
        // Its words may be those of a Secret: only that there is one is kept.
        this.marksOfBlob(blob, () => read);
        this.#learn(blob, { ...this.#recall(blob), isUnreadable: true });
      } else if (found.every(mayBeKept)) {
        this.#learn(blob, { marks: this.marksOfBlob(blob, () => read), objects: found });
      }
      return found;
    });
  }

  marksOfBlob(blob: string, text: () => string): FileMarks {
    const known = this.tryMarks(blob);
    if (known !== undefined) return known;
    const read = text();
    const found = marksOf(read);
    this.#marks.set(blob, found);
    // Its lines may be those of a Secret that isn't encrypted.
    if (found.pathLines.length === 0 || !SECRET.test(read) || ENCRYPTED.test(read))
      this.#learn(blob, { ...this.#recall(blob), marks: found });
    return found;
  }

  /** The marks of a blob, if they are known without its text. */
  tryMarks(blob: string): FileMarks | undefined {
    // What nearly all files are.
    if (this.#cache?.get(blob) === NO_ONES) return NOTHING;
    return this.#marks.get(blob) ?? this.#recall(blob).marks;
  }

  #objects(id: string, find: () => readonly JsonObject[] | Error): readonly JsonObject[] {
    let found = this.#known.get(id);
    if (found === undefined) {
      found = find();
      this.#known.set(id, found);
    }
    if (found instanceof Error) throw found;
    return found;
  }

  #recall(blob: string): CachedBlob {
    const known = this.#cached.get(blob);
    if (known !== undefined) return known;
    const found = readCached(this.#cache?.get(blob));
    if (found !== UNKNOWN && found !== UNMARKED) this.#cached.set(blob, found);
    return found;
  }

  #learn(blob: string, found: CachedBlob): void {
    this.#cached.set(blob, found);
    this.#cache?.set(blob, printCached(found));
  }
}

interface CachedBlob {
  readonly marks?: FileMarks | undefined;
  readonly objects?: readonly JsonObject[] | undefined;
  /** Parsing it fails. */
  readonly isUnreadable?: boolean | undefined;
}

/** The fault of a file that failed in an earlier run. Its words are found when somebody asks for them: most only skip it. */
class KnownFault extends Error {
  readonly #find: () => Error;
  #found: Error | undefined;

  constructor(text: () => string) {
    super();
    this.#find = () => {
      const found = tryParse(text());
      return found instanceof Error ? found : new Error('it failed in an earlier run, and is read now: run this again');
    };
  }

  get #fault(): Error {
    this.#found ??= this.#find();
    return this.#found;
  }

  override get message(): string {
    return this.#fault.message;
  }

  override get cause(): unknown {
    return this.#fault.cause;
  }
}

const NOTHING: FileMarks = { namesKustomization: false, mayHaveWords: false, pathLines: [] };

const UNKNOWN: CachedBlob = {};
const UNMARKED: CachedBlob = { marks: NOTHING };

/** The entry of a file that is like {@link NOTHING}. */
const NO_ONES = '';
/** In place of the mark that a file names Kustomizations, where the marks aren't kept. */
const NO_MARKS = 2;
/** In place of the objects of a file that can't be parsed. */
const UNREADABLE = 0;

/** Most files are like {@link NOTHING}, and take no more than their hash. */
const printCached = ({ marks, objects, isUnreadable = false }: CachedBlob): string => {
  const { namesKustomization, mayHaveWords, pathLines } = marks ?? NOTHING;
  const isNothing = !namesKustomization && !mayHaveWords && pathLines.length === 0;
  if (marks !== undefined && isNothing && objects === undefined && !isUnreadable) return NO_ONES;
  const first = marks === undefined ? NO_MARKS : namesKustomization ? 1 : 0;
  const last = isUnreadable ? [UNREADABLE] : objects === undefined ? [] : [objects];
  return JSON.stringify([first, mayHaveWords ? 1 : 0, pathLines, ...last]);
};

/** A damaged entry counts as missing. */
const readCached = (text: string | undefined): CachedBlob => {
  if (text === undefined) return UNKNOWN;
  if (text === NO_ONES) return UNMARKED;
  try {
    const read: unknown = JSON.parse(text);
    if (!Array.isArray(read) || read.length < 3 || read.length > 4) return {};
    const [names, words, pathLines, objects] = read as readonly unknown[];
    if (!Array.isArray(pathLines) || !pathLines.every((line) => typeof line === 'string')) return {};
    const marks =
      names === NO_MARKS ? undefined : { namesKustomization: names === 1, mayHaveWords: words === 1, pathLines };
    if (objects === UNREADABLE) return { marks, isUnreadable: true };
    return Array.isArray(objects) && objects.every(isObject) ? { marks, objects } : { marks };
  } catch {
    return {};
  }
};

const SECRET = /\bkind["']?\s*:\s*["']?Secret\b/;
const ENCRYPTED = /^sops:/m;

/** Nothing of a Secret is kept that isn't encrypted, nor what JSON would change. */
const mayBeKept = (json: JsonObject): boolean =>
  !(json['kind'] === 'Secret' && json['sops'] === undefined) && isSameInJson(json);

const isSameInJson = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return value !== undefined;
  return Object.values(value).every(isSameInJson);
};

const tryParse = (text: string): readonly JsonObject[] | Error => {
  try {
    return parseObjects(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

import { isObject } from '../../json/is-object.js';
import { isJsonArray, type Json } from '../../json/json-value.js';
import { type Guard, isSameGuard } from './guard.js';

export type Scalar = string | number | boolean | null;

/** One thing that a value of a template may be. */
export type Atom =
  | { readonly kind: 'constant'; readonly value: Scalar }
  /** A path of the chart's values. */
  | { readonly kind: 'values'; readonly node: ValuesNode }
  | { readonly kind: 'dict'; readonly dict: Dict }
  | { readonly kind: 'list'; readonly list: List }
  /** The text that `toYaml` or `toJson` makes of a value. */
  | { readonly kind: 'yaml'; readonly of: Value }
  /** The chart's files: `.Files`, and what `.Files.Glob` finds. */
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, string> }
  /** What a template learns of a value's kind: its name, or whether it is a text, or whether it is none. */
  | { readonly kind: 'asked'; readonly of: Value; readonly answer: 'kind' | 'text' | 'no-text' }
  /** Anything that holds none of the chart's values; `isChosen` for a text that the user's values decide. */
  | { readonly kind: 'opaque'; readonly isChosen?: true; readonly key?: LoopKey };

/** What a loop over a path of the values calls its entries: texts of a map, numbers of a list. */
export interface LoopKey {
  readonly node: ValuesNode;
  /** Whether what is run now is run for each entry, whatever else is set. */
  readonly isSure: () => boolean;
}

/** All that a value may be; nothing at all for a value that is missing. */
export type Value = readonly Atom[];

export interface DictState {
  readonly fields: ReadonlyMap<string, Value>;
  /** What stands under keys that aren't known. */
  readonly rest: Value;
  /** Maps that were merged into it. */
  readonly also: Value;
}

/** What a call reads of a map. */
export interface Reader {
  readonly keys: Set<string>;
  /** More than single keys. */
  isWhole: boolean;
}

/** A map that templates make, and change. */
export class Dict {
  /** Those with a higher number are younger. */
  readonly id: number;
  /** What Helm gives a template: it is told apart as a whole. */
  readonly isContext: boolean;
  #state: DictState;
  readonly #readers: Reader[] = [];

  constructor(id: number, state: DictState, isContext = false) {
    this.id = id;
    this.isContext = isContext;
    this.#state = state;
  }

  get state(): DictState {
    this.noteAll();
    return this.#state;
  }

  set state(state: DictState) {
    this.#state = state;
  }

  /** For those who only compare, or note by {@link note} which key they read. */
  get unnoted(): DictState {
    return this.#state;
  }

  note(key: string): void {
    for (const reader of this.#readers) reader.keys.add(key);
  }

  noteAll(): void {
    for (const reader of this.#readers) reader.isWhole = true;
  }

  startReading(): Reader {
    const reader: Reader = { keys: new Set(), isWhole: false };
    this.#readers.push(reader);
    return reader;
  }

  stopReading(reader: Reader): void {
    this.#readers.splice(this.#readers.indexOf(reader), 1);
  }
}

export interface List {
  readonly items: readonly Value[];
  /** What any number of further items may be; nothing where `items` are all. */
  readonly rest: Value;
}

/** What templates do with a value, as bits. */
export const Use = {
  /** Tested: `if`, `default`, `empty`. */
  tested: 1,
  /** Printed as it is, or into a longer text: any scalar. */
  printed: 2,
  /** Given to a function that takes a text and nothing else, or compared with one. */
  text: 4,
  /** Its type is asked for, and templates have an answer to any. */
  typed: 8,
  /** Looped over, or searched. */
  ranged: 16,
  /** Passed on with all that is in it: `toYaml`, or a function that isn't followed. */
  whole: 32,
  /** Its keys aren't fixed: one that the templates find out is looked up. */
  anyKey: 64,
  /** Compared with a boolean. */
  boolean: 128,
  /** Printed alone where Kubernetes takes a whole number. */
  integer: 256,
  /** Only its digest is printed. */
  digested: 512,
  /** Asked for: `hasKey`. */
  sought: 1024,
  /** Asked whether it is a map, a list, a text, or another scalar. */
  isMap: 2048,
  isList: 4096,
  isText: 8192,
  isOther: 16384,
  /** Helm, or the API server, fails unless it has the type of its default: known of the package's charts. */
  own: 32768,
  /** A key that the user's values name is looked up in it, or all of a chart's values are gone through. */
  chosenKey: 65536,
  /** Looped over, and its keys are given to a function that takes a text and nothing else: Helm fails on a list. */
  keyText: 131072,
} as const;

/** Defaults and reads nest to depth 20 or so; a recursive template would go on without end. */
const DEEPEST = 24;

/** Counts the paths of one chart's values. */
interface NodeCount {
  last: number;
}

/** A path of a chart's values, with what the templates do with it. */
export class ValuesNode {
  readonly id: number;
  readonly depth: number;
  readonly #count: NodeCount;
  readonly children = new Map<string, ValuesNode>();
  /** What is looked up in it by a key or index that isn't known. */
  each: ValuesNode | undefined;
  uses = 0;
  /** In how many branches of templates it is known to be a text. */
  textBranches = 0;
  /** In how many branches that are run now it is known to be true. */
  askedBranches = 0;
  /** Templates take it for a text where they didn't ask first whether it is there. */
  isBareText = false;
  /** All values of a chart. */
  isRoot = false;
  /** A template reads it by name, and not only to fail where it is set. */
  isRead = false;
  /** Those that fail where it is set. */
  readonly guards: Guard[] = [];
  /** Of one path, and not of the entries of a map or list. */
  readonly isFixed: boolean;
  /** What `set` puts under a key. */
  readonly overlays = new Map<string, Value>();
  /** What `set` puts under keys that aren't known. */
  overlaid: Value = [];
  /** Paths whose values are keys that templates look up in it. */
  readonly choosers = new Set<ValuesNode>();
  /** Paths whose values Helm, or `merge`, also puts here. */
  readonly also: ValuesNode[] = [];
  /** The defaults at this path; several where it stands for the entries of a map or list. */
  readonly defaults: readonly Json[];

  constructor(defaults: readonly Json[], depth = 0, count: NodeCount = { last: 0 }, isFixed = true) {
    this.defaults = defaults;
    this.depth = depth;
    this.isFixed = isFixed;
    this.#count = count;
    this.id = count.last++;
  }

  child(key: string): ValuesNode {
    const there = this.children.get(key);
    if (there !== undefined) return there;
    if (this.depth >= DEEPEST) {
      this.uses |= Use.whole;
      return this;
    }
    const defaults = this.defaults.flatMap((one) =>
      isObject(one) && Object.hasOwn(one, key) ? [one[key] as Json] : [],
    );
    const node = new ValuesNode(defaults, this.depth + 1, this.#count, this.isFixed);
    this.children.set(key, node);
    return node;
  }

  /** Notes that a template reads it. */
  read(guard: Guard | undefined): void {
    if (guard === undefined) this.isRead = true;
    else if (!this.guards.some((one) => isSameGuard(one, guard))) this.guards.push(guard);
  }

  /** The keys of maps: of those in the defaults, and of those whose keys are read. */
  sections(): readonly string[] {
    const found = new Set<string>();
    for (const [key, { children }] of this.children) if (children.size > 0) found.add(key);
    for (const one of this.defaults) {
      if (isObject(one)) for (const [key, value] of Object.entries(one)) if (isObject(value)) found.add(key);
    }
    return [...found].sort();
  }

  entries(): ValuesNode {
    if (this.each !== undefined) return this.each;
    if (this.depth >= DEEPEST) {
      this.uses |= Use.whole;
      return this;
    }
    const defaults = this.defaults.flatMap((one) =>
      isJsonArray(one) ? [...one] : isObject(one) ? (Object.values(one) as Json[]) : [],
    );
    this.each = new ValuesNode(defaults, this.depth + 1, this.#count, false);
    return this.each;
  }
}

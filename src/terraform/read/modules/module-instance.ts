import { fieldsOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import { evaluate, keyText } from '../expressions/evaluate.js';
import { openKey } from '../expressions/open-maps.js';
import { parseTemplate } from '../expressions/parse-expression.js';
import type { RawBlock } from '../source/raw-module.js';
import type { RawModule } from '../source/read-module-files.js';
import { PartlyKnown, PartlyKnownMap, UNKNOWN } from '../unknown.js';
import { computedAttribute } from './computed-attributes.js';
import { type EvaluatedBody, evaluateBody, type OpenScope } from './evaluate-body.js';
import { localFolder } from './load-modules.js';
import type { Tracker } from './tracking.js';

/** What all modules of one root share. */
export interface ModuleContext {
  readonly modules: ReadonlyMap<string, RawModule>;
  readonly tracker: Tracker;
  /** Values of the root's variables, from files that Terraform reads by itself. */
  readonly given: ReadonlyMap<string, unknown>;
  /** How many more instances are made; what comes then is taken for one whose keys are unknown. */
  readonly budget: { left: number };
}

/** One instance of a resource or module call. */
export interface Instance<T> {
  /** `["a"]`, `[0]`, `[*]`, or nothing. */
  readonly suffix: string;
  readonly key: string | number | undefined;
  readonly item: T;
}

export interface Instances<T> {
  readonly all: readonly Instance<T>[];
  /** Whether references to one have a key. */
  readonly isKeyed: boolean;
  /** Count or for_each is unknown. */
  readonly isPossible: boolean;
  readonly assumed: readonly string[];
}

/** What says how often and by what a block is made, and isn't an attribute. */
const META: ReadonlySet<string> = new Set([
  'count',
  'for_each',
  'provider',
  'providers',
  'depends_on',
  'lifecycle',
  'provisioner',
  'connection',
]);
const MOST_INSTANCES = 1000;
const DEEPEST_MODULE = 20;

interface Each {
  readonly key: unknown;
  readonly value: unknown;
  readonly index: unknown;
}

/** One instance of a module, whose values are evaluated when they are asked for. */
export class ModuleInstance {
  readonly #variables = new Map<string, () => unknown>();
  readonly #locals = new Map<string, () => unknown>();
  readonly #outputs = new Map<string, () => unknown>();
  readonly #resources = new Map<string, Instances<EvaluatedBody> | 'open'>();
  readonly #modules = new Map<string, Instances<ModuleInstance | undefined> | 'open'>();
  readonly #resourceBlocks = new Map<string, RawBlock>();
  readonly #moduleBlocks = new Map<string, RawBlock>();

  /**
   * @param inputs what the call sets; undefined for the root
   * @param address empty for the root
   */
  constructor(
    readonly context: ModuleContext,
    readonly raw: RawModule,
    readonly address: string,
    readonly inputs: ReadonlyMap<string, () => unknown> | undefined,
    readonly depth = 0,
  ) {
    const { tracker } = context;
    for (const { labels, body } of raw.blocks.variable) {
      const [name = ''] = labels;
      this.#variables.set(
        name,
        tracker.once(() => this.#variable(name, body)),
      );
    }
    for (const { body } of raw.blocks.locals) {
      for (const [name, value] of Object.entries(body))
        this.#locals.set(
          name,
          tracker.once(() => this.#value(value)),
        );
    }
    for (const { labels, body } of raw.blocks.output) {
      this.#outputs.set(
        labels[0] ?? '',
        tracker.once(() => this.#value(body['value'])),
      );
    }
    for (const block of raw.blocks.resource) this.#resourceBlocks.set(block.labels.join('.'), block);
    for (const block of raw.blocks.data) this.#resourceBlocks.set(`data.${block.labels.join('.')}`, block);
    for (const block of raw.blocks.module) this.#moduleBlocks.set(block.labels[0] ?? '', block);
  }

  output(name: string): unknown {
    return this.#outputs.get(name)?.() ?? UNKNOWN;
  }

  /** The instances of a resource, or of a data source with `data.` before its type. */
  resource(key: string): Instances<EvaluatedBody> | undefined {
    const block = this.#resourceBlocks.get(key);
    return block === undefined
      ? undefined
      : this.#once(this.#resources, key, () =>
          this.#instances(block, (each) => evaluateBody(block.body, this.#scope(each), this.context.tracker, META)),
        );
  }

  /** The instances of a module call; undefined in place of those that aren't there to be read. */
  module(name: string): Instances<ModuleInstance | undefined> | undefined {
    const block = this.#moduleBlocks.get(name);
    if (block === undefined) return undefined;
    return this.#once(this.#modules, name, () => {
      const folder = localFolder(this.raw.folder, block.body['source']);
      const raw = folder === undefined || this.depth >= DEEPEST_MODULE ? undefined : this.context.modules.get(folder);
      return this.#instances(block, (each, suffix) =>
        raw === undefined ? undefined : this.#call(block, raw, each, `module.${name}${suffix}`),
      );
    });
  }

  /** The attributes of any other block. */
  body(block: RawBlock): EvaluatedBody {
    return evaluateBody(block.body, this.#scope(), this.context.tracker, META);
  }

  #call(block: RawBlock, raw: RawModule, each: Each | undefined, address: string): ModuleInstance {
    const { tracker } = this.context;
    const inputs = new Map(
      Object.entries(block.body).map(([name, value]) => [name, tracker.once(() => this.#value(value, each))] as const),
    );
    const full = this.address === '' ? address : `${this.address}.${address}`;
    return new ModuleInstance(this.context, raw, full, inputs, this.depth + 1);
  }

  #once<T>(cache: Map<string, Instances<T> | 'open'>, key: string, make: () => Instances<T>): Instances<T> | undefined {
    const found = cache.get(key);
    if (found === 'open') return undefined;
    if (found !== undefined) return found;
    cache.set(key, 'open');
    // Only what a reference reads of it is assumed where it is read.
    const made = this.context.tracker.isolate(make).value;
    cache.set(key, made);
    return made;
  }

  #variable(name: string, body: Readonly<Record<string, unknown>>): unknown {
    const fallback = (): unknown => (Object.hasOwn(body, 'default') ? this.#value(body['default']) : UNKNOWN);
    const isSensitive = body['sensitive'] === true;
    const input = this.inputs === undefined ? undefined : this.inputs.get(name);
    if (input !== undefined) {
      const value = input();
      return value === null && body['nullable'] === false ? fallback() : value;
    }
    if (this.inputs !== undefined) return fallback();
    if (isSensitive) return UNKNOWN;
    if (this.context.given.has(name)) return this.context.given.get(name);
    if (Object.hasOwn(body, 'default')) this.context.tracker.assume(name);
    return fallback();
  }

  #value(raw: unknown, each?: Each): unknown {
    const scope = this.#scope(each);
    const read = (value: unknown): unknown => {
      if (typeof value === 'string') return evaluate(parseTemplate(value), scope);
      if (Array.isArray(value)) return value.map(read);
      if (!isObject(value)) return value;
      const found = new Map<string, unknown>();
      const open: (readonly (string | undefined)[])[] = [];
      for (const [key, one] of Object.entries(value)) {
        const written = key.includes('${') ? evaluate(parseTemplate(key), scope) : key;
        const name = keyText(written);
        if (name === undefined) open.push(openKey(written));
        else found.set(name, read(one));
      }
      const known = Object.fromEntries(found);
      return open.length === 0 ? known : new PartlyKnownMap(known, open);
    };
    return read(raw);
  }

  #instances<T>(block: RawBlock, make: (each: Each | undefined, suffix: string) => T): Instances<T> {
    const { count, for_each: forEach } = block.body;
    if (count === undefined && forEach === undefined) {
      return {
        all: [{ suffix: '', key: undefined, item: make(undefined, '') }],
        isKeyed: false,
        isPossible: false,
        assumed: [],
      };
    }
    const found = this.context.tracker.track(() => this.#keys(count, forEach));
    const assumed = [...found.assumed].sort();
    const keys = found.value;
    if (keys === undefined || keys.length > Math.min(MOST_INSTANCES, this.context.budget.left)) {
      const each = { key: UNKNOWN, value: UNKNOWN, index: UNKNOWN };
      return {
        all: [{ suffix: '[*]', key: undefined, item: make(each, '[*]') }],
        isKeyed: true,
        isPossible: true,
        assumed,
      };
    }
    this.context.budget.left -= keys.length;
    const all = keys.map((each) => {
      const key = (count === undefined ? each.key : each.index) as string | number;
      const suffix = `[${typeof key === 'string' ? JSON.stringify(key) : key}]`;
      return { suffix, key, item: make(each, suffix) };
    });
    return { all, isKeyed: true, isPossible: false, assumed };
  }

  /** Undefined if count or for_each is unknown. */
  #keys(count: unknown, forEach: unknown): readonly Each[] | undefined {
    const times = count === undefined ? undefined : this.#value(count);
    if (times !== undefined) {
      const number = typeof times === 'string' ? Number(times) : times;
      if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) return undefined;
      if (number > MOST_INSTANCES) return undefined;
      return Array.from({ length: number }, (_, index) => ({ key: UNKNOWN, value: UNKNOWN, index }));
    }
    const items = this.#value(forEach);
    if (Array.isArray(items)) {
      if (!items.every((one) => typeof one === 'string')) return undefined;
      return items.map((key: string) => ({ key, value: key, index: UNKNOWN }));
    }
    if (!isObject(items) || items instanceof PartlyKnown || items instanceof PartlyKnownMap) return undefined;
    return Object.keys(items)
      .sort()
      .map((key) => ({ key, value: items[key], index: UNKNOWN }));
  }

  #scope(each?: Each, iterators: ReadonlyMap<string, unknown> = new Map()): OpenScope {
    return {
      with: (name, values) => this.#scope(each, new Map([...iterators, [name, values]])),
      resolve: (root, steps) => {
        const [first, second] = steps;
        if (iterators.has(root)) return { value: fieldsOf(iterators.get(root))[`${first}`] ?? UNKNOWN, used: 1 };
        if (root === 'var') return { value: this.#variables.get(`${first}`)?.() ?? UNKNOWN, used: 1 };
        if (root === 'local') return { value: this.#locals.get(`${first}`)?.() ?? UNKNOWN, used: 1 };
        if (root === 'each' || root === 'count') return { value: fieldsOf(each)[`${first}`] ?? UNKNOWN, used: 1 };
        if (root === 'module') return this.#resolveModule(steps);
        const offset = root === 'data' ? 1 : 0;
        const key = root === 'data' ? `data.${first}.${second}` : `${root}.${first}`;
        return this.#resolveResource(key, steps, 1 + offset);
      },
    };
  }

  #assume(variables: readonly string[] = []): void {
    for (const variable of variables) this.context.tracker.assume(variable);
  }

  #resolveModule(steps: readonly (string | number)[]): { value: unknown; used: number } {
    const instances = this.module(`${steps[0]}`);
    const found = pick(instances, steps, 1);
    this.#assume(instances?.assumed);
    const output = steps[found.used];
    if (found.item === undefined || output === undefined) return { value: UNKNOWN, used: steps.length };
    return { value: found.item.output(`${output}`), used: found.used + 1 };
  }

  #resolveResource(key: string, steps: readonly (string | number)[], used: number): { value: unknown; used: number } {
    const instances = this.resource(key);
    const found = pick(instances, steps, used);
    this.#assume(instances?.assumed);
    const attribute = steps[found.used];
    if (found.item === undefined || attribute === undefined) return { value: UNKNOWN, used: steps.length };
    const { attributes, partialTexts, assumed } = found.item;
    const name = `${attribute}`;
    for (const [path, variables] of assumed) {
      if (path !== name && !path.startsWith(`${name}.`) && !path.startsWith(`${name}[`)) continue;
      this.#assume(variables);
    }
    const parts = partialTexts.get(name);
    if (parts !== undefined) return { value: new PartlyKnown(parts), used: found.used + 1 };
    const value = Object.hasOwn(attributes, name)
      ? attributes[name]
      : computedAttribute(key.slice(0, key.lastIndexOf('.')), name, attributes);
    return { value, used: found.used + 1 };
  }
}

/** The instance to which a reference's steps lead, and how many of them lead there. */
const pick = <T>(
  instances: Instances<T> | undefined,
  steps: readonly (string | number)[],
  used: number,
): { readonly item: T | undefined; readonly used: number } => {
  if (instances === undefined) return { item: undefined, used };
  if (!instances.isKeyed) return { item: instances.all[0]?.item, used };
  const key = steps[used];
  return { item: instances.all.find((one) => one.key !== undefined && one.key === key)?.item, used: used + 1 };
};

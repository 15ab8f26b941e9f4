import { compareKeys } from './compare-keys.js';
import { readYaml } from './parse-yaml.js';
import { printFloat } from './print-float.js';
import { printGoJson } from './print-go-json.js';
import { chooseScalarForm } from './scalar-style.js';
import { YamlError } from './yaml-error.js';
import { YamlWriter } from './yaml-writer.js';

// go-yaml's limit on flow collections, which is what the JSON that Flux starts from consists of.
const MAX_DEPTH = 10_000;
const MAX_SIMPLE_KEY_BYTES = 128;
const UINT64_MAX = 2n ** 64n - 1n;
const INT64_MIN = -(2n ** 63n);

// Characters that go-yaml does not read back from JSON as they are: it refuses some, and folds NEL.
const UNFAITHFUL = /[\x7f-\x9f\ufffe\uffff\ud800-\udfff]/;
const UNFAITHFUL_EVEN_PAIRED = /[\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/u;
// A key of more than 1024 characters is none in that JSON; escaped, one has up to six times its length.
const SURELY_SHORT_KEY = 170;

interface MappingFrame {
  readonly kind: 'mapping';
  readonly entries: readonly (readonly [string, unknown])[];
  readonly indent: number;
  index: number;
}
interface SequenceFrame {
  readonly kind: 'sequence';
  readonly items: readonly unknown[];
  readonly indent: number;
  index: number;
}

/** Thrown within, where the way by JSON text is the only one that tells what go-yaml does. */
const NEEDS_JSON = Symbol('needs json');

/**
 * Writes a JSON value as Flux sees a resource before it substitutes: `JSONToYAML` of sigs.k8s.io/yaml, so keys
 * sorted, strings without quotes where they need none, lines folded at 80 columns. A bigint is an integer of
 * any size; properties that are undefined are left out.
 *
 * @throws YamlError where JSONToYAML fails: `yaml: control characters are not allowed`, nesting beyond 10,000
 */
export const emitYaml = (value: unknown): string => {
  try {
    return emit(value, true);
  } catch (error) {
    if (error !== NEEDS_JSON) throw error;
    const { value: reread } = readYaml(printGoJson(value), true);
    return emit(reread, false);
  }
};

const emit = (root: unknown, mustBeFaithful: boolean): string => new YamlEmitter(mustBeFaithful).emit(root);

class YamlEmitter {
  readonly #writer = new YamlWriter();
  readonly #frames: (MappingFrame | SequenceFrame)[] = [];
  readonly #mustBeFaithful: boolean;

  constructor(mustBeFaithful: boolean) {
    this.#mustBeFaithful = mustBeFaithful;
  }

  emit(root: unknown): string {
    // At the top, collections are not indented, but what follows a scalar's first line is.
    this.#value(root, -2, false);
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      if (frame.kind === 'mapping') this.#stepMapping(frame);
      else this.#stepSequence(frame);
    }
    this.#writer.indent(0);
    return this.#writer.text;
  }

  #stepMapping(frame: MappingFrame): void {
    const entry = frame.entries[frame.index++];
    if (entry === undefined) {
      this.#frames.pop();
      return;
    }
    const [key, value] = entry;
    const { indent } = frame;
    const writer = this.#writer;
    writer.indent(indent);
    const { style, isMultiline } = chooseScalarForm(key);
    if (!isMultiline && isShortKey(key)) {
      writer.scalar(key, style, indent + 2, false);
      writer.colon();
    } else {
      writer.blockIndicator('?');
      writer.scalar(key, style, indent + 2, true);
      writer.indent(indent);
      writer.blockIndicator(':');
    }
    this.#value(value, indent, true);
  }

  #stepSequence(frame: SequenceFrame): void {
    if (frame.index === frame.items.length) {
      this.#frames.pop();
      return;
    }
    this.#writer.indent(frame.indent);
    this.#writer.blockIndicator('-');
    this.#value(frame.items[frame.index++], frame.indent, false);
  }

  /** @param indent of the collection around */
  #value(value: unknown, indent: number, inMapping: boolean): void {
    const writer = this.#writer;
    switch (typeof value) {
      case 'string':
        this.#check(value);
        // The root counts as not indented at all, from where a scalar takes two.
        writer.scalar(value, chooseScalarForm(value).style, Math.max(indent, 0) + 2, true);
        break;
      case 'number':
        writer.token(printNumber(value));
        break;
      case 'bigint':
        writer.token(printBigint(value));
        break;
      case 'boolean':
        writer.token(String(value));
        break;
      case 'object':
        if (value === null) writer.token('null');
        else if (Array.isArray(value)) this.#openSequence(value, indent, inMapping);
        else this.#openMapping(value, indent);
        break;
      case 'undefined':
        // As in JSON, where a list keeps the place.
        writer.token('null');
        break;
      default:
        throw new YamlError(`json: unsupported type: ${typeof value}`);
    }
  }

  #openSequence(items: readonly unknown[], indent: number, inMapping: boolean): void {
    this.#checkDepth();
    if (items.length === 0) {
      this.#writer.token('[]');
      return;
    }
    const isIndentless = inMapping && !this.#writer.mayContinueLine;
    this.#frames.push({ kind: 'sequence', items, indent: isIndentless ? indent : indent + 2, index: 0 });
  }

  #openMapping(object: object, indent: number): void {
    this.#checkDepth();
    const entries = Object.entries(object).filter(([, value]) => value !== undefined);
    if (entries.length === 0) {
      this.#writer.token('{}');
      return;
    }
    for (const [key] of entries) {
      this.#check(key);
      if (this.#mustBeFaithful && key.length > SURELY_SHORT_KEY) throw NEEDS_JSON;
    }
    // go-yaml's order has circles (`1e3` < `012` < `0o7` < `1e3`); sorted by text before, it is always the same one.
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).sort(([a], [b]) => compareKeys(a, b));
    this.#frames.push({ kind: 'mapping', entries, indent: indent + 2, index: 0 });
  }

  #check(text: string): void {
    if (this.#mustBeFaithful && UNFAITHFUL.test(text) && UNFAITHFUL_EVEN_PAIRED.test(text)) throw NEEDS_JSON;
  }

  #checkDepth(): void {
    if (this.#frames.length >= MAX_DEPTH) throw new YamlError(`yaml: exceeded max depth of ${MAX_DEPTH}`);
  }
}

const isShortKey = (key: string): boolean =>
  key.length <= MAX_SIMPLE_KEY_BYTES && Buffer.byteLength(key) <= MAX_SIMPLE_KEY_BYTES;

/**
 * A number of JavaScript goes through JSON, so that a whole one of up to 64 bits is an integer. encoding/json and
 * JavaScript print the fewest digits of a float that mean it, and zeros after them: 12345678901234567000.
 */
const printNumber = (value: number): string => {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return printBigint(BigInt(String(value)));
  if (Number.isFinite(value)) return printFloat(value);
  throw new YamlError(`json: unsupported value: ${Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'}`);
};

const printBigint = (value: bigint): string =>
  value >= INT64_MIN && value <= UINT64_MAX ? String(value) : printFloat(Number(value));

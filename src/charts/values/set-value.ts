import { ComposeError, type LayerIndex, type ListNode, type MapNode, type ValuesNode } from './values-node.js';

/** Helm's own limits: https://pkg.go.dev/helm.sh/helm/v4/pkg/strvals */
const MAX_INDEX = 65_536;
const MAX_NESTED_NAMES = 30;

/**
 * Writes `path=text` into values as `helm --set` does, which is what `targetPath` comes to: commas start another
 * path, `{a,b}` is a list, and numbers, booleans and null take their type unless `asString`.
 *
 * @throws ComposeError in Helm's words
 */
export const setValue = (values: MapNode, line: string, layer: LayerIndex, asString: boolean): void => {
  new SetLine(line, layer, asString).run(values);
};

/** The end of the line came before a character that stops. */
const END = '';

class SetLine {
  #position = 0;
  readonly #characters: readonly string[];
  readonly #layer: LayerIndex;
  readonly #asString: boolean;

  constructor(line: string, layer: LayerIndex, asString: boolean) {
    this.#layer = layer;
    this.#asString = asString;
    this.#characters = [...line];
  }

  run(values: MapNode): void {
    while (this.#position < this.#characters.length) this.#key(values, 0);
  }

  #key(values: MapNode, nested: number): void {
    const { text, last } = this.#until('=[,.');
    const name = JSON.stringify(text);
    switch (last) {
      case END:
        if (text !== '') throw new ComposeError(`key ${name} has no value`);
        return;
      case ',':
        set(values, text, this.#leaf(''));
        throw new ComposeError(`key ${name} has no value (cannot end with ,)`);
      case '=':
        set(values, text, this.#value());
        return;
      case '[': {
        const index = this.#index();
        const there = values.entries.get(text);
        if (there !== undefined && there.kind !== 'list') throw notA('[]interface {}', there);
        set(values, text, this.#item(there ?? this.#list(), index, nested));
        return;
      }
      default: {
        if (nested + 1 > MAX_NESTED_NAMES) {
          throw new ComposeError(
            `value name nested level is greater than maximum supported nested level of ${MAX_NESTED_NAMES}`,
          );
        }
        const there = values.entries.get(text);
        if (there !== undefined && there.kind !== 'map') throw notA('map[string]interface {}', there);
        const inner = there ?? this.#map();
        const isEnd = this.#position >= this.#characters.length;
        this.#key(inner, nested + 1);
        if (inner.entries.size > 0) set(values, text, inner);
        else if (!isEnd) throw new ComposeError(`key map ${name} has no value`);
      }
    }
  }

  #item(list: ListNode, index: number, nested: number): ListNode {
    const { text, last } = this.#until('[.=');
    if (text !== '') throw new ComposeError(`unexpected data at end of array index: ${JSON.stringify(text)}`);
    const there = list.items[index];
    switch (last) {
      case '=':
        return this.#setIndex(list, index, this.#value());
      case '[': {
        const next = this.#index();
        if (there !== undefined && there.kind !== 'list') throw notA('[]interface {}', there);
        return this.#setIndex(list, index, this.#item(there ?? this.#list(), next, nested));
      }
      case '.': {
        const inner = there?.kind === 'map' ? there : this.#map();
        this.#key(inner, nested);
        return this.#setIndex(list, index, inner);
      }
      default:
        return list;
    }
  }

  /** As Go: a list that is long enough is written in place, and seen by all that share it. */
  #setIndex(list: ListNode, index: number, value: ValuesNode): ListNode {
    if (index > MAX_INDEX) {
      throw new ComposeError(`index of ${index} is greater than maximum supported index of ${MAX_INDEX}`);
    }
    if (index < list.items.length) {
      list.items[index] = value;
      return list;
    }
    const items = Array.from({ length: index + 1 }, (_, at) => list.items[at]);
    items[index] = value;
    return { kind: 'list', items, layer: this.#layer };
  }

  #value(): ValuesNode {
    if (this.#position >= this.#characters.length) return this.#leaf('');
    if (this.#characters[this.#position] !== '{') return this.#leaf(this.#until(',').text);
    this.#position++;
    const items: ValuesNode[] = [];
    for (;;) {
      const { text, last } = this.#until(',}');
      if (last === END) throw new ComposeError("list must terminate with '}'");
      items.push(this.#leaf(text));
      if (last === ',') continue;
      if (this.#characters[this.#position] === ',') this.#position++;
      return { kind: 'list', items, layer: this.#layer };
    }
  }

  #index(): number {
    const { text } = this.#until(']');
    if (!/^[-+]?\d+$/.test(text)) {
      throw new ComposeError(`error parsing index: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
    }
    const index = Number(text);
    if (index < 0) throw new ComposeError(`negative ${index} index not allowed`);
    return index;
  }

  /** A backslash takes the meaning of what follows it. */
  #until(stops: string): { readonly text: string; readonly last: string } {
    let text = '';
    while (this.#position < this.#characters.length) {
      const character = this.#characters[this.#position++]!;
      if (stops.includes(character)) return { text, last: character };
      text += character === '\\' ? (this.#characters[this.#position++] ?? '') : character;
    }
    return { text, last: END };
  }

  #leaf(text: string): ValuesNode {
    return { kind: 'leaf', value: this.#asString ? text : typed(text), layer: this.#layer };
  }

  #list(): ListNode {
    return { kind: 'list', items: [], layer: this.#layer };
  }

  #map(): MapNode {
    return { kind: 'map', entries: new Map(), layer: this.#layer };
  }
}

const set = (values: MapNode, key: string, value: ValuesNode): void => {
  if (key !== '') values.entries.set(key, value);
};

const typed = (text: string): null | boolean | number | bigint | string => {
  const lower = text.toLowerCase();
  if (lower === 'true') return true;
  if (lower === 'false') return false;
  if (lower === 'null') return null;
  if (text === '0') return 0;
  if (/^[-+]?\d+$/.test(text) && !text.startsWith('0')) {
    const integer = BigInt(text.replace(/^\+/, ''));
    // strconv.ParseInt with 64 bits; beyond, Helm keeps the text.
    if (integer >= -(2n ** 63n) && integer < 2n ** 63n) {
      return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
    }
  }
  return text;
};

const goType = (node: ValuesNode): string =>
  node.kind === 'map'
    ? 'map[string]interface {}'
    : node.kind === 'list'
      ? '[]interface {}'
      : node.value === null
        ? 'nil'
        : typeof node.value === 'string'
          ? 'string'
          : typeof node.value === 'boolean'
            ? 'bool'
            : 'float64';

const notA = (wanted: string, node: ValuesNode): ComposeError =>
  new ComposeError(`unable to parse key: interface conversion: interface {} is ${goType(node)}, not ${wanted}`);

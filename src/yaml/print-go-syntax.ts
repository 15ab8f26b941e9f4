import { printFloat } from './print-float.js';
import { type ResolvedScalar, resolveNode } from './resolve-scalar.js';
import { isMergeKey, type MappingNode, type YamlNode } from './yaml-node.js';

// Only error messages show values this way; no one reads one that goes deeper.
const MAX_DEPTH = 200;

/** A decoded value as Go's `%#v` prints it, for the messages that quote one: `[]interface {}{"a", 1}`. */
export const printGoSyntax = (node: YamlNode): string => {
  const target = node.kind === 'alias' ? node.target : node;
  const isNull = target.kind === 'scalar' && resolveNode(target).kind === 'null';
  return isNull ? '<nil>' : printNested(target, 0);
};

const printNested = (node: YamlNode, depth: number): string => {
  if (depth > MAX_DEPTH) return '...';
  switch (node.kind) {
    case 'alias':
      return printNested(node.target, depth);
    case 'scalar':
      return printScalar(resolveNode(node));
    case 'sequence':
      return `[]interface {}{${node.children.map((child) => printNested(child, depth + 1)).join(', ')}}`;
    case 'mapping':
      return `map[interface {}]interface {}{${printEntries(node, depth + 1)}}`;
  }
};

type Entries = Map<string, { readonly key: ResolvedScalar; readonly value: YamlNode }>;

/** In the order of the keys, numbers by value; the last of equal keys wins. */
const printEntries = (node: MappingNode, depth: number): string => {
  const entries: Entries = new Map();
  collectEntries(node, entries);
  return Array.from(entries)
    .sort(([, a], [, b]) => compareKeys(a.key, b.key))
    .map(([text, { value }]) => `${text}:${printNested(value, depth)}`)
    .join(', ');
};

const collectEntries = (node: YamlNode, entries: Entries): void => {
  const mapping = node.kind === 'alias' ? node.target : node;
  if (mapping.kind !== 'mapping') return;
  for (let i = 0; i + 1 < mapping.children.length; i += 2) {
    const keyNode = mapping.children[i]!;
    const value = mapping.children[i + 1]!;
    const target = keyNode.kind === 'alias' ? keyNode.target : keyNode;
    if (target.kind !== 'scalar') continue;
    if (isMergeKey(keyNode)) {
      for (const merged of value.kind === 'sequence' ? value.children.toReversed() : [value]) {
        collectEntries(merged, entries);
      }
    } else {
      const key = resolveNode(target);
      entries.set(printScalar(key), { key, value });
    }
  }
};

// Go sorts keys of several types by where the types lie in memory: this is where they were seen to.
const KIND_ORDER = ['null', 'str', 'timestamp', 'int', 'uint', 'float', 'bool'];

const compareKeys = (a: ResolvedScalar, b: ResolvedScalar): number => {
  if (a.kind !== b.kind) return KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind);
  if (a.value === null || b.value === null || a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
};

const printScalar = (scalar: ResolvedScalar): string => {
  switch (scalar.kind) {
    case 'null':
      return 'interface {}(nil)';
    case 'uint':
      return `0x${scalar.value.toString(16)}`;
    case 'float':
      if (Number.isNaN(scalar.value)) return 'NaN';
      return Number.isFinite(scalar.value) ? printFloat(scalar.value) : scalar.value > 0 ? '+Inf' : '-Inf';
    case 'str':
    case 'timestamp':
      return quoteGo(scalar.value);
    default:
      return String(scalar.value);
  }
};

const GO_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

/** As `strconv.Quote`: what cannot be printed is escaped, and a space is the only blank that can. */
const quoteGo = (text: string): string => {
  const escaped = text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (character) => {
    const short = GO_ESCAPES.get(character);
    if (short !== undefined) return short;
    const code = character.codePointAt(0)!;
    if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
  return `"${escaped}"`;
};

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

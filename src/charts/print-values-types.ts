import { isJsonArray, type Json, type JsonType } from '../json/json-value.js';
import type { Refusal } from '../schema/refused.js';
import { isIdentifier } from './identifier.js';
import { pascalCaseKey } from './pascal-case.js';
import { fitsInto, type Shape, textFormOf } from './shape.js';

/** A type as TypeScript writes it, and what the key that has it tells of it. */
interface TypeText {
  /** The members of a union, each once. */
  readonly members: readonly string[];
  readonly comment?: string | undefined;
  /** What is said of the items of a list, which has no line of its own. */
  readonly itemsComment?: string | undefined;
}

const SCALARS: readonly JsonType[] = ['string', 'number', 'integer', 'boolean'];

/** Every object has these by its prototype, so with a type of their own no object would fit that does not set them. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

const OPEN: TypeText = { members: ['unknown'] };

/** Interfaces for a shape, the root's named `rootName`, each before those that it names. */
export const printValuesTypes = (root: Shape, rootName: string): string => {
  const blocks: string[][] = [];
  const names = openNames(rootName);

  /** What the index signature beside known keys says: it must take their types too, and their undefined. */
  const indexType = (s: Shape, name: string, known: ReadonlyMap<string, TypeText>): TypeText => {
    if (typeof s.additional !== 'object') return OPEN;
    const { additional } = s;
    if (known.size === 0) return typeOf(additional, `${name}Value`);
    const others = [...known].filter(([key]) => INHERITED.has(key) || !fitsInto(s.properties.get(key)!, additional));
    const taken = others.flatMap(([, { members }]) => members);
    if (taken.includes('unknown')) return OPEN;
    const type = typeOf(additional, `${name}Value`);
    if (type.members.includes('unknown')) return type;
    return { ...type, members: [...new Set([...type.members, ...taken, 'undefined'])] };
  };

  const printInterface = (s: Shape, name: string): void => {
    const lines: string[] = [];
    blocks.push(lines);
    lines.push(`export interface ${name} {`);
    const add = (key: string, type: TypeText) =>
      lines.push(...printComment(type), `  ${key}: ${type.members.join(' | ')};`);
    const known = new Map<string, TypeText>();
    for (const key of sortKeys(s.properties.keys())) {
      const type = INHERITED.has(key) ? OPEN : typeOf(s.properties.get(key)!, name + pascalCaseKey(key));
      known.set(key, type);
      add(`${printKey(key)}?`, type);
    }
    const closed = s.additional === false || (s.additional === undefined && s.properties.size > 0);
    if (!closed) add('[k: string]', indexType(s, name, known));
    lines.push('}');
  };

  const objectType = (s: Shape, name: string): string => {
    if (s.properties.size === 0) {
      if (s.additional === false) return 'Record<string, never>';
      if (typeof s.additional !== 'object') return 'Record<string, unknown>';
      const value = plainMembers(s.additional);
      if (value !== undefined) return `Record<string, ${value.join(' | ')}>`;
    }
    const own = names.take(name);
    printInterface(s, own);
    return own;
  };

  const typeOf = (s: Shape, name: string): TypeText => {
    const comment = s.refusal === undefined ? s.description : refusalComment(s.refusal);
    const plain = plainMembers(s);
    if (plain !== undefined) return { members: plain, comment };
    // An object or list as a literal is a rarity that the schema checks and the type leaves open, if it isn't empty.
    if (s.literals.some((value) => typeof value === 'object' && value !== null && printEmpty(value) === undefined))
      return { ...OPEN, comment };
    const has = (type: JsonType): boolean => s.types !== 'any' && s.types.has(type);
    const members = [...SCALARS.filter(has).map((type) => scalarName(type, s)), ...s.literals.map(printLiteral)];
    const isObjectAlone = members.length === 0 && has('object') && !has('array') && !has('null');
    if (has('object')) members.push(objectType(s, name));
    // What the interface of an object is about, its name tells.
    if (isObjectAlone) return { members, ...(members[0]!.startsWith('Record<') ? { comment } : {}) };
    const items = has('array') && s.items !== undefined ? typeOf(s.items, `${name}Item`) : OPEN;
    const isListAlone = members.length === 0 && has('array') && !has('null');
    if (has('array')) members.push(arrayOf(items.members));
    if (has('null')) members.push('null');
    return {
      members: [...new Set(members)],
      comment,
      itemsComment: isListAlone ? tellable(s.items, items) : undefined,
    };
  };

  printInterface(root, rootName);
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

/** The names of interfaces; two paths that read alike get a number, in the order of their keys. */
const openNames = (rootName: string): { readonly take: (wanted: string) => string } => {
  const taken = new Set([rootName]);
  /** By name, the number to try next: many keys without a letter would each try all numbers again. */
  const next = new Map<string, number>();
  return {
    take(wanted) {
      let name = wanted;
      let number = next.get(wanted) ?? 2;
      for (; taken.has(name); number++) name = `${wanted}${number}`;
      next.set(wanted, number);
      taken.add(name);
      return name;
    },
  };
};

/** In the order that an object has them, as in the schema: whole numbers come first. */
const sortKeys = (keys: Iterable<string>): readonly string[] =>
  Object.keys(Object.fromEntries([...keys].sort().map((key) => [key, 0])));

const TEXT_FORMS = { integer: '`${number}`', true: "'true'" } as const;

const scalarName = (type: JsonType, s: Shape): string => {
  const form = type === 'string' ? textFormOf(s) : undefined;
  return form === undefined ? (type === 'integer' ? 'number' : type) : TEXT_FORMS[form];
};

/** Of a shape that has no interface of its own: `string | number`; undefined for one that has. */
const plainMembers = (s: Shape): readonly string[] | undefined => {
  if (s.types === 'any') return OPEN.members;
  if (s.types.has('object') || s.types.has('array') || s.literals.length > 0) return undefined;
  const has = s.types;
  const members = [...SCALARS, 'null' as const].filter((type) => has.has(type)).map((type) => scalarName(type, s));
  return members.length === 0 ? ['never'] : [...new Set(members)];
};

const arrayOf = (members: readonly string[]): string => {
  const type = members.join(' | ');
  return members.length > 1 || /^Record<.* \| /.test(type) ? `(${type})[]` : `${type}[]`;
};

/** A tag in the comment of an item would be read as one of the list. */
const tellable = (items: Shape | undefined, { members, comment }: TypeText): string | undefined => {
  const isList = members.length === 1 && items !== undefined && items.types !== 'any' && items.types.has('array');
  return isList || comment === undefined || comment === '' || /(^|\s)@\w/.test(comment) ? undefined : comment;
};

const quote = (text: string): string => {
  const literal = JSON.stringify(text);
  return literal.includes("'") ? literal : `'${literal.slice(1, -1).replaceAll('\\"', '"')}'`;
};

const printLiteral = (value: Json): string =>
  printEmpty(value) ?? (typeof value === 'string' ? quote(value) : JSON.stringify(value));

/** The type of an empty list or map. */
const printEmpty = (value: Json): string | undefined => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) return undefined;
  return isJsonArray(value) ? 'never[]' : 'Record<string, never>';
};

const refusalComment = ({ text, isSure }: Refusal): string =>
  `@deprecated The chart ${isSure ? 'fails where it is set' : 'reads it for nothing but to fail with some other values'}${text === '' ? '' : `: ${text}`}`;

const printKey = (key: string): string => (isIdentifier(key) ? key : quote(key));

const printComment = ({ comment, itemsComment }: TypeText): readonly string[] => {
  const parts = [comment, itemsComment === undefined ? undefined : `Items: ${itemsComment}`].filter((one) => one);
  if (parts.length === 0) return [];
  const lines = parts.join('\n\n').replaceAll('*/', '* /').split('\n');
  return ['  /**', ...lines.map((line) => `   * ${line}`.trimEnd()), '   */'];
};

import { isObject } from '../../json/is-object.js';
import { isJsonArray, type Json } from '../../json/json-value.js';
import { childrenOf } from './compare-schemas.js';
import { describeType, type SchemaNode } from './describe-type.js';
import { joinSiblings } from './join-siblings.js';
import type { SchemaChange, SchemaChangeKind } from './schema-change.js';
import { ANY_KEY, isBelow, printSchemaPath } from './schema-path.js';

/** The longest value that a line shows. */
const LONGEST = 60;
/** Of the column of paths. */
const WIDEST = 48;

/** A value on one line, shortened where it is long. */
export const showValue = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  if (text.length <= LONGEST) return text;
  if (isJsonArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return `a map of ${Object.keys(value).length}`;
  return `${text.slice(0, LONGEST)}… (${String(value).length} characters)`;
};

const countLeaves = (schema: SchemaNode): number => {
  const children = childrenOf(schema);
  return children.length === 0 ? 1 : children.reduce((sum, [, child]) => sum + countLeaves(child), 0);
};

const oneSidedWords = (schema: SchemaNode, value: Json | undefined): string => {
  const keys = countLeaves(schema);
  if (keys > 1) return `with ${keys} values in it`;
  return value === undefined ? describeType(schema) : `${describeType(schema)}, default ${showValue(value)}`;
};

const constraintWords = (keyword: string, from: unknown, to: unknown): string => {
  const isPlain = [from, to].every((value) => typeof value !== 'object' || value === null);
  if (isPlain) return `${keyword} ${showValue(from)} → ${showValue(to)}`;
  return `${keyword} ${from === undefined ? 'is new' : to === undefined ? 'is gone' : 'changes'}`;
};

/** What a change says after its path. */
const wordsOf = (change: SchemaChange): string => {
  switch (change.kind) {
    case 'added':
    case 'removed':
      return oneSidedWords(change.schema, change.default);
    case 'renamed':
      return `→ ${printSchemaPath(change.to)}${change.isStillRead === true ? ' (the old one is still read)' : ''}`;
    case 'retyped':
      return `${change.from} → ${change.to}`;
    case 'required':
      return '';
    case 'constrained':
      return [...new Set([...Object.keys(change.from), ...Object.keys(change.to)])]
        .map((keyword) => constraintWords(keyword, change.from[keyword], change.to[keyword]))
        .join(', ');
    case 'default':
      return `${showValue(change.from)} → ${change.to === undefined ? 'no default' : showValue(change.to)}${
        change.newPath === undefined ? '' : ` as ${printSchemaPath(change.newPath)}`
      }`;
  }
};

/** The same at any key of a map says it for the keys that the schema lists beside it. */
const withoutRepeated = (changes: readonly SchemaChange[]): readonly SchemaChange[] => {
  const general = changes.filter(({ path }) => path.includes(ANY_KEY));
  return changes.filter(
    (change) =>
      change.kind === 'default' ||
      !general.some(
        (other) =>
          other !== change &&
          other.kind === change.kind &&
          other.path.length === change.path.length &&
          isBelow(change.path, other.path),
      ),
  );
};

interface Section {
  readonly title: string;
  readonly sign: string;
  takes(change: SchemaChange): boolean;
}

const ofKind = (kind: SchemaChangeKind) => (change: SchemaChange) => change.kind === kind;

/** What may break something comes first. */
const sections: readonly Section[] = [
  { title: 'removed', sign: '-', takes: ofKind('removed') },
  { title: 'renamed, as a guess', sign: '~', takes: ofKind('renamed') },
  { title: 'another type', sign: '!', takes: (change) => change.kind === 'retyped' && change.isNarrower },
  { title: 'must be set now', sign: '!', takes: ofKind('required') },
  { title: 'other constraints', sign: '!', takes: ofKind('constrained') },
  { title: 'default changed', sign: '=', takes: ofKind('default') },
  { title: 'takes more', sign: '+', takes: (change) => change.kind === 'retyped' && !change.isNarrower },
  { title: 'added', sign: '+', takes: ofKind('added') },
];

/**
 * A difference between two versions as text for a terminal, a section for each kind of change.
 *
 * @param mark what to say at the end of a line, such as whom the change concerns; an empty text says nothing
 * @returns lines; none where nothing differs
 */
export const printChanges = (
  changes: readonly SchemaChange[],
  mark: (change: SchemaChange) => string = () => '',
): readonly string[] =>
  sections.flatMap(({ title, sign, takes }) => {
    const own = withoutRepeated(changes.filter(takes));
    if (own.length === 0) return [];
    const lines = joinSiblings(
      own.map((change) => {
        const said = mark(change);
        return { path: change.path, words: `${wordsOf(change)}${said === '' ? '' : `  ${said}`}` };
      }),
    );
    const width = Math.min(WIDEST, Math.max(...lines.map(({ path }) => path.length)));
    return [
      '',
      `${title} (${own.length})`,
      ...lines.map(({ path, words }) => `  ${sign} ${path.padEnd(width)}  ${words}`.trimEnd()),
    ];
  });

/** A change as `--json` has it: paths as text, types in words. */
export const changeAsJson = (change: SchemaChange): Readonly<Record<string, unknown>> => {
  const path = printSchemaPath(change.path);
  switch (change.kind) {
    case 'added':
    case 'removed':
      return { kind: change.kind, path, type: describeType(change.schema), default: change.default };
    case 'renamed':
      return {
        kind: change.kind,
        path,
        to: printSchemaPath(change.to),
        guess: true,
        ...(change.isStillRead === true ? { stillRead: true } : {}),
      };
    case 'default': {
      const { newPath, ...rest } = change;
      return { ...rest, path, ...(newPath === undefined ? {} : { newPath: printSchemaPath(newPath) }) };
    }
    default:
      return { ...change, path };
  }
};

import { isEncryptedText } from '../../constructs/encrypted-file.js';
import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import { compilePattern, type Matcher } from '../../schema/pattern.js';

/** What SOPS left in a file as it is, against the file's own rule. */
export interface PlainTexts {
  /** The rule's name in the `sops` block: `encrypted_regex`. */
  readonly rule: string;
  readonly paths: readonly JsonPath[];
}

type Rule = readonly [name: string, encrypts: boolean, matcherOf: (text: string) => Matcher | undefined];

const endsWith =
  (suffix: string): Matcher =>
  (key) =>
    key.endsWith(suffix);

/** In the order in which SOPS asks them. It encrypts a value if one of the keys on its path matches. */
const rules: readonly Rule[] = [
  ['unencrypted_suffix', false, endsWith],
  ['encrypted_suffix', true, endsWith],
  ['unencrypted_regex', false, (text) => compilePattern(text)],
  ['encrypted_regex', true, (text) => compilePattern(text)],
];

/** What SOPS writes into a file of which nothing else was said. */
const DEFAULT_SUFFIX = '_unencrypted';

/** Values that fluxspan sets or reads itself are never told. */
const openFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'sops']);

/**
 * Values that the one rule in an object's `sops` block says to encrypt and that aren't encrypted: the file was edited
 * without SOPS. Undefined where there are none, or where the rule goes by comments, or is several.
 */
export const plainTextsOf = (json: Readonly<Record<string, unknown>>): PlainTexts | undefined => {
  const found = ruleOf(json);
  if (found === undefined) return undefined;
  const { name, text, encrypts, matches } = found;
  // Nothing says more than the default; with it, SOPS would have encrypted "apiVersion" too.
  if (name === 'unencrypted_suffix' && text === DEFAULT_SUFFIX) return undefined;
  const paths: JsonPath[] = [];
  const visit = (value: unknown, path: JsonPath, isMatched: boolean): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...path, index], isMatched);
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) visit(member, [...path, key], isMatched || matches(key));
    } else if (isMatched === encrypts && isPlain(value)) paths.push(path);
  };
  for (const [key, member] of Object.entries(json)) if (!openFields.has(key)) visit(member, [key], matches(key));
  return paths.length === 0 ? undefined : { rule: name, paths };
};

/**
 * The name of the rule by which SOPS takes a value at this path for encrypted; undefined where none does, or where the
 * rule goes by comments, or is several.
 */
export const ruleThatEncrypts = (
  json: Readonly<Record<string, unknown>>,
  path: readonly string[],
): string | undefined => {
  const found = ruleOf(json);
  return found !== undefined && path.some(found.matches) === found.encrypts ? found.name : undefined;
};

/** The one rule in an object's `sops` block. */
const ruleOf = (json: Readonly<Record<string, unknown>>) => {
  const block = json['sops'];
  if (!isObject(block) || Object.keys(block).some((key) => key.endsWith('_comment_regex'))) return undefined;
  const given = rules.filter(([name]) => block[name] !== undefined && block[name] !== '' && block[name] !== null);
  const [name, encrypts, matcherOf] = given[0] ?? [];
  const text = block[name ?? ''];
  if (name === undefined || given.length > 1 || typeof text !== 'string') return undefined;
  const matches = matcherOf!(text);
  return matches === undefined ? undefined : { name, text, encrypts: encrypts!, matches };
};

/** SOPS leaves what is empty as it is. */
const isPlain = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !isEncryptedText(value);

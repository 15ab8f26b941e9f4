import { isEncryptedText } from '../../constructs/encrypted-file.js';
import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import { compilePattern, type Matcher } from '../../schema/pattern.js';

/** Values that SOPS left unencrypted, against the file's own rule. */
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

/** In the order in which SOPS checks them. It encrypts a value if any key on its path matches. */
const rules: readonly Rule[] = [
  ['unencrypted_suffix', false, endsWith],
  ['encrypted_suffix', true, endsWith],
  ['unencrypted_regex', false, (text) => compilePattern(text)],
  ['encrypted_regex', true, (text) => compilePattern(text)],
];

/** The suffix that SOPS uses by default. */
const DEFAULT_SUFFIX = '_unencrypted';

/** Fields that fluxspan sets or reads itself are never reported. */
const openFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'sops']);

/**
 * Values that the one rule in an object's `sops` block says to encrypt and that aren't encrypted: the file was edited
 * without SOPS. Undefined if there are none, if the rule depends on comments, or if there are several rules.
 */
export const plainTextsOf = (json: Readonly<Record<string, unknown>>): PlainTexts | undefined => {
  const found = ruleOf(json);
  if (found === undefined) return undefined;
  const { name, text, encrypts, matches } = found;
  // The default suffix isn't a rule: with it, SOPS would have encrypted "apiVersion" too.
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
 * The name of the rule by which SOPS takes a value at this path for encrypted; undefined if none does, if the rule
 * depends on comments, or if there are several rules.
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

/** SOPS doesn't encrypt empty values. */
const isPlain = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !isEncryptedText(value);

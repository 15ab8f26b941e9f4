import { createHmac, randomBytes } from 'node:crypto';
import { hidePasswords } from '../diagnostics/hide-passwords.js';
import type { JsonObject } from '../json/json-value.js';
import { redactLikely } from '../redaction/likely-secrets.js';
import { redactObject } from './redact-object.js';
import { openSecretVars, type SecretVars } from './secret-vars.js';

/**
 * Puts a mark in the place of every secret value, before anything is compared. Equal values have equal marks within
 * one run, so that a change is still seen; the marks of another run tell nothing of these.
 */
export interface Redactor {
  /** A manifest without the values of a Secret. */
  object(json: JsonObject): JsonObject;
  value(value: unknown): string;
  /** What of an object may be shown: without what is most likely a secret in plain text, too. */
  shown(json: JsonObject): JsonObject;
  /** The vars that give a secret. */
  readonly vars: SecretVars;
}

const MARK = '(secret ';
const LENGTH = 24;

export const openRedactor = (key: Uint8Array = randomBytes(32)): Redactor => {
  const value = (secret: unknown): string =>
    `${MARK}${createHmac('sha256', key)
      .update(typeof secret === 'string' ? secret : (JSON.stringify(secret) ?? ''))
      .digest('hex')
      .slice(0, LENGTH)})`;
  return {
    value,
    object: (json) => redactObject(json, value),
    shown: (json) => redactLikely(json, value),
    vars: openSecretVars(value),
  };
};

const MARKS = new RegExp(`\\${MARK}[0-9a-f]{${LENGTH}}\\)`, 'g');

/** The text as it may be shown: of a mark, only that it is one, and no password of a URL. */
export const asShown = (text: string): string => hidePasswords(text.replace(MARKS, '(secret)'));

/** Whether a text has a mark in it. */
export const holdsMark = (text: string): boolean => text.search(MARKS) !== -1;

/** Whether two values differ only in what isn't shown of them. */
export const differInSecret = (from: unknown, to: unknown): boolean =>
  from !== undefined && to !== undefined && asShown(textOf(from)) === asShown(textOf(to));

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));

export const isRedacted = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(MARK) && asShown(value) === '(secret)';

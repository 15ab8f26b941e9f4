import { hasTokenAsUser, hidePasswords } from '../diagnostics/hide-passwords.js';
import type { JsonPath } from '../json/json-path.js';

/** A user or a token before the host: of `ssh://git@host` and of a user that stands for a host's account, no secret. */
const USER = /^(?:https?|oci):\/\/[^\s/]*@/i;
const QUERY = /[?&](?:access_token|private_token|token|password|secret)=[^&\s]/i;

const PRIVATE_KEY = /AGE-SECRET-KEY-|-----BEGIN [A-Z ]*PRIVATE KEY/;

const hasCredential = (text: string): boolean =>
  PRIVATE_KEY.test(text) ||
  (text.includes('://') &&
    (USER.test(text.trim()) || QUERY.test(text) || hasTokenAsUser(text) || hidePasswords(text) !== text));

/** The paths of all texts that have a credential in an address, or a private key. */
export const findCredentials = (value: unknown, path: JsonPath = []): readonly JsonPath[] => {
  if (typeof value === 'string') return hasCredential(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findCredentials(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => findCredentials(member, [...path, key]));
};

import { isSecretOption, isSecretText } from '../alerts/check-alerts.js';
import { dataOf, destinationOfType, optionsOfType } from '../alerts/destination-of-type.js';
import { hasTokenAsUser, hidePasswords } from '../diagnostics/hide-passwords.js';
import { findWebhookSecret } from '../diagnostics/webhook-secrets.js';
import { isObject } from '../json/is-object.js';
import type { JsonPath } from '../json/json-path.js';
import { hasSecretForm } from '../redaction/secret-forms.js';

/** A user or a token before the host: of `ssh://git@host` and of a user that stands for a host's account, no secret. */
const USER = /^(?:https?|oci):\/\/[^\s/]*@/i;
const QUERY = /[?&](?:access_token|private_token|token|password|secret)=[^&\s]/i;

const PRIVATE_KEY = /AGE-SECRET-KEY-|-----BEGIN [A-Z ]*PRIVATE KEY/;

const hasCredential = (text: string): boolean =>
  PRIVATE_KEY.test(text) ||
  findWebhookSecret(text) !== undefined ||
  hasSecretForm(text) ||
  (text.includes('://') &&
    (USER.test(text.trim()) || QUERY.test(text) || hasTokenAsUser(text) || hidePasswords(text) !== text));

/** How many steps of a path lead to the alerts of a team, which it is in; undefined for others. */
export const alertsDepth = (path: JsonPath): number | undefined => {
  const depth = path[0] === 'defaults' ? 1 : path[0] !== 'teams' ? undefined : path[2] === 'environments' ? 4 : 2;
  return depth !== undefined && path[depth] === 'alerts' ? depth + 1 : undefined;
};

/** The paths of all texts that have a credential, such as a private key, or the address of a channel. */
export const findCredentials = (value: unknown, path: JsonPath = []): readonly JsonPath[] =>
  alertsDepth(path) === path.length ? ofAlerts(value, path) : textsIn(value, path, findCredentials, hasCredential);

/** Texts at or below a path. @param go what is done with each member */
const textsIn = (
  value: unknown,
  path: JsonPath,
  go: (member: unknown, path: JsonPath) => readonly JsonPath[],
  isSecret: (text: string) => boolean,
): readonly JsonPath[] => {
  if (typeof value === 'string') return isSecret(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => go(item, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, member]) => go(member, [...path, key])) : [];
};

/** Alerts take no address where the address lets everybody post who knows it. */
const ofAlerts = (value: unknown, path: JsonPath): readonly JsonPath[] => {
  if (!isObject(value)) return textsIn(value, path, ofAlerts, isSecretText);
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  const made = destinationOfType(type, {});
  const data = made === undefined ? undefined : dataOf(made);
  const known = [...PUBLIC, ...optionsOfType(type).filter((key) => !SECRETS.includes(key))];
  return Object.entries(value).flatMap(([key, member]) => {
    const isSecret = (text: string): boolean => {
      if (SECRETS.includes(key) || (key === 'channel' && data !== undefined && known.includes(key)))
        return isSecretText(text);
      return known.includes(key) ? hasCredential(text) : isSecretOption(data, key, text);
    };
    const walk = (one: unknown, at: JsonPath): readonly JsonPath[] => textsIn(one, at, walk, isSecret);
    return walk(member, [...path, key]);
  });
};

const SECRETS: readonly string[] = ['certSecretRef', 'proxySecretRef', 'secret', 'secretRef'];
/** What has no secret by its name. */
const PUBLIC: readonly string[] = ['exclude', 'metadata', 'recoveries', 'requires', 'type'];

import { hideWebhookSecrets } from '../diagnostics/webhook-secrets.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { hideCookies, hideEncodedKeys, hideInHeader, mayHaveForm, SECRET_FORMS } from './secret-forms.js';
import { isSecretKey, MAY_BE_SECRET_KEY } from './secret-keys.js';

export type RedactValue = (value: unknown) => string;

/**
 * An object without what is most likely a secret in plain text, wherever it stands: under a key such as
 * `adminPassword`, in an environment variable, as a flag, in a URL, or in a file that a ConfigMap holds. Names of
 * Secrets and of their keys stay.
 */
export const redactLikely = (json: JsonObject, redact: RedactValue): JsonObject => {
  const { apiVersion, kind } = json;
  // Descriptions of fields are long, and say nothing of values.
  if (kind === 'CustomResourceDefinition') return json;
  // There, it names the key of the Secret that is made.
  const isExternalSecret = String(apiVersion).startsWith('external-secrets.io/');
  const isSecret = (key: string) => isSecretKey(key) && !(isExternalSecret && key === 'secretKey');
  const hidden = walk(json, { redact, isSecret }) as JsonObject;
  if (kind === 'ConfigMap') return withoutBinary(hidden, redact);
  return kind === 'Provider' ? withoutRoutingKey(hidden, redact) : hidden;
};

interface Hiding {
  readonly redact: RedactValue;
  readonly isSecret: (key: string) => boolean;
}

const walk = (value: unknown, hiding: Hiding): unknown => {
  if (typeof value === 'string') {
    return holdsEncoded(value) ? hiding.redact(value) : redactText(value, hiding.redact);
  }
  if (Array.isArray(value)) return walkItems(value, hiding);
  if (!isObject(value)) return value;
  const { name, value: given } = value;
  const isNamed = typeof name === 'string' && given !== undefined && hiding.isSecret(name);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (MAPS.has(key) && isObject(member)) return [key, hideMembers(member, hiding)];
      const isHidden = hiding.isSecret(key) || (isNamed && key === 'value');
      if (isHidden) return [key, hide(member, hiding)];
      const header = key === 'value' && typeof name === 'string' ? name : key;
      return [
        key,
        typeof member === 'string' ? walk(withoutCookies(header, member, hiding), hiding) : walk(member, hiding),
      ];
    }),
  );
};

const withoutCookies = (header: string, value: string, { redact }: Hiding): string =>
  hideInHeader(header, value, (one) => (isNoSecret(one) ? one : redact(one)));

/** Base64 of a text that has a likely secret in it. */
const holdsEncoded = (value: string): boolean => {
  const encoded = value.trim();
  if (encoded.length % 4 !== 0 || !/^[A-Za-z\d+/]{12,}={0,2}$/.test(encoded)) return false;
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  return /^[\t\r\n -~]+$/.test(text) && redactText(text, () => '') !== text;
};

/** Maps of secrets, whatever their keys are called. */
const MAPS: ReadonlySet<string> = new Set(['stringData', 'secretData', 'secretEnv', 'envSecrets', 'secretEnvVars']);

const hideMembers = (map: object, hiding: Hiding) =>
  Object.fromEntries(Object.entries(map).map(([key, member]) => [key, hide(member, hiding)]));

/** `['--password', 'hunter2']`. */
const walkItems = (items: readonly unknown[], hiding: Hiding): readonly unknown[] =>
  items.map((item, index) => {
    const before = items[index - 1];
    const isOfFlag =
      typeof item === 'string' &&
      !item.startsWith('-') &&
      typeof before === 'string' &&
      /^--?[a-z][\w-]*$/i.test(before) &&
      hiding.isSecret(before);
    return isOfFlag ? hide(item, hiding) : walk(item, hiding);
  });

/** What stands under such a key, unless it stands for something else. */
const hide = (value: unknown, hiding: Hiding): unknown => {
  if (typeof value === 'string') return isNoSecret(value) ? value : hiding.redact(value);
  if (typeof value === 'number' || typeof value === 'bigint') return hiding.redact(String(value));
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? walk(one, hiding) : hide(one, hiding)));
  return walk(value, hiding);
};

/** A mark, words that no secret is, and paths. */
const NO_SECRET =
  /^(?:|\(secret [0-9a-f]{24}\)|true|false|yes|no|on|off|null|nil|none|~|[|>][-+\d]*|[[{]|file:.*|\/[\w.-]+\/[\w./-]*)$/i;
/** What stands for another value: `${A}`, `$A`, `$(A)`, `{{ .a }}`, `<< inputs.a >>`, `%(a)s`. */
const REFERENCE = /^(?:\$\{[\w.]+\}|\$[A-Z_][A-Z\d_]*|\$\(\w+\)|\{\{[^}"'`]*\}\}|<<[^>"'`]*>>|%\(\w+\)s)$/;

const isNoSecret = (value: string): boolean => {
  const text = value.trim();
  return NO_SECRET.test(text) || REFERENCE.test(text);
};

/** https://developer.pagerduty.com/docs/events-api-v2-overview: whoever has the key of a service can open incidents. */
const withoutRoutingKey = (json: JsonObject, redact: RedactValue): JsonObject => {
  const { spec } = json;
  return isObject(spec) && spec['type'] === 'pagerduty' && typeof spec['channel'] === 'string'
    ? { ...json, spec: { ...spec, channel: redact(spec['channel']) } }
    : json;
};

/** A file of a ConfigMap in base64. */
const withoutBinary = (json: JsonObject, redact: RedactValue): JsonObject => {
  const { binaryData } = json;
  if (!isObject(binaryData)) return json;
  const holdsSecret = (file: unknown) => {
    const text = Buffer.from(String(file), 'base64').toString('latin1');
    return redactText(text, redact) !== text;
  };
  const files = Object.entries(binaryData).map(([key, file]) => [key, holdsSecret(file) ? redact(file) : file]);
  return { ...json, binaryData: Object.fromEntries(files) };
};

const VALUE = String.raw`\(secret [0-9a-f]{24}\)|\{\{[^}\n]*\}\}|<<[^>\n]*>>|\$\{[^}\n]*\}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'][^\s"'&,;]*`;

/** `key: value`, `KEY=value`, `"key": "value"`, `--key=value`, `?key=value`. */
const SETTING = new RegExp(
  String.raw`(?<![\w.-])(${MAY_BE_SECRET_KEY})(["']?[ \t]*(?::=|=>|[:=])[ \t]*)(?!![A-Za-z][\w.]*[ \t])(${VALUE})`,
  'gi',
);
/** The same in JSON, with the value on the next line. */
const NEXT_LINE = new RegExp(String.raw`"(${MAY_BE_SECRET_KEY})("[ \t]*:[ \t]*\r?\n\s*)("(?:[^"\\\n]|\\.)*")`, 'gi');
/** `name: KEY` or `path: /a/b/key` of a patch, and then `value: …`. */
const NAMED = new RegExp(
  String.raw`(\b(?:name|path)["']?[ \t]*:[ \t]*["']?)([\w./~-]+)(["']?(?:[ \t]*,|[ \t]*\n)\s*["']?value["']?[ \t]*:[ \t]*)(${VALUE})`,
  'g',
);
/** `requirepass hunter2`, `--password hunter2`. */
const DIRECTIVE =
  /(?<![\w.-])(--?[a-z][\w-]*|requirepass|masterauth)([ \t]+)("[^"\n]*"|'[^'\n]*'|(?![^\s"']*\(secret)[^\s"'-][^\s"']*)/gi;
/** A text of several lines below a key of YAML. */
const BLOCK = new RegExp(
  String.raw`^([ \t]*)((?:- )?(${MAY_BE_SECRET_KEY}):[ \t]*[|>][-+\d]*[ \t]*\n)((?:\1[ \t]+.*(?:\n|$)|[ \t]*\n)+)`,
  'gim',
);
const ELEMENT = /(<([\w.-]+)>)([^<]+)(?=<\/\2>)/g;

/** The login of a registry: base64 of `user:password`. */
const REGISTRY_AUTH = /("auth"\s*:\s*")([\w+/]{8,}={0,2})(?=")/g;

/** What a text may have a secret in; most texts are seen to have none by this alone. */
const MAY_HOLD = /pass|pwd|token|secret|key|credential|auth|dsn|bearer|identified|-p|:\/\/|@|\$/i;

const redactText = (text: string, redact: RedactValue): string => {
  if ((!MAY_HOLD.test(text) && !mayHaveForm(text)) || NO_SECRET.test(text)) return text;
  const hidden = (secret: string): string => {
    const quote = /^(["'])[\s\S]*\1$/.test(secret) ? secret[0]! : '';
    const bare = secret.slice(quote.length, secret.length - quote.length);
    return isNoSecret(bare) ? secret : `${quote}${redact(bare)}${quote}`;
  };
  const known = SECRET_FORMS.reduce(
    (now, form) => now.replace(form, (_, before: string, secret: string) => before + hidden(secret)),
    text,
  );
  return hideEncodedKeys(hideCookies(hideWebhookSecrets(known, redact), hidden), redact)
    .replace(REGISTRY_AUTH, (all, before: string, login: string) =>
      Buffer.from(login, 'base64').toString('latin1').includes(':') ? before + redact(login) : all,
    )
    .replace(BLOCK, (all, indent: string, head: string, key: string, block: string) =>
      isSecretKey(key) ? `${indent}${head}${indent}  ${redact(block)}\n` : all,
    )
    .replace(NAMED, (all, before: string, name: string, between: string, value: string) =>
      isSecretKey(name.slice(name.lastIndexOf('/') + 1)) ? `${before}${name}${between}${hidden(value)}` : all,
    )
    .replace(NEXT_LINE, (all, key: string, separator: string, value: string) =>
      isSecretKey(key) ? `"${key}${separator}${hidden(value)}` : all,
    )
    .replace(SETTING, (all, key: string, separator: string, value: string) =>
      isSecretKey(key) ? `${key}${separator}${hidden(value)}` : all,
    )
    .replace(DIRECTIVE, (all, key: string, space: string, value: string) =>
      isSecretKey(key) ? `${key}${space}${hidden(value)}` : all,
    )
    .replace(ELEMENT, (all, open: string, key: string, value: string) =>
      isSecretKey(key) ? open + hidden(value) : all,
    );
};

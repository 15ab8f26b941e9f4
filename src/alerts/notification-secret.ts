import type { Construct } from 'constructs';
import type { BroughtSecret } from '../addon/brought-secrets.js';
import { encryptedFile } from '../constructs/encrypted-file.js';
import { ExternalSecret, type StoreRef } from '../constructs/external-secret.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { isText } from '../json/is-text.js';

/** A Secret that a person or a pipeline brings before Flux runs: the cluster's contract and checklist list it. */
export interface SecretFromBootstrap {
  /** `metadata.name` of the Secret. */
  readonly bootstrap: string;
  /** Its keys. @default - those that Flux looks for */
  readonly keys?: readonly [string, ...string[]];
}

/** A Secret in a file of the project that SOPS encrypted. */
export interface SecretFromSops {
  /** The file, relative to the project: `secrets/slack.enc.yaml`. */
  readonly sops: string;
}

/** A Secret that External Secrets makes of a remote one. */
export interface SecretFromStore {
  /** The ClusterSecretStore by name, or a reference to a store. */
  readonly store: string | StoreRef;
  /** The remote secret, as the store calls it. */
  readonly key: string;
  /** The property of the remote secret. @default - its whole value; each of its properties if Flux needs several keys */
  readonly property?: string;
}

/**
 * The Secret with an address or a token: where it comes from, or its name if an addon or something else makes it. Its
 * keys are those that Flux looks for: `address` for the URL of a webhook, `token` for a token.
 */
export type NotificationSecret = string | SecretFromBootstrap | SecretFromSops | SecretFromStore;

const NAME = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/;
const isName = (value: unknown): boolean => typeof value === 'string' && value.length <= 253 && NAME.test(value);
const isStore = (value: unknown): boolean =>
  isName(value) ||
  (isPlainRecord(value) &&
    ['ClusterSecretStore', 'SecretStore'].includes(String(value['kind'])) &&
    isName(value['name']));

const FORMS: Readonly<Record<string, readonly string[]>> = {
  bootstrap: ['bootstrap', 'keys'],
  sops: ['sops'],
  store: ['store', 'key', 'property'],
};

export const SECRET_FIX =
  "give a Secret by name, or where it comes from: { bootstrap: 'slack' }, { sops: 'secrets/slack.enc.yaml' } or { store: 'vault', key: 'flux/slack' }";

/** Whether a value is of the form of a secret's origin. */
export const isNotificationSecret = (value: unknown): value is NotificationSecret => {
  if (!isPlainRecord(value)) return isName(value);
  const form = Object.keys(FORMS).filter((key) => value[key] !== undefined);
  if (form.length !== 1 || Object.keys(value).some((key) => !FORMS[form[0]!]!.includes(key))) return false;
  const { bootstrap, keys, sops, store, key, property } = value;
  if (bootstrap !== undefined)
    return isName(bootstrap) && (keys === undefined || (Array.isArray(keys) && keys.length > 0 && keys.every(isText)));
  return sops !== undefined
    ? isText(sops)
    : isStore(store) && isText(key) && (property === undefined || isText(property));
};

/** The Secret that someone brings for it; none for other origins. */
export const broughtFor = (
  secret: NotificationSecret | undefined,
  keys: readonly string[],
  namespace: string,
  description: string,
): readonly BroughtSecret[] =>
  typeof secret === 'object' && 'bootstrap' in secret
    ? [{ name: secret.bootstrap, keys: secret.keys ?? keys, namespace, type: 'Opaque', description }]
    : [];

/** The capabilities that making the Secret needs. */
export const requiredFor = (secret: NotificationSecret | undefined): readonly string[] =>
  typeof secret === 'object' && 'store' in secret ? ['external-secrets.io'] : [];

interface SecretPlace {
  /** Of the object that reads it, and of the Secret that a store fills. */
  readonly name: string;
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Makes what brings the Secret, and gives the reference to it; none where SOPS's file is refused. */
export const makeSecret = (
  scope: Construct,
  secret: NotificationSecret,
  keys: readonly string[],
  { name, namespace, labels }: SecretPlace,
): { readonly name: string } | undefined => {
  if (typeof secret === 'string') return { name: secret };
  if ('bootstrap' in secret) return { name: secret.bootstrap };
  if ('sops' in secret) {
    const [object] = encryptedFile(scope, secret.sops);
    return object === undefined ? undefined : { name: object.name };
  }
  const { store, key, property } = secret;
  const whole = keys.length > 1 && property === undefined;
  new ExternalSecret(scope, `${name}: secret`, {
    name,
    namespace,
    ...(labels === undefined ? {} : { labels }),
    secretStoreRef: typeof store === 'string' ? { kind: 'ClusterSecretStore', name: store } : store,
    target: { name, creationPolicy: 'Owner' },
    ...(whole
      ? { dataFrom: [{ extract: { key } }] }
      : { data: [{ secretKey: keys[0]!, remoteRef: { key, ...(property === undefined ? {} : { property }) } }] }),
  });
  return { name };
};

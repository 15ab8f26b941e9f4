import type { BroughtSecret } from '../addon/brought-secrets.js';
import type { SettingsLayer } from '../constructs/merge-layers.js';
import { type Diagnostic, diagnose, rememberPlace, suggest } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { isText } from '../json/is-text.js';
import { compilePattern } from '../schema/pattern.js';
import { sopsOption } from './diagnostics.js';

/** Keys of a cloud, whose rights Flux gets by its account. */
export interface CloudKeys {
  /** ARNs of AWS KMS. */
  readonly aws?: string | readonly string[];
  /** URLs of keys in Azure Key Vault, with their versions. */
  readonly azure?: string | readonly string[];
  /** Resource IDs of Google Cloud KMS: `projects/…/cryptoKeys/…`. */
  readonly gcp?: string | readonly string[];
}

/** What {@link sops} takes. */
export interface SopsOptions {
  /** The public keys of age that files are encrypted for: `age1…`. */
  readonly age?: string | readonly string[];
  /** Keys of a cloud that files are encrypted for. */
  readonly kms?: CloudKeys;
  /** The Secret with the private keys of age, which comes before Flux. @default 'sops-age', with `age` */
  readonly secret?: string;
  /** The files that these keys are for, as a regular expression of their paths in the project. @default 'secrets/.*\\.enc\\.ya?ml$' */
  readonly files?: string;
  /** The account by which Flux gets at the keys of a cloud: needs its feature gate ObjectLevelWorkloadIdentity. @default - that of kustomize-controller */
  readonly serviceAccountName?: string;
}

const SOPS: unique symbol = Symbol.for('fluxspan.sops') as never;

/** How the Secrets of a cluster or a tenant are encrypted: what {@link sops} gives. */
export interface Sops {
  /** @internal */
  readonly [SOPS]: true;
  /** @internal */
  readonly options: SopsOptions;
  /** Where the code declares it. @internal */
  readonly place: () => string | undefined;
}

export const isSops = (value: unknown): value is Sops => typeof value === 'object' && value !== null && SOPS in value;

export const SOPS_FIX = "give sops({ age: 'age1…' }) or sops({ kms: { aws: 'arn:aws:kms:…' } })";

/**
 * Secrets in Git, encrypted with SOPS: each Kustomization that has such a file gets its `decryption`, and the private key
 * of age is among the Secrets that come before Flux.
 *
 * @example new FluxCluster(app, 'dev', { secrets: sops({ age: 'age1…' }) })
 * @see docs/how-to/sops.md
 */
export const sops = (options: SopsOptions): Sops => ({ [SOPS]: true, options, place: rememberPlace() }) as Sops;

/** The keys of age's Secret: Flux reads each that ends so. */
const AGE_KEY = 'age.agekey';
const SECRET = 'sops-age';
const FILES = 'secrets/.*\\.enc\\.ya?ml$';

const secretOf = ({ age, secret }: SopsOptions): string | undefined =>
  secret ?? (age === undefined ? undefined : SECRET);

/** The settings of a Kustomization whose files are encrypted. */
export const decryptionOf = ({ options }: Sops): SettingsLayer => {
  const secret = secretOf(options);
  const { serviceAccountName } = options;
  return {
    decryption: {
      provider: 'sops',
      ...(secret === undefined ? {} : { secretRef: { name: secret } }),
      ...(serviceAccountName === undefined ? {} : { serviceAccountName }),
    },
  };
};

/** The Secret that comes before Flux, where the keys are age's. */
export const keysBrought = ({ options }: Sops, namespace: string): readonly BroughtSecret[] => {
  const name = secretOf(options);
  if (name === undefined) return [];
  return [{ name, namespace, keys: [AGE_KEY], type: 'Opaque', description: 'the age key by which Flux decrypts' }];
};

/** What a rule of `.sops.yaml` says. */
export interface CreationRule {
  readonly files: string;
  readonly age: readonly string[];
  readonly aws: readonly string[];
  readonly azure: readonly string[];
  readonly gcp: readonly string[];
}

const listed = (given: string | readonly string[] | undefined): readonly string[] =>
  given === undefined ? [] : [given].flat();

export const creationRule = ({ options: { files = FILES, age, kms = {} } }: Sops): CreationRule => ({
  files,
  age: listed(age),
  aws: listed(kms.aws),
  azure: listed(kms.azure),
  gcp: listed(kms.gcp),
});

const OPTIONS = ['age', 'files', 'kms', 'secret', 'serviceAccountName'];
/** https://github.com/getsops/sops#encrypting-using-age, and the sections after it. */
const keyForms: Readonly<Record<string, readonly [form: RegExp, fix: string]>> = {
  age: [
    /^age1(?:[02-9ac-hj-np-z]{58}|[a-z]+1[02-9ac-hj-np-z]{6,})$/,
    "give the public key, as age-keygen -y prints it: 'age1…'",
  ],
  aws: [
    /^arn:aws[\w-]*:kms:[\w-]+:\d{12}:(?:key|alias)\/[\w/-]+$/,
    "give the key's ARN: 'arn:aws:kms:eu-central-1:123456789012:key/…'",
  ],
  azure: [
    /^https:\/\/[\w-]+\.vault\.[\w.]+\/keys\/[\w-]+(?:\/\w+)?$/,
    "give the key's URL: 'https://acme.vault.azure.net/keys/sops/…'",
  ],
  gcp: [
    /^projects\/[\w-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+$/,
    "give the key's resource ID: 'projects/…/locations/…/keyRings/…/cryptoKeys/…'",
  ],
};
const NAME = /^[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?$/;

/** Finds all that is wrong with `sops()`. No key is shown: it may be a private one. */
export const sopsProblems = ({ options, place }: Sops): readonly Diagnostic[] => {
  const problems: Diagnostic[] = [];
  const source = place();
  const refuse = (message: string, fix: string, path: string) =>
    problems.push(
      diagnose(sopsOption, {
        message,
        fix,
        at: { path: `secrets.${path}`, ...(source === undefined ? {} : { source }) },
      }),
    );
  const given: unknown = options;
  if (!isPlainRecord(given)) {
    refuse('sops() was given no options', SOPS_FIX, 'age');
    return problems;
  }
  for (const key of Object.keys(given)) {
    if (!OPTIONS.includes(key)) refuse(`sops() has no option "${key}"`, suggest(key, OPTIONS), key);
  }
  const { age, kms, secret, files, serviceAccountName } = given;
  const checkKeys = (kind: string, value: unknown, path: string) => {
    const [form, fix] = keyForms[kind]!;
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (all.length === 0) refuse(`\`${path}\` of sops() is an empty list`, fix, path);
    for (const [index, one] of all.entries()) {
      const at = Array.isArray(value) ? `${path}[${index}]` : path;
      if (typeof one === 'string' && one.includes('AGE-SECRET-KEY-'))
        refuse(
          `\`${at}\` of sops() is a private key, which whoever reads the code could decrypt with`,
          'give the public key instead (age-keygen -y), and make a new private one',
          at,
        );
      else if (typeof one !== 'string' || !form.test(one))
        refuse(`\`${at}\` of sops() isn't a key of ${kind === 'age' ? 'age' : `${kind}'s KMS`}`, fix, at);
    }
  };
  if (age === undefined && kms === undefined) refuse('sops() has no key', SOPS_FIX, 'age');
  if (age !== undefined) checkKeys('age', age, 'age');
  if (
    kms !== undefined &&
    (!isPlainRecord(kms) ||
      Object.keys(kms).length === 0 ||
      Object.keys(kms).some((key) => !['aws', 'azure', 'gcp'].includes(key)))
  )
    refuse('`kms` of sops() has no keys of aws, azure or gcp', "give them by cloud: { aws: 'arn:aws:kms:…' }", 'kms');
  else
    for (const [cloud, keys] of Object.entries(isPlainRecord(kms) ? kms : {}))
      if (keys !== undefined) checkKeys(cloud, keys, `kms.${cloud}`);
  if (secret !== undefined && !(typeof secret === 'string' && NAME.test(secret)))
    refuse("`secret` of sops() isn't the name of a Secret", "name it: 'sops-age'", 'secret');
  if (files !== undefined && !(isText(files) && compilePattern(files) !== undefined && !/[\n\r]/.test(files)))
    refuse(
      "`files` of sops() isn't a regular expression",
      "give one of paths in the project: 'secrets/dev/.*'",
      'files',
    );
  if (serviceAccountName !== undefined && !isText(serviceAccountName))
    refuse("`serviceAccountName` of sops() isn't the name of an account", "name it: 'decryptor'", 'serviceAccountName');
  return problems;
};

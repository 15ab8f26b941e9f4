import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import type { StateObject } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';
import { needsAddress, needsToken } from '../settings/provider.js';
import { isUnset } from '../settings/setting.js';

/** The keys that a controller needs in a ConfigMap or Secret. */
export interface NeededKeys {
  /** The kinds of the reader: `group/Kind`. */
  readonly from: readonly string[];
  /** Where the reader names the ConfigMap or Secret. */
  readonly at: string;
  /**
   * What is missing, in words that continue `lacks`; undefined if nothing is.
   *
   * @param reader the `spec` of the reader
   */
  readonly lackOf: (has: (key: string) => boolean, reader: Spec, keys: readonly string[]) => string | undefined;
  /** The types of a Secret that the controller reads; it silently ignores others. @default any */
  readonly types?: readonly string[];
  /** The lack may be intended. @default false */
  readonly isLikely?: true;
}

type Spec = Readonly<Record<string, unknown>>;

const SOURCE = 'source.toolkit.fluxcd.io';
const APPLIERS = ['helm.toolkit.fluxcd.io/HelmRelease', 'kustomize.toolkit.fluxcd.io/Kustomization'];

/** Each of these keys is needed. */
const all =
  (...keys: readonly string[]): NeededKeys['lackOf'] =>
  (has) => {
    const missing = keys.filter((key) => !has(key)).map((key) => `"${key}"`);
    return missing.length === 0 ? undefined : `the ${missing.length === 1 ? 'key' : 'keys'} ${missing.join(' and ')}`;
  };

/** A user without a password, or a password without a user. */
const halfOf = (has: (key: string) => boolean): string | undefined =>
  has('username') === has('password') ? undefined : `the key "${has('username') ? 'password' : 'username'}"`;

/** What Flux needs for TLS: a CA, a certificate with its key, or both. Key names of older Flux versions count, too. */
const lackOfCertificate: NeededKeys['lackOf'] = (has) => {
  const hasCert = has('tls.crt') || has('certFile');
  const hasKey = has('tls.key') || has('keyFile');
  if (hasCert !== hasKey) return `the key "${hasCert ? 'tls.key' : 'tls.crt'}"`;
  return hasCert || has('ca.crt') || has('caFile') ? undefined : 'the key "ca.crt", or "tls.crt" and "tls.key"';
};

/**
 * The keys of a Secret that Flux reads to verify signatures:
 * https://fluxcd.io/flux/components/source/ocirepositories/#verification
 */
const lackOfSigner =
  (at: readonly string[]): NeededKeys['lackOf'] =>
  (has, spec, keys) => {
    if (valueAt(spec, [...at, 'provider']) !== 'notation')
      return keys.some((key) => key.endsWith('.pub')) ? undefined : 'a key that ends in ".pub", with a public key';
    if (!has('trustpolicy.json')) return 'the key "trustpolicy.json"';
    return keys.some((key) => /\.(?:crt|pem)$/.test(key)) ? undefined : 'a key that ends in ".crt" or ".pem"';
  };

export const isSsh = (url: unknown): boolean => typeof url === 'string' && url.startsWith('ssh://');

const hasUser = (url: unknown): boolean => /^https?:\/\/[^/]*@/.test(String(url));

const SOPS_KEY = /\.(?:agekey|asc)$|^sops\.(?:vault-token|aws-kms|azure-kv|gcp-kms)$/;

/** https://github.com/fluxcd/notification-controller/tree/main/internal/notifier */
const lackOfProvider: NeededKeys['lackOf'] = (has, { type, address }) => {
  if (needsToken(type) && !has('token') && !has('githubAppID'))
    return type === 'bitbucketserver' && has('username') && has('password') ? undefined : 'the key "token"';
  return needsAddress(type) && isUnset(address) && !has('address') ? 'the key "address"' : undefined;
};

/**
 * The keys that Flux reads from referenced ConfigMaps and Secrets, in addition to keys that the references name.
 * https://github.com/fluxcd/pkg/tree/main/runtime/secrets, git/options.go, runtime/client/impersonator.go;
 * https://github.com/google/go-containerregistry/blob/main/pkg/authn/kubernetes/keychain.go
 */
const neededKeys: readonly NeededKeys[] = [
  {
    from: APPLIERS,
    at: 'spec.kubeConfig.secretRef',
    lackOf: (has, { kubeConfig }) =>
      isObject(kubeConfig) && valueAt(kubeConfig, ['secretRef', 'key']) !== undefined
        ? undefined
        : has('value') || has('value.yaml')
          ? undefined
          : 'the key "value"',
  },
  { from: APPLIERS, at: 'spec.kubeConfig.configMapRef', lackOf: all('provider') },
  {
    from: [`${SOURCE}/GitRepository`],
    at: 'spec.secretRef',
    lackOf: (has, { url, provider }, keys) => {
      if (isSsh(url)) return all('identity', 'known_hosts')(has, {}, keys);
      if ((provider ?? 'generic') !== 'generic' || has('bearerToken') || hasUser(url)) return undefined;
      return has('password') && !has('username') ? 'the key "username"' : undefined;
    },
  },
  {
    from: [`${SOURCE}/HelmRepository`],
    at: 'spec.secretRef',
    lackOf: (has, { type }) => (type === 'oci' ? undefined : halfOf(has)),
  },
  {
    from: [`${SOURCE}/Bucket`],
    at: 'spec.secretRef',
    lackOf: (has, { provider }, keys) =>
      provider === 'gcp'
        ? all('serviceaccount')(has, {}, keys)
        : provider === 'azure'
          ? undefined
          : all('accesskey', 'secretkey')(has, {}, keys),
  },
  {
    from: ['Bucket', 'HelmRepository', 'OCIRepository'].map((kind) => `${SOURCE}/${kind}`),
    at: 'spec.certSecretRef',
    lackOf: lackOfCertificate,
  },
  {
    // Without a login, Flux can still fetch a public artifact.
    from: [`${SOURCE}/OCIRepository`],
    at: 'spec.secretRef',
    lackOf: () => undefined,
    types: ['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'],
  },
  {
    from: ['Bucket', 'GitRepository', 'HelmRepository', 'OCIRepository'].map((kind) => `${SOURCE}/${kind}`),
    at: 'spec.proxySecretRef',
    lackOf: all('address'),
  },
  {
    from: [`${SOURCE}/HelmChart`, `${SOURCE}/OCIRepository`],
    at: 'spec.verify.secretRef',
    lackOf: lackOfSigner(['verify']),
  },
  {
    from: ['helm.toolkit.fluxcd.io/HelmRelease'],
    at: 'spec.chart.spec.verify.secretRef',
    lackOf: lackOfSigner(['chart', 'spec', 'verify']),
  },
  {
    from: ['image.toolkit.fluxcd.io/ImageUpdateAutomation'],
    at: 'spec.git.commit.signingKey.secretRef',
    lackOf: (has, spec, keys) =>
      valueAt(spec, ['git', 'commit', 'signingKey', 'type']) === 'ssh'
        ? all('identity')(has, spec, keys)
        : all('git.asc')(has, spec, keys),
  },
  {
    from: ['kustomize.toolkit.fluxcd.io/Kustomization'],
    at: 'spec.decryption.secretRef',
    lackOf: (_, __, keys) =>
      keys.some((key) => SOPS_KEY.test(key)) ? undefined : 'a key that ends in ".agekey" or ".asc"',
    isLikely: true,
  },
  // Without any key that it knows, Flux asks without a login, which public repositories take.
  {
    from: [`${SOURCE}/GitRepository`],
    at: 'spec.secretRef',
    lackOf: (has, { url, provider }, keys) =>
      isSsh(url) || (provider ?? 'generic') !== 'generic' || hasUser(url) || keys.some((key) => GIT_KEYS.has(key))
        ? has('username') && !has('password') && !isSsh(url) && !hasUser(url) && (provider ?? 'generic') === 'generic'
          ? 'the key "password"'
          : undefined
        : 'the keys "username" and "password"',
    isLikely: true,
  },
  {
    from: [`${SOURCE}/HelmRepository`],
    at: 'spec.secretRef',
    lackOf: (_, { type }, keys) =>
      type === 'oci' || keys.some((key) => HELM_KEYS.has(key)) ? undefined : 'the keys "username" and "password"',
    isLikely: true,
  },
  {
    from: ['notification.toolkit.fluxcd.io/Provider'],
    at: 'spec.secretRef',
    lackOf: lackOfProvider,
  },
  {
    from: ['notification.toolkit.fluxcd.io/Provider'],
    at: 'spec.certSecretRef',
    lackOf: lackOfCertificate,
  },
];

/** Keys of a Secret with which Flux logs in to a Git server over HTTP, or trusts it. */
const GIT_KEYS: ReadonlySet<string> = new Set(
  'username password bearerToken identity ca.crt caFile tls.crt tls.key certFile keyFile githubAppID githubAppPrivateKey'.split(
    ' ',
  ),
);
/** The same of a Helm repository. */
const HELM_KEYS: ReadonlySet<string> = new Set(
  'username password ca.crt caFile tls.crt tls.key certFile keyFile .dockerconfigjson'.split(' '),
);

/** What a Secret with these keys lacks; undefined if it has all that the reader needs, or no controller needs any. */
export const lackOfKeys = (
  at: string,
  { group, kind, json }: Pick<StateObject, 'group' | 'kind' | 'json'>,
  keys: readonly string[],
): { readonly lack: string; readonly isLikely: boolean } | undefined => {
  for (const row of rowsFor(at, { group, kind })) {
    const lack = row.lackOf((key) => keys.includes(key), specOf({ json }), keys);
    if (lack !== undefined) return { lack, isLikely: row.isLikely === true };
  }
  return undefined;
};

/** The types of a Secret that the reader takes; undefined for any. */
export const neededTypes = (at: string, of: Pick<StateObject, 'group' | 'kind'>): readonly string[] | undefined =>
  rowsFor(at, of).find(({ types }) => types !== undefined)?.types;

const rowsFor = (at: string, { group, kind }: Pick<StateObject, 'group' | 'kind'>): readonly NeededKeys[] =>
  neededKeys.filter((one) => one.at === at && one.from.includes(`${group}/${kind}`));

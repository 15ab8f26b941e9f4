import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, inner, object, one } from '../rule-programs.js';

const SOURCE = 'source.toolkit.fluxcd.io/v1';

const secret =
  (name: string, keys: readonly string[], type?: string): Build =>
  (scope) => {
    new ApiObject(scope, `secret-${name}`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name },
      ...(type === undefined ? {} : { type }),
      stringData: Object.fromEntries(keys.map((key) => [key, type === undefined ? 'a' : '{}'])),
    });
  };
const source = (kind: string, name: string, spec: object): Build => {
  return (scope) => {
    new ApiObject(scope, name, { apiVersion: SOURCE, kind, metadata: { name }, spec: { interval: '1h', ...spec } });
  };
};
const provider = (name: string, spec: object): Build => {
  return (scope) => {
    new ApiObject(scope, `provider-${name}`, {
      apiVersion: 'notification.toolkit.fluxcd.io/v1beta3',
      kind: 'Provider',
      metadata: { name },
      spec: { ...spec, secretRef: { name } },
    } as never);
  };
};
const ssh = 'ssh://git@example.org/web.git';
const signed = (name: string, type?: string): Build => {
  return (scope) => {
    const spec = {
      interval: '1h',
      sourceRef: { kind: 'GitRepository', name: 'ssh' },
      git: {
        commit: {
          author: { email: 'flux@example.org' },
          signingKey: { secretRef: { name }, ...(type === undefined ? {} : { type }) },
        },
      },
    };
    new ApiObject(scope, `automation-${name}`, {
      apiVersion: 'image.toolkit.fluxcd.io/v1',
      kind: 'ImageUpdateAutomation',
      metadata: { name },
      spec,
    } as never);
  };
};
/** A Secret without keys, as the fields say it, and a source that needs some. */
const empty = (name: string, fields: object, annotations?: object): Build => {
  return (scope, context) => {
    const metadata = { name, ...(annotations === undefined ? {} : { annotations }) };
    new ApiObject(scope, `secret-${name}`, { apiVersion: 'v1', kind: 'Secret', metadata, ...fields } as never);
    source('GitRepository', name, { url: ssh, secretRef: { name } })(scope, context);
  };
};

const programs = (bad: boolean): Build =>
  both(
    secret('remote', [bad ? 'kubeconfig' : 'value.yaml']),
    secret('sops', [bad ? 'age.key' : 'age.agekey']),
    inner({
      retryInterval: '1m',
      kubeConfig: { secretRef: { name: 'remote' } },
      decryption: { provider: 'sops', secretRef: { name: 'sops' } },
    }),
    (scope, context) => {
      if (bad) source('GitRepository', 'no-key', { url: ssh })(scope, context);
    },
    secret('ssh', bad ? ['ssh-privatekey'] : ['identity', 'known_hosts']),
    source('GitRepository', 'ssh', { url: ssh, secretRef: { name: 'ssh' } }),
    secret('https', bad ? ['password'] : ['password', 'username']),
    source('GitRepository', 'https', { url: 'https://example.org/web.git', secretRef: { name: 'https' } }),
    secret('charts', bad ? ['username'] : ['password', 'username']),
    source('HelmRepository', 'charts', { url: 'https://charts.example.org', secretRef: { name: 'charts' } }),
    secret('pair', bad ? ['ca.crt', 'tls.crt'] : ['tls.crt', 'tls.key']),
    source('HelmRepository', 'pair', { url: 'https://charts.example.org', certSecretRef: { name: 'pair' } }),
    secret('ca', [bad ? 'ca.pem' : 'ca.crt']),
    secret('pull', ['.dockerconfigjson'], bad ? undefined : 'kubernetes.io/dockerconfigjson'),
    source('OCIRepository', 'artifact', {
      url: 'oci://registry.example.org/web',
      certSecretRef: { name: 'ca' },
      secretRef: { name: 'pull' },
    }),
    secret('cosign', [bad ? 'cosign.key' : 'cosign.pub']),
    source('OCIRepository', 'signed', {
      url: 'oci://registry.example.org/signed',
      verify: { provider: 'cosign', secretRef: { name: 'cosign' } },
    }),
    secret('notation', bad ? ['ca.crt'] : ['ca.crt', 'trustpolicy.json']),
    source('OCIRepository', 'notation', {
      url: 'oci://registry.example.org/notation',
      verify: { provider: 'notation', secretRef: { name: 'notation' } },
    }),
    secret('s3', bad ? ['AWS_ACCESS_KEY_ID', 'secretkey'] : ['accesskey', 'secretkey']),
    secret('proxy', [bad ? 'url' : 'address']),
    source('Bucket', 's3', {
      endpoint: 's3.example.org',
      bucketName: 'web',
      secretRef: { name: 's3' },
      proxySecretRef: { name: 'proxy' },
    }),
    secret('slack', [bad ? 'url' : 'address']),
    provider('slack', { type: 'slack', channel: 'general' }),
    secret('github', [bad ? 'password' : 'token']),
    provider('github', { type: 'github', address: 'https://github.com/acme/fleet' }),
    secret('login', bad ? ['username', 'token'] : ['username', 'password']),
    source('GitRepository', 'login', { url: 'https://example.org/web.git', secretRef: { name: 'login' } }),
    secret('unread', bad ? ['user', 'pass'] : ['username', 'password']),
    source('GitRepository', 'unread', { url: 'https://example.org/web.git', secretRef: { name: 'unread' } }),
    source('HelmRepository', 'unread-charts', { url: 'https://charts.example.org', secretRef: { name: 'unread' } }),
    secret('sign-gpg', [bad ? 'gpg.asc' : 'git.asc']),
    signed('sign-gpg'),
    secret('sign-ssh', [bad ? 'ssh-privatekey' : 'identity']),
    signed('sign-ssh', 'ssh'),
    empty('empty', bad ? { data: {}, stringData: {} } : { stringData: { identity: 'a', known_hosts: 'b' } }),
    // Others may fill these.
    empty('placeholder', {}),
    empty('copied', { data: {} }, { 'replicator.v1.mittwald.de/replicate-from': 'default/ssh' }),
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX652',
    bad: () => one({ build: programs(true) }),
    good: () => one({ build: programs(false) }),
    mutation: {
      adds: () =>
        platform.extended({
          build: (scope, context) => {
            object(SOURCE, 'GitRepository', { interval: '1h', url: ssh })(scope, context);
          },
        }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'sources of a tree are replaced by local ones there; fluxcd/pkg says what its code looks for' },
  },
];

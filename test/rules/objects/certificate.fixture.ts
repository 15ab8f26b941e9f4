import { ApiObject } from 'cdk8s';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both } from '../rule-programs.js';

const issuer =
  (...solvers: readonly object[]): Build =>
  (scope) => {
    new ApiObject(scope, 'issuer', {
      apiVersion: 'cert-manager.io/v1',
      kind: 'ClusterIssuer',
      metadata: { name: 'acme' },
      spec: {
        acme: {
          server: 'https://acme.example.org/directory',
          privateKeySecretRef: { name: 'acme-account' },
          solvers,
        },
      },
    } as never);
  };
const http01 = { http01: { ingress: { ingressClassName: 'nginx' } } };
const dns01 = { dns01: { route53: { region: 'eu-central-1' } } };

const certificate =
  (name: string, more: object = {}): Build =>
  (scope) => {
    new ApiObject(scope, name, {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: { name },
      spec: {
        secretName: `${name}-tls`,
        dnsNames: [`${name}.example.org`],
        issuerRef: { kind: 'ClusterIssuer', name: 'acme' },
        ...more,
      },
    } as never);
  };

const platform = (certificates: Build, ...solvers: readonly object[]) =>
  diagnosticsOf(
    {
      issuers: [addon('issuers', { build: issuer(...solvers) })],
      apps: [addon('web', { requires: ['issuers'], build: certificates })],
    },
    {
      options: {
        external: ['cert-manager.io', { kind: 'Issuer', namespace: 'default', name: 'private' }],
      },
    },
  );

/** An issuer that signs with the Secret of the Certificate `root`. */
const authority = (root: object, kind = 'Issuer', signed: object = { selfSigned: {} }): Build =>
  both(
    certificate('root', { issuerRef: { name: 'first' }, ...root }),
    (scope) =>
      void [
        { kind: 'Issuer', metadata: { name: 'first' }, spec: signed },
        { kind, metadata: { name: 'second' }, spec: { ca: { secretName: 'root-tls' } } },
      ].map((one) => new ApiObject(scope, one.metadata.name, { apiVersion: 'cert-manager.io/v1', ...one } as never)),
  );

const noneOnPlatform = { none: 'the platform has no Certificates' } as const;
const noFault = { none: 'it is not among the known faults of Flux trees' } as const;
const noController = { none: 'cert-manager does not run there' } as const;

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX683',
    bad: () => platform(certificate('web', { duration: '24h', renewBefore: '48h' }), http01),
    good: () => [
      ...platform(certificate('web', { duration: '48h', renewBefore: '24h' }), http01),
      ...platform(certificate('web', { duration: '1h', renewBefore: '5m' }), http01),
      // 90 days are the default.
      ...platform(certificate('web', { renewBefore: '2159h59m' }), http01),
      ...platform(certificate('web', { renewBeforePercentage: 33 }), http01),
    ],
    mutation: noneOnPlatform,
    fault: noFault,
    live: noController,
  },
  {
    code: 'FX684',
    bad: () => platform(both(certificate('web'), certificate('api', { secretName: 'web-tls' })), http01),
    good: () => [...platform(both(certificate('web'), certificate('api')), http01)],
    mutation: noneOnPlatform,
    fault: noFault,
    live: noController,
  },
  {
    code: 'FX685',
    bad: () => platform(certificate('web', { dnsNames: ['example.org', '*.example.org'] }), http01),
    good: () => [
      ...platform(certificate('web'), http01),
      ...platform(certificate('web', { dnsNames: ['*.example.org'] }), http01, dns01),
      // An issuer that isn't of this tree, and one that isn't of cert-manager.
      ...platform(certificate('web', { dnsNames: ['*.example.org'], issuerRef: { name: 'private' } }), http01),
      ...platform(
        certificate('web', { dnsNames: ['*.example.org'], issuerRef: { group: 'example.org', name: 'acme' } }),
        http01,
      ),
    ],
    mutation: noneOnPlatform,
    fault: noFault,
    live: noController,
  },
  {
    code: 'FX686',
    bad: () => platform(authority({}), http01),
    good: () => [
      ...platform(authority({ isCA: true }), http01),
      // Vault may sign an authority, whatever is asked for.
      ...platform(
        authority({}, 'Issuer', {
          vault: {
            path: 'pki/root/sign-intermediate',
            server: 'https://vault.example.org',
            auth: { appRole: { path: 'a', roleId: 'a', secretRef: { name: 'a', key: 'a' } } },
          },
        }),
        http01,
      ),
      // The Secret of another namespace, and another Secret.
      ...platform(authority({}, 'ClusterIssuer'), http01),
      ...platform(authority({ secretName: 'other' }), http01),
    ],
    mutation: noneOnPlatform,
    fault: noFault,
    live: noController,
  },
];

import type { Construct } from 'constructs';
import { SealedSecret } from 'fluxspan/imports/bitnami.com';
import { Certificate, ClusterIssuer, Issuer } from 'fluxspan/imports/cert-manager.io';

const namespace = 'sandbox';

export const certManager = (scope: Construct) => {
  new Issuer(scope, 'staging', {
    name: 'staging',
    namespace,
    spec: {
      acme: {
        server: 'https://acme.example.org/directory',
        email: 'user@example.org',
        privateKeySecretRef: { name: 'staging' },
        solvers: [{ http01: { ingress: { ingressClassName: 'nginx' } } }],
      },
    },
  });
  new ClusterIssuer(scope, 'production', {
    name: 'production',
    spec: {
      acme: {
        server: 'https://acme.example.org/directory',
        privateKeySecretRef: { name: 'production' },
        solvers: [
          {
            selector: { dnsZones: ['example.org'] },
            dns01: {
              route53: {
                region: 'eu-central-1',
                accessKeyIDSecretRef: { name: 'route53', key: 'access-key-id' },
                secretAccessKeySecretRef: { name: 'route53', key: 'secret-access-key' },
                role: 'arn:aws:iam::123456789012:role/dns-manager',
              },
            },
          },
        ],
      },
    },
  });
  new Issuer(scope, 'ca', { name: 'ca', namespace, spec: { ca: { secretName: 'ca-key-pair' } } });
  new Certificate(scope, 'certificate', {
    name: 'web',
    namespace,
    spec: {
      secretName: 'web-tls',
      secretTemplate: { annotations: { first: 'a', second: 'b' }, labels: { third: 'c' } },
      privateKey: { algorithm: 'RSA', encoding: 'PKCS1', size: 2048 },
      keystores: {
        pkcs12: {
          create: true,
          passwordSecretRef: { name: 'web-keystore', key: 'password' },
          profile: 'Modern2023',
        },
      },
      duration: '2160h',
      renewBefore: '360h',
      isCA: false,
      usages: ['server auth', 'client auth'],
      subject: { organizations: ['example'] },
      commonName: 'example.org',
      dnsNames: ['example.org', 'www.example.org'],
      uris: ['spiffe://cluster.local/ns/sandbox/sa/web'],
      emailAddresses: ['web@example.org'],
      ipAddresses: ['192.168.0.5'],
      otherNames: [{ oid: '1.3.6.1.4.1.311.20.2.3', utf8Value: 'web@example.org' }],
      issuerRef: { name: 'ca', kind: 'Issuer', group: 'cert-manager.io' },
    },
  });
};

export const sealedSecrets = (scope: Construct) => {
  new SealedSecret(scope, 'secret', {
    name: 'web',
    spec: {
      encryptedData: { server1: 'AgAone...', server2: 'AgAtwo...' },
      template: {
        metadata: { name: 'web', namespace: 'default' },
        data: { 'config.json': '{ "passwords": [{{ toJson .server1 }}, {{ toJson .server2 }}] }' },
      },
    },
  });
};

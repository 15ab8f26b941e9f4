import { defineAddon, ExternalSecret, FluxApp, FluxCluster } from 'fluxspan';
import { Certificate, ClusterIssuer } from 'fluxspan/imports/cert-manager.io';
import { Alert, Provider } from 'fluxspan/imports/notification.toolkit.fluxcd.io';
import { z } from 'zod';

const certificates = defineAddon({
  name: 'certificates',
  namespace: 'default',
  infra: { vars: { CERT_RENEWAL: z.number().int().describe('share of a certificate\'s life, in percent').meta({ examples: [30] }) } },
  build(scope, { vars }) {
    const secretStoreRef = { kind: 'ClusterSecretStore', name: 'aws', external: true } as const;
    const account = new ExternalSecret(scope, 'account', {
      name: 'acme-account',
      secretStoreRef,
      dataFrom: [{ extract: { key: 'acme' } }],
    });
    const issuer = new ClusterIssuer(scope, 'issuer', {
      spec: {
        acme: {
          server: 'https://acme.example.org/directory',
          privateKeySecretRef: { name: 'acme-key' },
          externalAccountBinding: { keyID: 'one', keySecretRef: { name: account, key: 'key' } },
          solvers: [{ dns01: { route53: { region: 'eu-central-1' } } }],
        },
      },
    });
    new Certificate(scope, 'web', {
      name: 'web',
      labels: { team: 'web' },
      spec: {
        secretName: 'web-tls',
        dnsNames: ['web.example.org'],
        duration: '2160h',
        renewBeforePercentage: vars.CERT_RENEWAL,
        issuerRef: issuer,
      },
      extra: { spec: { encodeUsagesInRequest: true } },
    });
    const slack = new Provider(scope, 'slack', { namespace: 'flux-system', spec: { type: 'slack', interval: '10m' } });
    new Alert(scope, 'alert', {
      namespace: 'flux-system',
      spec: { providerRef: slack, eventSources: [{ kind: 'Kustomization', name: '*' }] },
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['cert-manager.io', 'external-secrets.io'] }).stage(
  'first',
  [certificates()],
);

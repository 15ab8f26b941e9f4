import type { Construct } from 'constructs';
import { z } from 'zod';
import type { Outputs } from '../../addon/outputs.js';
import { ExternalSecret } from '../../constructs/external-secret.js';
import { remoteSecret, type SecretHandle } from '../../contract/index.js';
import { ISSUER_SECRET, issuerOutputs, linkerdNamespace } from '../linkerd/linkerd-namespace.js';
import type { StoreOption } from '../references.js';

/** What is the same wherever the issuer is. */
export const addon = {
  name: 'linkerd-issuer-secret',
  description: "Linkerd's trust anchor and issuer, from Terraform",
  ...linkerdNamespace,
  requires: ['external-secrets.io', 'secret-store'],
  provides: ['linkerd-issuer'],
  outputs: issuerOutputs,
} as const;

export const WHAT = "Linkerd's trust anchor and issuer";

/** The secret with the issuer, by the var that tells where it is. */
export const issuerSecret = <const Key extends string>(key: Key) => ({
  linkerd: remoteSecret({
    key,
    properties: {
      trustAnchor: z.string().describe('certificate of the trust anchor, PEM'),
      issuerCertificate: z.string().describe('certificate of the issuer, PEM'),
      issuerKey: z.string().describe('private key of the issuer, PEM'),
    },
  }),
});

interface Given {
  readonly store: StoreOption;
  readonly outputs: Outputs<keyof typeof issuerOutputs>;
  readonly linkerd: SecretHandle<'trustAnchor' | 'issuerCertificate' | 'issuerKey'>;
}

export const addIssuer = (scope: Construct, { store, outputs, linkerd }: Given): void => {
  new ExternalSecret(scope, 'issuer', {
    name: ISSUER_SECRET,
    secretStoreRef: store,
    target: {
      name: outputs.secretRef(ISSUER_SECRET).name,
      creationPolicy: 'Owner',
      template: { type: 'kubernetes.io/tls' },
    },
    data: [
      { secretKey: 'ca.crt', remoteRef: linkerd.property('trustAnchor') },
      { secretKey: 'tls.crt', remoteRef: linkerd.property('issuerCertificate') },
      { secretKey: 'tls.key', remoteRef: linkerd.property('issuerKey') },
    ],
  });
};

import { z } from 'zod';
import { defineAddon } from '../../addon/define-addon.js';
import { ExternalSecret } from '../../constructs/external-secret.js';
import { arn, remoteSecret } from '../../contract/index.js';
import { ISSUER_SECRET, issuerOutputs, linkerdNamespace } from '../linkerd/linkerd-namespace.js';
import { storeOption } from '../references.js';

/** Linkerd's trust anchor and issuer, which Terraform makes and renews: https://linkerd.io/2/tasks/generate-certificates/ */
export const linkerdIssuerSecret = defineAddon({
  name: 'linkerd-issuer-secret',
  description: "Linkerd's trust anchor and issuer, from Terraform",
  ...linkerdNamespace,
  requires: ['external-secrets.io', 'secret-store'],
  provides: ['linkerd-issuer'],
  outputs: issuerOutputs,
  infra: {
    vars: {
      TF_LINKERD_SECRET_MANAGER_ARN: arn('secretsmanager', 'secret:linkerd').meta({
        description: "ARN of the secret that holds Linkerd's trust anchor and issuer",
      }),
    },
    secrets: {
      linkerd: remoteSecret({
        key: 'TF_LINKERD_SECRET_MANAGER_ARN',
        properties: {
          trustAnchor: z.string().describe('certificate of the trust anchor, PEM'),
          issuerCertificate: z.string().describe('certificate of the issuer, PEM'),
          issuerKey: z.string().describe('private key of the issuer, PEM'),
        },
      }),
    },
  },
  options: z.object({
    /** The store that its ExternalSecret reads from. */
    store: storeOption,
  }),
  build(scope, { options, outputs, secrets: { linkerd } }) {
    new ExternalSecret(scope, 'issuer', {
      name: ISSUER_SECRET,
      secretStoreRef: options.store,
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
  },
});

import { text } from '../../contract/index.js';

/**
 * The namespace of the control plane: its pods set up their network as root, and no webhook of Linkerd's stands in the
 * way of its own pods.
 */
export const linkerdNamespace = {
  namespace: 'linkerd',
  createNamespace: true,
  namespaceLabels: {
    'config.linkerd.io/admission-webhooks': 'disabled',
    'linkerd.io/is-control-plane': 'true',
    'pod-security.kubernetes.io/enforce': 'privileged',
  },
} as const;

/** The Secret that the control plane reads its issuer from: `tls.crt` and `tls.key`, and the trust anchor as `ca.crt`. */
export const ISSUER_SECRET = 'linkerd-identity-issuer';

/** What both issuers produce for the control plane. */
export const issuerOutputs = {
  'ca.crt': text(
    "certificate of Linkerd's trust anchor, PEM",
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  ),
};

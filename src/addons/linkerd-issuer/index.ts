import { z } from 'zod';
import { Certificate, Issuer } from '../../../imports/cert-manager.io.js';
import { defineAddon } from '../../addon/define-addon.js';
import { duration } from '../duration-option.js';
import { ISSUER_SECRET, linkerdNamespace } from '../linkerd/linkerd-namespace.js';

const ANCHOR = 'linkerd-trust-anchor';

/**
 * Linkerd's trust anchor and issuer, which cert-manager makes and renews.
 * https://linkerd.io/2/tasks/automatically-rotating-control-plane-tls-credentials/
 */
export const linkerdIssuer = defineAddon({
  name: 'linkerd-issuer',
  description: "Linkerd's trust anchor and issuer, from cert-manager",
  ...linkerdNamespace,
  requires: ['cert-manager', 'cert-manager.io'],
  options: z.object({
    /** How long the trust anchor is valid; it is renewed with the same key, and Linkerd then takes the new certificate. */
    trustAnchorDuration: duration.default('87600h'),
    /** How long an issuer is valid; it is renewed, with another key, when a third of that is left. */
    issuerDuration: duration.default('48h'),
    /** The domain of identities, as Linkerd has it. */
    trustDomain: z.string().default('cluster.local'),
  }),
  build(scope, { options }) {
    const selfSigned = new Issuer(scope, 'self-signed', { name: 'linkerd-self-signed', spec: { selfSigned: {} } });
    new Certificate(scope, 'anchor', {
      name: ANCHOR,
      spec: {
        isCA: true,
        commonName: `root.linkerd.${options.trustDomain}`,
        secretName: ANCHOR,
        duration: options.trustAnchorDuration,
        // Proxies that run trust this key until they restart.
        privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Never' },
        issuerRef: selfSigned,
      },
    });
    const anchor = new Issuer(scope, 'issuer', { name: ANCHOR, spec: { ca: { secretName: ANCHOR } } });
    const identity = `identity.linkerd.${options.trustDomain}`;
    new Certificate(scope, 'identity', {
      name: ISSUER_SECRET,
      spec: {
        isCA: true,
        commonName: identity,
        dnsNames: [identity],
        secretName: ISSUER_SECRET,
        duration: options.issuerDuration,
        privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
        usages: ['cert sign', 'crl sign', 'server auth', 'client auth'],
        issuerRef: anchor,
      },
    });
  },
});

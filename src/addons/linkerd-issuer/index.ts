import { z } from 'zod';
import { Certificate, Issuer } from '../../../imports/cert-manager.io.js';
import { defineAddon } from '../define-addon.js';
import { duration, secondsOf } from '../duration-option.js';
import { ISSUER_SECRET, issuerOutputs, linkerdNamespace } from '../linkerd/linkerd-namespace.js';
import { domain } from '../text-options.js';

/** A common name has 64 characters at most, and `identity.linkerd.` comes before the domain. */
const LONGEST_DOMAIN = 64 - 'identity.linkerd.'.length;
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
  outputs: issuerOutputs,
  options: z
    .object({
      /** How long the trust anchor is valid. It is renewed with the same key, and Linkerd then uses the new certificate. */
      trustAnchorDuration: duration.default('87600h'),
      /** How long an issuer is valid, less than the trust anchor. It is renewed with another key when a third of that time is left. */
      issuerDuration: duration.default('48h'),
      /** Linkerd's trust domain, the domain of its identities. */
      trustDomain: domain
        .refine((name) => name.length <= LONGEST_DOMAIN, {
          error: `give a domain of ${LONGEST_DOMAIN} characters at most`,
        })
        .default('cluster.local'),
    })
    .refine(({ trustAnchorDuration, issuerDuration }) => secondsOf(issuerDuration) < secondsOf(trustAnchorDuration), {
      path: ['issuerDuration'],
      error: 'give less than trustAnchorDuration: an issuer ends with the anchor that signs it',
    }),
  build(scope, { options, outputs }) {
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
        secretName: outputs.secretRef(ISSUER_SECRET).name,
        duration: options.issuerDuration,
        privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
        usages: ['cert sign', 'crl sign', 'server auth', 'client auth'],
        issuerRef: anchor,
      },
    });
  },
});

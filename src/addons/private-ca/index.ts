import { z } from 'zod';
import { Certificate, ClusterIssuer } from '../../../imports/cert-manager.io.js';
import { defineAddon } from '../define-addon.js';
import { duration } from '../duration-option.js';

/**
 * A certificate authority whose key cert-manager makes and keeps in the cluster, and a ClusterIssuer of it.
 * https://cert-manager.io/docs/configuration/ca/
 */
export const privateCa = defineAddon({
  name: 'private-ca',
  description: 'issues certificates of a certificate authority in the cluster',
  // Where cert-manager looks for the Secrets of ClusterIssuers.
  namespace: 'cert-manager',
  createNamespace: true,
  requires: ['cert-manager', 'cert-manager.io'],
  options: z.object({
    /** The name by which certificates refer to the ClusterIssuer; the CA's key is the Secret `<name>-root`. */
    name: z.string().default('private-ca'),
    /** The common name of the CA's certificate. @default - the name of the ClusterIssuer */
    commonName: z.string().max(64).optional(),
    /** How long the CA's certificate is valid. It is renewed with the same key when a third of that time is left. */
    duration: duration.default('87600h'),
  }),
  build(scope, { options: { name, commonName, duration: validFor } }) {
    const root = `${name}-root`;
    const selfSigned = new ClusterIssuer(scope, 'self-signed', { name: root, spec: { selfSigned: {} } });
    new Certificate(scope, 'root', {
      name: root,
      spec: {
        isCA: true,
        commonName: commonName ?? name,
        secretName: root,
        duration: validFor,
        // Whoever trusts this CA trusts its key: with another one, all of them would have to learn it first.
        privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Never' },
        issuerRef: selfSigned,
      },
    });
    new ClusterIssuer(scope, 'issuer', { name, spec: { ca: { secretName: root } } });
  },
});

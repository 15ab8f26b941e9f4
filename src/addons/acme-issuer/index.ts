import { z } from 'zod';
import { ClusterIssuer } from '../../../imports/cert-manager.io.js';
import { defineAddon } from '../../addon/define-addon.js';
import { awsRegion, email } from '../../contract/index.js';
import { domain } from '../text-options.js';

/**
 * A ClusterIssuer for an ACME server such as Let's Encrypt. It answers challenges with records in Route 53, with the
 * rights of cert-manager's service account. https://cert-manager.io/docs/configuration/acme/dns01/route53/
 */
export const acmeIssuer = defineAddon({
  name: 'acme-issuer',
  description: 'issues certificates of an ACME server, with DNS challenges in Route 53',
  requires: ['cert-manager', 'cert-manager.io'],
  infra: {
    vars: {
      TF_AWS_REGION: awsRegion(),
      TF_ACME_EMAIL: email().meta({
        description: 'address that the ACME server writes to about the account',
        examples: ['platform@example.org'],
      }),
    },
  },
  options: z.object({
    /** The name by which certificates refer to the ClusterIssuer; its account key is the Secret `<name>-account-key`. */
    name: z.string().default('letsencrypt'),
    /** The URL of the ACME server's directory. */
    server: z.url().default('https://acme-v02.api.letsencrypt.org/directory'),
    /** DNS zones for which the issuer may issue certificates, including all names below them. @default - every zone */
    dnsZones: z.array(domain).min(1).optional(),
    /** The id of the hosted zone to write to. @default - found by name, which needs the permission `route53:ListHostedZonesByName` */
    hostedZoneId: z.string().optional(),
    /** The ARN of a role to assume if the zones belong to another account. @default - none */
    role: z.string().optional(),
  }),
  build(scope, { options: { name, server, dnsZones, hostedZoneId, role }, vars }) {
    new ClusterIssuer(scope, 'issuer', {
      name,
      spec: {
        acme: {
          server,
          email: vars.TF_ACME_EMAIL,
          privateKeySecretRef: { name: `${name}-account-key` },
          solvers: [
            {
              ...(dnsZones === undefined ? {} : { selector: { dnsZones } }),
              dns01: {
                route53: {
                  region: vars.TF_AWS_REGION,
                  ...(hostedZoneId === undefined ? {} : { hostedZoneID: hostedZoneId }),
                  ...(role === undefined ? {} : { role }),
                },
              },
            },
          ],
        },
      },
    });
  },
});

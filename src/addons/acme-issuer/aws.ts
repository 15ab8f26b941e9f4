import { z } from 'zod';
import { awsRegion } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { account, addIssuer, addon, options } from './issuer.js';

/** https://cert-manager.io/docs/configuration/acme/dns01/route53/ */
export const aws = defineAddon({
  ...addon,
  description: 'issues certificates of an ACME server, with DNS challenges in Route 53',
  infra: { vars: { TF_AWS_REGION: awsRegion(), ...account } },
  options: z.object({
    ...options,
    /** Where the DNS zones are. */
    provider: z.literal('aws').default('aws'),
    /** The id of the hosted zone to write to. @default - found by name, which needs the permission `route53:ListHostedZonesByName` */
    hostedZoneId: z.string().optional(),
    /** The ARN of a role to assume if the zones belong to another account. @default - none */
    role: z.string().optional(),
  }),
  build(scope, { options, vars }) {
    const { hostedZoneId, role } = options;
    addIssuer(scope, options, vars.TF_ACME_EMAIL, {
      route53: {
        region: vars.TF_AWS_REGION,
        ...(hostedZoneId === undefined ? {} : { hostedZoneID: hostedZoneId }),
        ...(role === undefined ? {} : { role }),
      },
    });
  },
});

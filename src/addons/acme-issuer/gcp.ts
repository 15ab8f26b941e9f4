import { z } from 'zod';
import { gcpProject } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { domain } from '../text-options.js';
import { account, addIssuer, addon, options } from './issuer.js';

/** https://cert-manager.io/docs/configuration/acme/dns01/google/, with the account of cert-manager's pods. */
export const gcp = defineAddon({
  ...addon,
  description: 'issues certificates of an ACME server, with DNS challenges in Cloud DNS',
  infra: {
    vars: {
      TF_DNS_PROJECT: gcpProject().meta({ description: 'id of the Google Cloud project of the DNS zones' }),
      ...account,
    },
  },
  options: z.object({
    ...options,
    /** Where the DNS zones are. */
    provider: z.literal('gcp').default('gcp'),
    /** The name of the managed zone to write to. @default - found by the name of the certificate */
    hostedZoneName: domain.optional(),
  }),
  build(scope, { options, vars }) {
    const { hostedZoneName } = options;
    addIssuer(scope, options, vars.TF_ACME_EMAIL, {
      cloudDNS: { project: vars.TF_DNS_PROJECT, ...(hostedZoneName === undefined ? {} : { hostedZoneName }) },
    });
  },
});

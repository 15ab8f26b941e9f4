import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { secretArn } from '../secret-name.js';
import { addon, addPage, hostnameVar, oidcSecret, options, WHAT } from './page.js';

/** With its OIDC client in AWS Secrets Manager. */
export const aws = defineAddon({
  ...addon,
  infra: {
    vars: {
      ...hostnameVar,
      TF_HEADLAMP_SECRET_MANAGER_ARN: secretArn(WHAT, 'headlamp'),
    },
    secrets: oidcSecret('TF_HEADLAMP_SECRET_MANAGER_ARN'),
  },
  options: z.object({
    /** Where the remote secret is: a secret manager of a cloud, or any other store. */
    provider: z.literal('aws').default('aws'),
    /** The store that its ExternalSecret reads from. */
    store: storeOf('aws'),
    ...options,
  }),
  build(scope, { charts, options, vars, secrets }) {
    addPage(scope, options, {
      chart: charts.headlamp,
      hostname: vars.TF_HEADLAMP_HOSTNAME,
      oidc: secrets.headlamp,
    });
  },
});

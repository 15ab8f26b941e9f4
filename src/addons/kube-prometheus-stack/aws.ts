import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { secretArn } from '../secret-name.js';
import { addon, addStack, grafanaSecret, hostnameVar, options, WHAT } from './stack.js';

/** With Grafana's password in AWS Secrets Manager. */
export const aws = defineAddon({
  ...addon,
  infra: {
    vars: {
      ...hostnameVar,
      TF_GRAFANA_SECRET_MANAGER_ARN: secretArn(WHAT, 'grafana'),
    },
    secrets: grafanaSecret('TF_GRAFANA_SECRET_MANAGER_ARN'),
  },
  options: z.object({
    /** Where the remote secret is: a secret manager of a cloud, or any other store. */
    provider: z.literal('aws').default('aws'),
    /** The store that its ExternalSecret reads from. */
    store: storeOf('aws'),
    ...options,
  }),
  build(scope, { charts, options, vars, secrets: { grafana } }) {
    addStack(scope, options, {
      chart: charts['kube-prometheus-stack'],
      hostname: vars.TF_GRAFANA_HOSTNAME,
      grafana,
    });
  },
});

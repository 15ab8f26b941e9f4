import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { type NamedSecrets, secretName } from '../secret-name.js';
import { addon, addStack, grafanaSecret, hostnameVar, options, WHAT } from './stack.js';

/** With Grafana's password in a store where secrets have names. */
export const withNames = (provider: NamedSecrets) =>
  defineAddon({
    ...addon,
    infra: {
      vars: {
        ...hostnameVar,
        TF_GRAFANA_SECRET_NAME: secretName(provider, WHAT, 'grafana'),
      },
      secrets: grafanaSecret('TF_GRAFANA_SECRET_NAME'),
    },
    options: z.object({
      /** Where the remote secret is: a secret manager of a cloud, or any other store. */
      provider: z.enum(['azure', 'gcp', 'other']).default(provider),
      /** The store that its ExternalSecret reads from. */
      store: storeOf(provider),
      ...options,
    }),
    build(scope, { charts, options, vars, secrets: { grafana } }) {
      addStack(scope, options, {
        chart: charts['kube-prometheus-stack'],
        hostname: vars.TF_GRAFANA_HOSTNAME,
        grafana,
        // AKS with Cilium has none, and otherwise labels its pods in another way than the chart selects them:
        // KubeProxyDown would always fire. https://github.com/prometheus-community/helm-charts/issues/1704
        ...(provider === 'azure' ? { cloud: { kubeProxy: { enabled: false } } } : {}),
      });
    },
  });

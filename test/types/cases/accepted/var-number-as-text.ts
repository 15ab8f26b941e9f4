import { App, Chart } from 'cdk8s';
import { ConfigMap, defineAddon, FluxApp, FluxCluster, Namespace } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  infra: { vars: { TF_REPLICAS: z.number(), TF_ENABLED: z.boolean(), TF_HOST: z.string() } },
  build(scope, { vars }) {
    const { TF_REPLICAS: replicas, TF_ENABLED: enabled, TF_HOST: host } = vars;
    new Namespace(scope, 'namespace', { name: 'web', labels: { enabled }, annotations: { replicas } });
    new ConfigMap(scope, 'data', {
      data: { replicas, enabled, host, line: `${replicas} at ${host}`, url: 'https://'.concat(host) },
      labels: { enabled, host },
      annotations: { replicas },
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);

web.addTo(new Chart(new App(), 'plain'), { infra: { vars: { TF_REPLICAS: 3, TF_ENABLED: true, TF_HOST: 'a' } } });

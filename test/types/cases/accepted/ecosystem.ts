import { Size } from 'cdk8s';
import { ConfigMap as PlusConfigMap, k8s, PersistentVolumeClaim, PersistentVolumeAccessMode } from 'cdk8s-plus-30';
import { asBoolean, asNumber, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_REPLICAS: z.number(), TF_PAUSED: z.boolean(), TF_COLOR: z.enum(['blue', 'green']) } },
  build(scope, { vars }) {
    new k8s.KubeDeployment(scope, 'deployment', {
      metadata: { name: 'web' },
      spec: {
        replicas: asNumber(vars.TF_REPLICAS),
        paused: asBoolean(vars.TF_PAUSED),
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web', color: vars.TF_COLOR } },
          spec: { containers: [{ name: 'web', image: 'example.org/web:1.0.0' }] },
        },
      },
    });
    new PlusConfigMap(scope, 'config', { metadata: { name: 'web' }, data: { color: vars.TF_COLOR } });
    new PersistentVolumeClaim(scope, 'claim', {
      metadata: { name: 'web' },
      storage: Size.gibibytes(1),
      accessModes: [PersistentVolumeAccessMode.READ_WRITE_ONCE],
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);

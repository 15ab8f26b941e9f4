import type { FluxApp } from 'fluxspan';
import { platform } from './platform.js';

/** What users are on: nothing that serves them, or that admits objects, has one replica alone. */
export const prodCluster = (app: FluxApp) =>
  platform(app, 'prod', {
    authentik: { serverReplicas: 3, workerReplicas: 2 },
    // Records outlive a route that was deleted by mistake, and are told from those of other clusters in the zone.
    externalDns: { policy: 'upsert-only', txtOwnerId: 'prod' },
    externalSecrets: { replicas: 2, webhookReplicas: 2 },
    headlamp: { users: ['admin@admin.com'], replicas: 2 },
    istio: { values: { istiod: { autoscaleMin: 3 } } },
    karpenter: { cpu: '2', memory: '2Gi' },
    karpenterNodes: { instanceFamilies: ['m7g', 'm7i'], cpuLimit: 100, memoryLimit: '400Gi', expireAfter: '720h' },
    metricsServer: { replicas: 2 },
    reloader: { replicas: 2 },
    storageClass: { encrypted: true, reclaimPolicy: 'Retain' },
  });

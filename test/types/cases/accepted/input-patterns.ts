import { FluxApp, FluxCluster } from 'fluxspan';
import { externalDns, karpenter } from 'fluxspan/addons';
import { z } from 'zod';

const pattern = z
  .string()
  .regex(/^[a-z]+$/)
  .meta({ examples: ['acme'] });

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['karpenter.sh', 'karpenter.k8s.aws', 'gateway.networking.k8s.io'],
  }).stage('first', [
  karpenter({ replicas: 1, inputPatterns: { values: { karpenter: { settings: { clusterName: pattern } } } } }),
  externalDns({ inputPatterns: { values: { 'external-dns': { domainFilters: pattern } } } }),
]);

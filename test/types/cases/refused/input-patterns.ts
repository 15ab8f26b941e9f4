import { FluxApp, FluxCluster } from 'fluxspan';
import { karpenterNodes } from 'fluxspan/addons';
import { z } from 'zod';

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['karpenter', 'karpenter.sh', 'karpenter.k8s.aws'],
  }).stage('first', [karpenterNodes({ inputPatterns: { vars: { TF_NODE_ROLE_NAME: z.string() } } })]);

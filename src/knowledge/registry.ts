import { awsLoadBalancerController } from './aws-load-balancer-controller.js';
import { certManager } from './cert-manager.js';
import { configSyncer } from './config-syncer.js';
import { externalSecrets } from './external-secrets.js';
import { externalSnapshotter } from './external-snapshotter.js';
import { flux } from './flux.js';
import { fluxOperator } from './flux-operator.js';
import type { Project } from './form/project.js';
import { gatewayApi } from './gateway-api.js';
import { istio } from './istio.js';
import { karpenter } from './karpenter.js';
import { keda } from './keda.js';
import { kubernetes } from './kubernetes.js';
import { kubernetesAutoscaler } from './kubernetes-autoscaler.js';
import { kubernetesReplicator } from './kubernetes-replicator.js';
import { kyverno } from './kyverno.js';
import { opentelemetryOperator } from './opentelemetry-operator.js';
import { prometheusOperator } from './prometheus-operator.js';
import { reflector } from './reflector.js';
import { unsorted } from './rows/index.js';
import { sealedSecrets } from './sealed-secrets.js';
import { secretgenController } from './secretgen-controller.js';
import { tofuController } from './tofu-controller.js';

/** Every project that something is known of. */
export const projects: readonly Project[] = [
  awsLoadBalancerController,
  certManager,
  configSyncer,
  externalSecrets,
  externalSnapshotter,
  fluxOperator,
  flux,
  gatewayApi,
  istio,
  karpenter,
  keda,
  kubernetesAutoscaler,
  kubernetesReplicator,
  kubernetes,
  kyverno,
  opentelemetryOperator,
  prometheusOperator,
  reflector,
  sealedSecrets,
  secretgenController,
  tofuController,
  unsorted,
];

import { ack } from './ack.js';
import { amazonEks } from './amazon-eks.js';
import { argoCd } from './argo-cd.js';
import { authentik } from './authentik.js';
import { awsLoadBalancerController } from './aws-load-balancer-controller.js';
import { azureServiceOperator } from './azure-service-operator.js';
import { azureWorkloadIdentity } from './azure-workload-identity.js';
import { certManager } from './cert-manager.js';
import { cilium } from './cilium.js';
import { cloudnativePg } from './cloudnative-pg.js';
import { clusterApi } from './cluster-api.js';
import { configConnector } from './config-connector.js';
import { configSyncer } from './config-syncer.js';
import { crossplane } from './crossplane.js';
import { crunchyPostgresOperator } from './crunchy-postgres-operator.js';
import { elasticCloudOnKubernetes } from './elastic-cloud-on-kubernetes.js';
import { externalDns } from './external-dns.js';
import { externalSecrets } from './external-secrets.js';
import { externalSnapshotter } from './external-snapshotter.js';
import { flux } from './flux/index.js';
import { fluxOperator } from './flux-operator.js';
import type { Project } from './form/project.js';
import { gatewayApi } from './gateway-api.js';
import { googleKubernetesEngine } from './google-kubernetes-engine.js';
import { harbor } from './harbor.js';
import { istio } from './istio.js';
import { k8up } from './k8up.js';
import { karpenter } from './karpenter.js';
import { keda } from './keda.js';
import { kubernetes } from './kubernetes/index.js';
import { kubernetesAutoscaler } from './kubernetes-autoscaler.js';
import { kubernetesReplicator } from './kubernetes-replicator.js';
import { kyverno } from './kyverno.js';
import { loki } from './loki.js';
import { longhorn } from './longhorn.js';
import { metallb } from './metallb.js';
import { minio } from './minio.js';
import { nextcloud } from './nextcloud.js';
import { opentelemetryOperator } from './opentelemetry-operator.js';
import { percona } from './percona.js';
import { prometheusOperator } from './prometheus-operator.js';
import { rabbitmqClusterOperator } from './rabbitmq-cluster-operator.js';
import { reflector } from './reflector.js';
import { rook } from './rook.js';
import { unsorted } from './rows/index.js';
import { sealedSecrets } from './sealed-secrets.js';
import { secretgenController } from './secretgen-controller.js';
import { strimzi } from './strimzi.js';
import { tofuController } from './tofu-controller.js';
import { velero } from './velero.js';
import { volsync } from './volsync.js';
import { zalandoPostgresOperator } from './zalando-postgres-operator.js';

/** Every project that something is known of. */
export const projects: readonly Project[] = [
  ack,
  amazonEks,
  argoCd,
  authentik,
  awsLoadBalancerController,
  azureServiceOperator,
  azureWorkloadIdentity,
  certManager,
  cilium,
  cloudnativePg,
  clusterApi,
  configConnector,
  configSyncer,
  crossplane,
  crunchyPostgresOperator,
  elasticCloudOnKubernetes,
  externalDns,
  externalSecrets,
  externalSnapshotter,
  fluxOperator,
  flux,
  gatewayApi,
  googleKubernetesEngine,
  harbor,
  istio,
  k8up,
  karpenter,
  keda,
  kubernetesAutoscaler,
  kubernetesReplicator,
  kubernetes,
  kyverno,
  loki,
  longhorn,
  metallb,
  minio,
  nextcloud,
  opentelemetryOperator,
  percona,
  prometheusOperator,
  rabbitmqClusterOperator,
  reflector,
  rook,
  unsorted,
  sealedSecrets,
  secretgenController,
  strimzi,
  tofuController,
  velero,
  volsync,
  zalandoPostgresOperator,
];

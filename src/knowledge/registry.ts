// Written by `npm run import` from the files of the folder.
import { ack } from './ack.js';
import { aivenOperator } from './aiven-operator.js';
import { amazonEks } from './amazon-eks.js';
import { argoCd } from './argo-cd.js';
import { atlasOperator } from './atlas-operator.js';
import { authentik } from './authentik.js';
import { awsLoadBalancerController } from './aws-load-balancer-controller.js';
import { azureArc } from './azure-arc.js';
import { azureContainerNetworking } from './azure-container-networking.js';
import { azureServiceOperator } from './azure-service-operator.js';
import { azureWorkloadIdentity } from './azure-workload-identity.js';
import { bitpokeMysqlOperator } from './bitpoke-mysql-operator.js';
import { capsule } from './capsule.js';
import { certManager } from './cert-manager.js';
import { cilium } from './cilium.js';
import { clickhouseOperator } from './clickhouse-operator.js';
import { cloudnativePg } from './cloudnative-pg.js';
import { clusterApi } from './cluster-api.js';
import { cockroachOperator } from './cockroach-operator.js';
import { configConnector } from './config-connector.js';
import { configSyncer } from './config-syncer.js';
import { confluentForKubernetes } from './confluent-for-kubernetes.js';
import { containerObjectStorageInterface } from './container-object-storage-interface.js';
import { couchbaseOperator } from './couchbase-operator.js';
import { crossplane } from './crossplane.js';
import { crunchyPostgresOperator } from './crunchy-postgres-operator.js';
import { dragonflyOperator } from './dragonfly-operator.js';
import { druidOperator } from './druid-operator.js';
import { eksAnywhere } from './eks-anywhere.js';
import { elasticCloudOnKubernetes } from './elastic-cloud-on-kubernetes.js';
import { externalDns } from './external-dns.js';
import { externalSecrets } from './external-secrets.js';
import { externalSnapshotter } from './external-snapshotter.js';
import { fleet } from './fleet.js';
import { flux } from './flux/index.js';
import { fluxOperator } from './flux-operator.js';
import type { Project } from './form/project.js';
import { foundationdbOperator } from './foundationdb-operator.js';
import { gardener } from './gardener.js';
import { gatekeeper } from './gatekeeper.js';
import { gatewayApi } from './gateway-api.js';
import { googleKubernetesEngine } from './google-kubernetes-engine.js';
import { harbor } from './harbor.js';
import { hcpTerraformOperator } from './hcp-terraform-operator.js';
import { helmCharts } from './helm-charts/index.js';
import { hierarchicalNamespaces } from './hierarchical-namespaces.js';
import { hive } from './hive.js';
import { hypershift } from './hypershift.js';
import { ingressNginx } from './ingress-nginx.js';
import { istio } from './istio.js';
import { k0s } from './k0s.js';
import { k3s } from './k3s.js';
import { k8ssandra } from './k8ssandra.js';
import { k8up } from './k8up.js';
import { kamaji } from './kamaji.js';
import { karpenter } from './karpenter.js';
import { keda } from './keda.js';
import { keycloakOperator } from './keycloak-operator.js';
import { kubeArangodb } from './kube-arangodb.js';
import { kubeblocks } from './kubeblocks.js';
import { kubedb } from './kubedb.js';
import { kubernetes } from './kubernetes/index.js';
import { kubernetesAutoscaler } from './kubernetes-autoscaler.js';
import { kubernetesReplicator } from './kubernetes-replicator.js';
import { kubevirt } from './kubevirt.js';
import { kyverno } from './kyverno.js';
import { libBucketProvisioner } from './lib-bucket-provisioner.js';
import { linkerd } from './linkerd.js';
import { loki } from './loki.js';
import { longhorn } from './longhorn.js';
import { mariadbOperator } from './mariadb-operator.js';
import { metal3 } from './metal3.js';
import { metallb } from './metallb.js';
import { milvusOperator } from './milvus-operator.js';
import { minio } from './minio.js';
import { mongodbKubernetes } from './mongodb-kubernetes.js';
import { movetokubePostgresOperator } from './movetokube-postgres-operator.js';
import { mysqlOperator } from './mysql-operator.js';
import { nack } from './nack.js';
import { nextcloud } from './nextcloud.js';
import { opensearchOperator } from './opensearch-operator.js';
import { openshift } from './openshift.js';
import { opentelemetryOperator } from './opentelemetry-operator.js';
import { operatorLifecycleManager } from './operator-lifecycle-manager.js';
import { opstreeRedisOperator } from './opstree-redis-operator.js';
import { percona } from './percona.js';
import { prometheusOperator } from './prometheus-operator.js';
import { pulumiOperator } from './pulumi-operator.js';
import { rabbitmqOperators } from './rabbitmq-operators.js';
import { rancher } from './rancher.js';
import { redisEnterprise } from './redis-enterprise.js';
import { redpandaOperator } from './redpanda-operator.js';
import { reflector } from './reflector.js';
import { rook } from './rook.js';
import { scyllaOperator } from './scylla-operator.js';
import { sealedSecrets } from './sealed-secrets.js';
import { seaweedfsOperator } from './seaweedfs-operator.js';
import { secretgenController } from './secretgen-controller.js';
import { solrOperator } from './solr-operator.js';
import { spotahomeRedisOperator } from './spotahome-redis-operator.js';
import { stackgres } from './stackgres.js';
import { streamnative } from './streamnative.js';
import { strimzi } from './strimzi.js';
import { temporalOperator } from './temporal-operator.js';
import { terraformOperator } from './terraform-operator.js';
import { tidbOperator } from './tidb-operator.js';
import { tigeraOperator } from './tigera-operator.js';
import { tofuController } from './tofu-controller.js';
import { valkeyOperator } from './valkey-operator.js';
import { vaultOperator } from './vault-operator.js';
import { velero } from './velero.js';
import { victoriaMetricsOperator } from './victoria-metrics-operator.js';
import { vitessOperator } from './vitess-operator.js';
import { volsync } from './volsync.js';
import { ydbOperator } from './ydb-operator.js';
import { yugabyte } from './yugabyte.js';
import { zalandoPostgresOperator } from './zalando-postgres-operator.js';
import { zookeeperOperator } from './zookeeper-operator.js';

/** Every project that fluxspan knows about. */
export const projects: readonly Project[] = [
  ack,
  aivenOperator,
  amazonEks,
  argoCd,
  atlasOperator,
  authentik,
  awsLoadBalancerController,
  azureArc,
  azureContainerNetworking,
  azureServiceOperator,
  azureWorkloadIdentity,
  bitpokeMysqlOperator,
  capsule,
  certManager,
  cilium,
  clickhouseOperator,
  cloudnativePg,
  clusterApi,
  cockroachOperator,
  configConnector,
  configSyncer,
  confluentForKubernetes,
  containerObjectStorageInterface,
  couchbaseOperator,
  crossplane,
  crunchyPostgresOperator,
  dragonflyOperator,
  druidOperator,
  eksAnywhere,
  elasticCloudOnKubernetes,
  externalDns,
  externalSecrets,
  externalSnapshotter,
  fleet,
  fluxOperator,
  flux,
  foundationdbOperator,
  gardener,
  gatekeeper,
  gatewayApi,
  googleKubernetesEngine,
  harbor,
  hcpTerraformOperator,
  helmCharts,
  hierarchicalNamespaces,
  hive,
  hypershift,
  ingressNginx,
  istio,
  k0s,
  k3s,
  k8ssandra,
  k8up,
  kamaji,
  karpenter,
  keda,
  keycloakOperator,
  kubeArangodb,
  kubeblocks,
  kubedb,
  kubernetesAutoscaler,
  kubernetesReplicator,
  kubernetes,
  kubevirt,
  kyverno,
  libBucketProvisioner,
  linkerd,
  loki,
  longhorn,
  mariadbOperator,
  metal3,
  metallb,
  milvusOperator,
  minio,
  mongodbKubernetes,
  movetokubePostgresOperator,
  mysqlOperator,
  nack,
  nextcloud,
  opensearchOperator,
  openshift,
  opentelemetryOperator,
  operatorLifecycleManager,
  opstreeRedisOperator,
  percona,
  prometheusOperator,
  pulumiOperator,
  rabbitmqOperators,
  rancher,
  redisEnterprise,
  redpandaOperator,
  reflector,
  rook,
  scyllaOperator,
  sealedSecrets,
  seaweedfsOperator,
  secretgenController,
  solrOperator,
  spotahomeRedisOperator,
  stackgres,
  streamnative,
  strimzi,
  temporalOperator,
  terraformOperator,
  tidbOperator,
  tigeraOperator,
  tofuController,
  valkeyOperator,
  vaultOperator,
  velero,
  victoriaMetricsOperator,
  vitessOperator,
  volsync,
  ydbOperator,
  yugabyte,
  zalandoPostgresOperator,
  zookeeperOperator,
];

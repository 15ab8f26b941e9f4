import { cloudKinds } from './cloud-kinds.js';
import type { RecordKind } from './cloud-operator.js';

/** A kind of an Upjet provider: cluster-scoped, and in a namespace since Crossplane 2. */
const upjet = (service: string, cloud: string, kind: string): readonly string[] => [
  `${service}.${cloud}.upbound.io/${kind}`,
  `${service}.${cloud}.m.upbound.io/${kind}`,
];
const region = { within: [{ terraform: 'region', at: 'spec.forProvider.region' }] };
const group = { within: [{ terraform: 'resource_group_name', at: 'spec.forProvider.resourceGroupName' }] };
const project = { within: [{ terraform: 'project', at: 'spec.forProvider.project' }] };
const global = { isGlobal: true } as const;

/**
 * Kinds whose external name is their name in the cloud:
 * https://github.com/crossplane-contrib/provider-upjet-aws/blob/main/config/externalname.go and the same file of the
 * providers for Azure and Google Cloud. Others have an id or ARN, which only an annotation tells.
 */
export const crossplaneKinds = cloudKinds([
  ['IAM role', upjet('iam', 'aws', 'Role'), { aws_iam_role: 'name' }],
  ['IAM user', upjet('iam', 'aws', 'User'), { aws_iam_user: 'name' }],
  ['IAM instance profile', upjet('iam', 'aws', 'InstanceProfile'), { aws_iam_instance_profile: 'name' }],
  ['S3 bucket', upjet('s3', 'aws', 'Bucket'), { aws_s3_bucket: 'bucket' }, global],
  ['DynamoDB table', upjet('dynamodb', 'aws', 'Table'), { aws_dynamodb_table: 'name' }, region],
  ['ECR repository', upjet('ecr', 'aws', 'Repository'), { aws_ecr_repository: 'name' }, region],
  ['EKS cluster', upjet('eks', 'aws', 'Cluster'), { aws_eks_cluster: 'name' }, region],
  [
    'RDS instance',
    upjet('rds', 'aws', 'Instance'),
    { aws_db_instance: 'identifier' },
    { ...region, nameAt: 'spec.forProvider.identifier' },
  ],
  [
    'EKS add-on',
    upjet('eks', 'aws', 'Addon'),
    { aws_eks_addon: 'addon_name' },
    {
      nameAt: 'spec.forProvider.addonName',
      hasOtherId: true,
      within: [...region.within, { terraform: 'cluster_name', at: 'spec.forProvider.clusterName' }],
    },
  ],
  ['IAM group', upjet('iam', 'aws', 'Group'), { aws_iam_group: 'name' }],
  ['log group', upjet('cloudwatchlogs', 'aws', 'Group'), { aws_cloudwatch_log_group: 'name' }, region],
  ['Lambda function', upjet('lambda', 'aws', 'Function'), { aws_lambda_function: 'function_name' }, region],
  ['SSM parameter', upjet('ssm', 'aws', 'Parameter'), { aws_ssm_parameter: 'name' }, region],
  [
    'Redis or Valkey group',
    upjet('elasticache', 'aws', 'ReplicationGroup'),
    { aws_elasticache_replication_group: 'replication_group_id' },
    region,
  ],
  [
    'SQS queue',
    upjet('sqs', 'aws', 'Queue'),
    { aws_sqs_queue: 'name' },
    { ...region, nameAt: 'spec.forProvider.name', hasOtherId: true },
  ],
  [
    'secret',
    upjet('secretsmanager', 'aws', 'Secret'),
    { aws_secretsmanager_secret: 'name' },
    { ...region, nameAt: 'spec.forProvider.name', hasOtherId: true },
  ],
  ['RDS cluster', upjet('rds', 'aws', 'Cluster'), { aws_rds_cluster: 'cluster_identifier' }, region],
  ['GCS bucket', upjet('storage', 'gcp', 'Bucket'), { google_storage_bucket: 'name' }, global],
  [
    'Google service account',
    upjet('cloudplatform', 'gcp', 'ServiceAccount'),
    { google_service_account: 'account_id' },
    project,
  ],
  ['Cloud SQL instance', upjet('sql', 'gcp', 'DatabaseInstance'), { google_sql_database_instance: 'name' }, project],
  ['GKE cluster', upjet('container', 'gcp', 'Cluster'), { google_container_cluster: 'name' }, project],
  ['Pub/Sub topic', upjet('pubsub', 'gcp', 'Topic'), { google_pubsub_topic: 'name' }, project],
  [
    'resource group',
    ['azure.upbound.io/ResourceGroup', 'azure.m.upbound.io/ResourceGroup'],
    { azurerm_resource_group: 'name' },
  ],
  ['storage account', upjet('storage', 'azure', 'Account'), { azurerm_storage_account: 'name' }, global],
  ['key vault', upjet('keyvault', 'azure', 'Vault'), { azurerm_key_vault: 'name' }, global],
  [
    'PostgreSQL server',
    upjet('dbforpostgresql', 'azure', 'FlexibleServer'),
    { azurerm_postgresql_flexible_server: 'name' },
    global,
  ],
  [
    'managed identity',
    upjet('managedidentity', 'azure', 'UserAssignedIdentity'),
    { azurerm_user_assigned_identity: 'name' },
    group,
  ],
  [
    'AKS cluster',
    upjet('containerservice', 'azure', 'KubernetesCluster'),
    { azurerm_kubernetes_cluster: 'name' },
    group,
  ],
]);

/** DNS records of the same providers. */
export const crossplaneRecords: readonly RecordKind[] = [
  ...upjet('route53', 'aws', 'Record').map((kind) => ({
    kind,
    nameAt: 'spec.forProvider.name',
    typeAt: 'spec.forProvider.type',
    zoneAt: 'spec.forProvider.zoneId',
  })),
  ...upjet('dns', 'gcp', 'RecordSet').map((kind) => ({
    kind,
    nameAt: 'spec.forProvider.name',
    typeAt: 'spec.forProvider.type',
  })),
];

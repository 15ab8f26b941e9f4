import { textOf } from '../json/as-shape.js';
import { cloudOperators } from '../knowledge/index.js';
import type { Identity } from './identity.js';

/** An identity that a resource has, and the paths of its attributes that say so. */
export interface Found {
  readonly identity: Identity;
  readonly from: readonly string[];
}

interface Named {
  readonly type: string;
  readonly what: string;
  readonly attribute: string;
}

/** By Terraform's type, what it makes in a cloud and the attribute that names it. */
const cloudTypes: ReadonlyMap<string, Named> = new Map(
  cloudOperators.flatMap(({ kinds }) =>
    kinds.flatMap(({ what, terraform }) =>
      Object.entries(terraform).map(([type, attribute]) => [type.toLowerCase(), { type, what, attribute }] as const),
    ),
  ),
);

/** By the types of CloudFormation and Pulumi, Terraform's type, and the property with the name. */
const OTHER_TOOLS: Readonly<Record<string, readonly [type: string, property: string]>> = {
  'AWS::DynamoDB::Table': ['aws_dynamodb_table', 'TableName'],
  'AWS::ECR::Repository': ['aws_ecr_repository', 'RepositoryName'],
  'AWS::EKS::Addon': ['aws_eks_addon', 'AddonName'],
  'AWS::EKS::Cluster': ['aws_eks_cluster', 'Name'],
  'AWS::IAM::Role': ['aws_iam_role', 'RoleName'],
  'AWS::IAM::User': ['aws_iam_user', 'UserName'],
  'AWS::Lambda::Function': ['aws_lambda_function', 'FunctionName'],
  'AWS::Logs::LogGroup': ['aws_cloudwatch_log_group', 'LogGroupName'],
  'AWS::RDS::DBCluster': ['aws_rds_cluster', 'DBClusterIdentifier'],
  'AWS::RDS::DBInstance': ['aws_db_instance', 'DBInstanceIdentifier'],
  'AWS::S3::Bucket': ['aws_s3_bucket', 'BucketName'],
  'AWS::SNS::Topic': ['aws_sns_topic', 'TopicName'],
  'AWS::SQS::Queue': ['aws_sqs_queue', 'QueueName'],
  'AWS::SecretsManager::Secret': ['aws_secretsmanager_secret', 'Name'],
  'aws:cloudwatch/logGroup:LogGroup': ['aws_cloudwatch_log_group', 'name'],
  'aws:dynamodb/table:Table': ['aws_dynamodb_table', 'name'],
  'aws:ecr/repository:Repository': ['aws_ecr_repository', 'name'],
  'aws:eks/addon:Addon': ['aws_eks_addon', 'addonName'],
  'aws:eks/cluster:Cluster': ['aws_eks_cluster', 'name'],
  'aws:iam/role:Role': ['aws_iam_role', 'name'],
  'aws:iam/user:User': ['aws_iam_user', 'name'],
  'aws:lambda/function:Function': ['aws_lambda_function', 'name'],
  'aws:rds/cluster:Cluster': ['aws_rds_cluster', 'clusterIdentifier'],
  'aws:rds/instance:Instance': ['aws_db_instance', 'identifier'],
  'aws:s3/bucket:Bucket': ['aws_s3_bucket', 'bucket'],
  'aws:s3/bucketV2:BucketV2': ['aws_s3_bucket', 'bucket'],
  'aws:secretsmanager/secret:Secret': ['aws_secretsmanager_secret', 'name'],
  'aws:sns/topic:Topic': ['aws_sns_topic', 'name'],
  'aws:sqs/queue:Queue': ['aws_sqs_queue', 'name'],
  'azure:core/resourceGroup:ResourceGroup': ['azurerm_resource_group', 'name'],
  'azure:keyvault/keyVault:KeyVault': ['azurerm_key_vault', 'name'],
  'azure:storage/account:Account': ['azurerm_storage_account', 'name'],
  'gcp:serviceaccount/account:Account': ['google_service_account', 'accountId'],
  'gcp:storage/bucket:Bucket': ['google_storage_bucket', 'name'],
};

/** What a resource of a type is in a cloud, where its attributes have the name. */
export const cloudNames = (type: string, attributes: Readonly<Record<string, unknown>>): readonly Found[] => [
  ...resources(type, attributes),
  ...records(type, attributes),
];

/** Whether a resource of a type owns something in a cloud that an operator may own, too. */
export const ownsInCloud = (type: string): boolean =>
  cloudTypes.has(type) || type === 'azapi_resource' || DNS[type] !== undefined || AZURE_RECORD.test(type);

const resources = (type: string, attributes: Readonly<Record<string, unknown>>): readonly Found[] => {
  const [written, property] = OTHER_TOOLS[type] ?? [type];
  // `Microsoft.Cache/redis@2024-11-01`: https://registry.terraform.io/providers/Azure/azapi/latest/docs/resources/resource
  const asked = type === 'azapi_resource' ? (textOf(attributes['type'])?.split('@')[0] ?? '') : written;
  const known = cloudTypes.get(asked.toLowerCase());
  if (known === undefined) return [];
  const attribute = property ?? known.attribute;
  const name = attributes[attribute];
  if (typeof name !== 'string') return [];
  return [{ identity: { is: 'cloud', type: known.type, what: known.what, name }, from: [attribute] }];
};

/** By Terraform's type, where a record's name and the id of its zone are, if it has one for all of its zones. */
const DNS: Readonly<Record<string, { readonly name: string; readonly zone?: string }>> = {
  aws_route53_record: { name: 'fqdn', zone: 'zone_id' },
  cloudflare_dns_record: { name: 'name' },
  cloudflare_record: { name: 'name' },
  digitalocean_record: { name: 'fqdn' },
  google_dns_record_set: { name: 'name' },
};

/** `azurerm_dns_cname_record`; private zones are for networks, where external-dns has another provider. */
const AZURE_RECORD = /^azurerm_dns_(a|aaaa|caa|cname|mx|ns|ptr|srv|txt)_record$/;

const records = (type: string, attributes: Readonly<Record<string, unknown>>): readonly Found[] => {
  const azure = AZURE_RECORD.exec(type)?.[1];
  if (azure !== undefined) {
    const { name, zone_name: zone } = attributes;
    if (typeof name !== 'string' || typeof zone !== 'string') return [];
    const whole = name === '@' ? zone : `${name}.${zone}`;
    return [{ identity: { is: 'dns', type: azure.toUpperCase(), name: whole }, from: ['name', 'zone_name'] }];
  }
  const at = DNS[type];
  if (at === undefined) return [];
  const { name: given, type: kind } = attributes;
  if (typeof kind !== 'string') return [];
  const name = textOf(attributes[at.name]) ?? given;
  const zone = at.zone === undefined ? undefined : textOf(attributes[at.zone]);
  return [
    ...(zone === undefined || typeof given !== 'string'
      ? []
      : [{ identity: { is: 'dns', type: kind, name: given, zone } as const, from: ['name', 'type', 'zone_id'] }]),
    // A name without a dot is relative to a zone that isn't known here.
    ...(typeof name !== 'string' || !name.includes('.')
      ? []
      : [{ identity: { is: 'dns', type: kind, name } as const, from: ['name', 'type'] }]),
  ];
};

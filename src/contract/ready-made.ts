import { z } from 'zod';

const input = (pattern: RegExp, description: string, example: string) =>
  z
    .string()
    .regex(pattern)
    .meta({ description, examples: [example] });

/** A string without any pattern but a meaning: say what it is, and give an example. */
export const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/**
 * An ARN of one AWS service in any partition; `resource` is what stands last in the example.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html
 */
export const arn = (service: string, resource = 'example') =>
  input(
    new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]*:(\\d{12})?:[\\w+=,.@/:*!-]*[\\w+=,.@/*!-]$`),
    `ARN of a resource of ${service}`,
    `arn:aws:${service}:eu-west-1:123456789012:${resource}`,
  );

/** An AWS account id: twelve digits, with leading zeros. As text it is quoted wherever it stands alone, for it looks like a number. */
export const awsAccountId = () => input(/^\d{12}$/, 'AWS account id', '012345678901');

/** An AWS region, such as `eu-west-1`. */
export const awsRegion = () => input(/^[a-z]{2}(-[a-z]+)+-\d$/, 'AWS region', 'eu-west-1');

/** An IPv4 or IPv6 block, such as `10.0.0.0/16`. */
export const cidr = () => input(/^[0-9a-fA-F.:]+\/\d{1,3}$/, 'address block in CIDR notation', '10.0.0.0/16');

/**
 * The name of an EKS cluster: 1 to 100 letters, digits, dashes and underscores, a letter or digit first.
 * https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateCluster.html
 */
export const clusterName = () => input(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'name of the EKS cluster', 'platform-dev');

/** A fully qualified host name in lower case, without a trailing dot. */
export const hostname = () =>
  input(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/,
    'host name',
    'app.example.org',
  );

/**
 * The name of an IAM role, 64 characters at most, without path or ARN.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html
 */
export const iamRoleName = () => input(/^[\w+=,.@-]{1,64}$/, 'name of an IAM role', 'platform-dev-nodes');

/**
 * The name of an SQS queue, 80 characters at most, without URL or ARN; that of a FIFO queue ends in `.fifo`.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html
 */
export const queueName = () =>
  input(/^([A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\.fifo)$/, 'name of an SQS queue', 'platform-dev-karpenter');

/**
 * The name of an S3 bucket: 3 to 63 lower-case letters, digits, dots and dashes, a letter or digit first and last.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
 */
export const bucketName = () =>
  input(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'name of an S3 bucket', 'platform-dev-artifacts');

/** The id of a security group, `sg-` and 8 to 17 hexadecimal digits. */
export const securityGroupId = () => input(/^sg-[0-9a-f]{8,17}$/, 'id of a security group', 'sg-0123456789abcdef0');

/** The id of a subnet, `subnet-` and 8 to 17 hexadecimal digits. */
export const subnetId = () => input(/^subnet-[0-9a-f]{8,17}$/, 'id of a subnet', 'subnet-0123456789abcdef0');

/** The id of a VPC, `vpc-` and 8 to 17 hexadecimal digits. */
export const vpcId = () => input(/^vpc-[0-9a-f]{8,17}$/, 'id of a VPC', 'vpc-0123456789abcdef0');

/** An https or http URL in ASCII, without spaces and backslashes. */
export const url = () => input(/^https?:\/\/[!#-[\]-~]+$/, 'URL', 'https://app.example.org/');

/** An e-mail address. */
export const email = () => input(/^[\w.+%-]+@[\w.-]+\.[A-Za-z]+$/, 'e-mail address', 'admin@example.org');

// Azure reads both cases as one.
const GUID = /^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

/** The id of a Microsoft Entra tenant, a GUID. */
export const azureTenantId = () => input(GUID, 'id of the Entra tenant', '72f988bf-0000-4000-8000-2d7cd011db47');

/** The id of an Azure subscription, a GUID. */
export const azureSubscriptionId = () =>
  input(GUID, 'id of the Azure subscription', '0b1f6471-0000-4000-8000-9c2b3d4e5f60');

/** The client id of a managed identity or an application in Entra, a GUID; not its principal id, and not its resource id. */
export const azureClientId = () =>
  input(GUID, 'client id of the identity, not its resource id', '4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f');

/** The name of an Azure resource group: 1 to 90 letters, digits, dashes, dots, underscores and parentheses, no dot at the end. */
export const resourceGroup = () =>
  input(/^[\w().-]{0,89}[\w()-]$/, 'name of the Azure resource group', 'platform-dev-dns');

/** The domains of Key Vaults, by Azure cloud. https://learn.microsoft.com/azure/key-vault/general/about-keys-secrets-certificates */
const vaultDomains = {
  AzurePublicCloud: 'azure\\.net',
  AzureUSGovernmentCloud: 'usgovcloudapi\\.net',
  AzureChinaCloud: 'azure\\.cn',
} as const;

/** The URL of a Key Vault of one Azure cloud, or of any, such as `https://platform-dev.vault.azure.net/`. */
export const keyVaultUrl = (environment?: keyof typeof vaultDomains) => {
  const domain = environment === undefined ? `(azure\\.net|azure\\.cn|usgovcloudapi\\.net)` : vaultDomains[environment];
  const example = vaultDomains[environment ?? 'AzurePublicCloud'].replace('\\', '');
  return input(
    new RegExp(`^https:\\/\\/[A-Za-z][A-Za-z0-9-]{1,22}[A-Za-z0-9]\\.vault\\.${domain}\\/?$`),
    environment === undefined ? 'URL of the Key Vault' : `URL of the Key Vault, in ${environment}`,
    `https://platform-dev.vault.${example}/`,
  );
};

/**
 * The id of a Google Cloud project, 6 to 30 characters, with its domain where it has one: `example.com:my-project`. Not its
 * number, and not its name.
 */
export const gcpProject = () =>
  input(
    /^([a-z0-9-]+(\.[a-z0-9-]+)+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    'id of the Google Cloud project, not its number',
    'platform-dev',
  );

/**
 * The e-mail address of a Google Cloud service account, which workloads become by Workload Identity: one of a project, or
 * the default one of Compute Engine or App Engine. https://cloud.google.com/iam/docs/service-account-types
 */
export const gcpServiceAccount = () =>
  input(
    /^([a-z][a-z0-9-]{4,28}[a-z0-9]@[a-z][a-z0-9-]{4,28}[a-z0-9](\.[a-z0-9-]+)*\.iam|\d+-compute@developer|[a-z][a-z0-9-]{4,28}[a-z0-9](\.[a-z0-9-]+)*@appspot)\.gserviceaccount\.com$/,
    'e-mail address of the Google Cloud service account',
    'external-dns@platform-dev.iam.gserviceaccount.com',
  );

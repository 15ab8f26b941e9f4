/**
 * Public modules of Terraform that write nothing into a cluster that a Flux tree reads, and no secret under a name that an
 * ExternalSecret reads. That of EKS writes aws-auth at most, and that of GKE ConfigMaps of kube-dns and ip-masq-agent.
 *
 * - https://github.com/terraform-aws-modules
 * - https://github.com/terraform-google-modules
 * - https://github.com/Azure/terraform-azurerm-aks
 * - https://github.com/cloudposse
 */
const QUIET: readonly RegExp[] = [
  /^terraform-aws-modules\/(?!secrets-manager\/|ssm-parameter\/)[\w-]+\/aws(?:\/\/|$)/,
  /^github\.com\/terraform-aws-modules\/terraform-aws-(?!secrets-manager|ssm-parameter)[\w-]+(?:\.git)?(?:\/\/|\?|$)/,
  /^terraform-google-modules\/(?:address|bastion-host|cloud-nat|cloud-router|cloud-storage|iam|network|project-factory|service-accounts|sql-db|vm)\/google(?:\/\/|$)/,
  /^terraform-google-modules\/kubernetes-engine\/google(?:$|\/\/modules\/(?:auth$|[\w-]*-cluster(?:-|$)))/,
  /^azure\/(?:aks|naming|network|subnets|vnet)\/azurerm(?:\/\/|$)/,
  /^cloudposse\/(?:dynamic-subnets|eks-cluster|eks-node-group|iam-role|label|rds|s3-bucket|vpc)\/(?:aws|null)(?:\/\/|$)/,
];

/** @param source as the call has it: `terraform-aws-modules/eks/aws` */
export const isQuietModule = (source: string | undefined): boolean => {
  const bare = source
    ?.toLowerCase()
    .replace(/^(?:git::)?(?:https:\/\/)?(?:registry\.(?:terraform\.io|opentofu\.org)\/)?/, '');
  return bare !== undefined && QUIET.some((one) => one.test(bare));
};

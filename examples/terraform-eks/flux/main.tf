data "aws_eks_cluster" "this" {
  name = var.cluster_name
}

# Apply it after the platform: Flux's first reconciliation needs the contract's ConfigMaps and secrets.
resource "flux_bootstrap_git" "this" {
  path = "k8s/clusters/dev"
  # The tree is for Flux 2.9. The manifests of this version are in the provider: nothing is downloaded.
  version            = "v2.9.0"
  embedded_manifests = true
  # The platform's Terraform created the namespace, which holds the contract's ConfigMap.
  keep_namespace = true
}

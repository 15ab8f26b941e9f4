data "aws_eks_cluster" "this" {
  name = var.cluster_name
}

# Apply it after the platform: Flux's first reconciliation needs the contract's ConfigMaps and secrets.
resource "flux_bootstrap_git" "this" {
  path = "k8s/clusters/dev"
  # The manifests are in the provider: nothing is downloaded, and the version of the provider decides on that of Flux.
  embedded_manifests = true
  # The platform's Terraform created the namespace, which holds the contract's ConfigMap.
  keep_namespace = true
}

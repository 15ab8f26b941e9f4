locals {
  kustomizations = ["crds", "karpenter", "alb-controller", "addons"]
}

resource "github_repository_file" "kustomization" {
  for_each   = toset(local.kustomizations)
  repository = var.repository
  branch     = "main"
  file       = "k8s/clusters/${var.environment}/${each.key}.yaml"
  content    = file("${path.module}/kustomizations/${each.key}.yaml")
}

resource "github_repository_file" "readme" {
  repository = var.repository
  branch     = "main"
  file       = "docs/README.md"
  content    = "Written by Terraform."
}

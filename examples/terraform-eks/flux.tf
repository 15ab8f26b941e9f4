# Apart from the rest, so that the rest can be validated without the provider of Flux.
terraform {
  required_providers {
    flux = {
      source  = "fluxcd/flux"
      version = ">= 1.4"
    }
  }
}

variable "repository" {
  description = "Where Flux reads this repository, and a key that may write to it."
  type = object({
    url         = string
    private_key = string
  })
  sensitive = true
}

provider "flux" {
  kubernetes = {
    host                   = module.aws.cluster.endpoint
    cluster_ca_certificate = base64decode(module.aws.cluster.certificate)

    exec = {
      api_version = "client.authentication.k8s.io/v1beta1"
      command     = "aws"
      args        = ["eks", "get-token", "--cluster-name", module.aws.cluster.name, "--region", var.region]
    }
  }

  git = {
    url = var.repository.url
    ssh = {
      username    = "git"
      private_key = var.repository.private_key
    }
  }
}

resource "flux_bootstrap_git" "this" {
  path = "k8s/clusters/dev"

  # Everything that Flux reads is there before it looks for the first time.
  depends_on = [module.flux_contract.ready, aws_secretsmanager_secret_version.this]
}

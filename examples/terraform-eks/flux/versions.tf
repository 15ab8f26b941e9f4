terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
    flux = {
      source = "fluxcd/flux"
      # Brings Flux 2.9, for which the tree is made.
      version = "~> 1.9.0"
    }
  }

  # The bucket of the platform's state, with a key of its own: terraform init -backend-config=backend.hcl
  backend "s3" {}
}

provider "aws" {
  region = var.region
}

provider "flux" {
  kubernetes = {
    host                   = data.aws_eks_cluster.this.endpoint
    cluster_ca_certificate = base64decode(data.aws_eks_cluster.this.certificate_authority[0].data)

    exec = {
      api_version = "client.authentication.k8s.io/v1beta1"
      command     = "aws"
      args        = ["eks", "get-token", "--cluster-name", var.cluster_name, "--region", var.region]
    }
  }

  git = {
    url    = var.repository_url
    branch = var.branch
    ssh = {
      username    = "git"
      private_key = var.private_key
    }
  }
}

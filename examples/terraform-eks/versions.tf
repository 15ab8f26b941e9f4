terraform {
  # 1.11 is the first version with write-only arguments; its S3 backend locks the state without a table in DynamoDB.
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
    kubernetes = {
      source  = "hashicorp/kubernetes"
      version = "~> 3.0"
    }
  }

  # Bucket, key and region come from a file: terraform init -backend-config=backend.hcl
  backend "s3" {}
}

provider "aws" {
  # From the state, and not from var.region: so that another region is refused (main.tf) before anything is looked for
  # there. module.aws takes var.region, since what depends on a resource isn't known in the first plan.
  region = terraform_data.platform.input.region

  default_tags {
    tags = { platform = local.name, repository = "platform", managed-by = "terraform" }
  }
}

provider "kubernetes" {
  host                   = module.aws.cluster.endpoint
  cluster_ca_certificate = base64decode(module.aws.cluster.certificate)

  exec {
    api_version = "client.authentication.k8s.io/v1beta1"
    command     = "aws"
    args        = ["eks", "get-token", "--cluster-name", module.aws.cluster.name, "--region", var.region]
  }
}

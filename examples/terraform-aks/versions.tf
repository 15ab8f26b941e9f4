terraform {
  # 1.11 is the first version with write-only arguments.
  required_version = ">= 1.11"

  required_providers {
    azurerm = {
      source  = "hashicorp/azurerm"
      version = "~> 5.2"
    }
    kubernetes = {
      source  = "hashicorp/kubernetes"
      version = "~> 3.0"
    }
    random = {
      source  = "hashicorp/random"
      version = "~> 3.7"
    }
  }

  # Storage account, container and key come from a file: terraform init -backend-config=backend.hcl
  backend "azurerm" {}
}

provider "azurerm" {
  subscription_id     = var.subscription_id
  storage_use_azuread = true

  # What this root creates, and what Azure Service Operator does: the operator's role ends at the resource group, so it
  # can't register the database's provider itself.
  resource_providers_to_register = [
    "Microsoft.Compute",
    "Microsoft.ContainerService",
    "Microsoft.DBforPostgreSQL",
    "Microsoft.Insights",
    "Microsoft.KeyVault",
    "Microsoft.ManagedIdentity",
    "Microsoft.Network",
    "Microsoft.OperationalInsights",
  ]

  features {
    key_vault {
      # A vault that was deleted keeps its name and its secrets for 90 days.
      purge_soft_delete_on_destroy = false
    }
  }
}

provider "kubernetes" {
  host                   = module.azure.cluster.endpoint
  cluster_ca_certificate = base64decode(module.azure.cluster.certificate)

  # Local accounts are off, so Terraform logs in as whoever runs it. 6dae42f8-… is the server of AKS in every tenant.
  exec {
    api_version = "client.authentication.k8s.io/v1beta1"
    command     = "kubelogin"
    args        = ["get-token", "--login", "azurecli", "--server-id", "6dae42f8-4368-4678-94ff-3960e28e3630"]
  }
}

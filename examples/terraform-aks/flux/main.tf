terraform {
  required_version = ">= 1.11"

  required_providers {
    azurerm = {
      source  = "hashicorp/azurerm"
      version = "~> 5.2"
    }
    flux = {
      source = "fluxcd/flux"
      # Brings Flux 2.9, for which the tree is made.
      version = "~> 1.9.0"
    }
  }

  backend "azurerm" {}
}

variable "subscription_id" {
  description = "Id of the Azure subscription, a GUID."
  type        = string
}

variable "cluster" {
  description = "The output cluster of the platform."
  type        = object({ name = string, resource_group = string })
}

variable "repository_url" {
  description = "SSH URL of this repository, such as ssh://git@github.com/example/platform.git."
  type        = string

  validation {
    condition     = startswith(var.repository_url, "ssh://")
    error_message = "repository_url must start with ssh://, since Flux logs in with private_key."
  }
}

variable "branch" {
  description = "Branch that Flux follows."
  type        = string
  default     = "main"
}

variable "private_key" {
  description = "Private key, PEM, of a deploy key that may write to the repository."
  type        = string
  sensitive   = true
}

provider "azurerm" {
  subscription_id = var.subscription_id
  features {}
}

data "azurerm_kubernetes_cluster" "this" {
  name                = var.cluster.name
  resource_group_name = var.cluster.resource_group
}

provider "flux" {
  kubernetes = {
    host                   = data.azurerm_kubernetes_cluster.this.kube_config[0].host
    cluster_ca_certificate = base64decode(data.azurerm_kubernetes_cluster.this.kube_config[0].cluster_ca_certificate)

    exec = {
      api_version = "client.authentication.k8s.io/v1beta1"
      command     = "kubelogin"
      args        = ["get-token", "--login", "azurecli", "--server-id", "6dae42f8-4368-4678-94ff-3960e28e3630"]
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

# Apply it after the platform and the network: Flux's first reconciliation needs the contract's ConfigMaps and secrets.
resource "flux_bootstrap_git" "this" {
  path               = "k8s/clusters/dev"
  embedded_manifests = true
  # The platform's Terraform created the namespace, which holds the contract's ConfigMap.
  keep_namespace = true
}

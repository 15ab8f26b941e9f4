# The part of the contract that the network's state supplies. Copy it into the root that creates the network, or apply it
# as it is, after the platform: it writes a ConfigMap into the cluster.
terraform {
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

variable "network" {
  description = "Names of the virtual network, its resource group, and the subnet that is delegated to Microsoft.DBforPostgreSQL/flexibleServers."
  type        = object({ resource_group = string, name = string, database_subnet = string })
}

variable "database_dns_zone" {
  description = "Name of the private DNS zone of PostgreSQL servers, linked to the network: it ends in .postgres.database.azure.com."
  type        = string

  validation {
    condition     = endswith(var.database_dns_zone, ".postgres.database.azure.com")
    error_message = "database_dns_zone must end in .postgres.database.azure.com: Azure refuses any other zone for a server."
  }
}

variable "operator_principal_id" {
  description = "The output operator_principal_id of the platform."
  type        = string

  validation {
    condition     = can(regex("^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$", var.operator_principal_id))
    error_message = "operator_principal_id isn't a GUID. Give the output operator_principal_id of the platform: the principal id of an identity, not its resource id."
  }
}

provider "azurerm" {
  subscription_id = var.subscription_id
  features {}
}

data "azurerm_kubernetes_cluster" "this" {
  name                = var.cluster.name
  resource_group_name = var.cluster.resource_group
}

provider "kubernetes" {
  host                   = data.azurerm_kubernetes_cluster.this.kube_config[0].host
  cluster_ca_certificate = base64decode(data.azurerm_kubernetes_cluster.this.kube_config[0].cluster_ca_certificate)

  exec {
    api_version = "client.authentication.k8s.io/v1beta1"
    command     = "kubelogin"
    args        = ["get-token", "--login", "azurecli", "--server-id", "6dae42f8-4368-4678-94ff-3960e28e3630"]
  }
}

data "azurerm_subnet" "database" {
  name                 = var.network.database_subnet
  virtual_network_name = var.network.name
  resource_group_name  = var.network.resource_group
}

data "azurerm_private_dns_zone" "database" {
  name                = var.database_dns_zone
  resource_group_name = var.network.resource_group
}

# Azure refuses a server in a subnet or a zone on which the operator has no rights (LinkedAuthorizationFailed): its role on
# the platform's resource group doesn't reach the network's.
resource "azurerm_role_assignment" "operator" {
  for_each = {
    "Network Contributor"          = data.azurerm_subnet.database.id
    "Private DNS Zone Contributor" = data.azurerm_private_dns_zone.database.id
  }

  scope                            = each.value
  role_definition_name             = each.key
  principal_id                     = var.operator_principal_id
  skip_service_principal_aad_check = true
}

module "flux_contract" {
  source = "../../../k8s/contract/dev/network"

  vars = {
    TF_DATABASE_DNS_ZONE_ID = data.azurerm_private_dns_zone.database.id
    TF_DATABASE_SUBNET_ID   = data.azurerm_subnet.database.id
  }
}

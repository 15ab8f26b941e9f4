data "azurerm_client_config" "current" {}

resource "azurerm_resource_group" "this" {
  name     = var.name
  location = var.location
}

# What Azure Service Operator makes. It may do anything here, and nothing in the platform's group: anyone who can create its
# objects could otherwise add a federated credential to another workload's identity, and read the Key Vault with it.
resource "azurerm_resource_group" "databases" {
  name     = "${var.name}-databases"
  location = var.location
}

resource "azurerm_dns_zone" "this" {
  name                = var.domain
  resource_group_name = azurerm_resource_group.this.name
}

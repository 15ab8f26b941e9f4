output "cluster" {
  description = "How to reach the API server."
  value = {
    name        = azurerm_kubernetes_cluster.this.name
    endpoint    = azurerm_kubernetes_cluster.this.kube_config[0].host
    certificate = azurerm_kubernetes_cluster.this.kube_config[0].cluster_ca_certificate
  }
  sensitive = true
}

output "client_ids" {
  description = "Client ids of the managed identities, by workload. The addons take these, not resource ids or principal ids."
  value       = { for name, one in azurerm_user_assigned_identity.workload : name => one.client_id }
  # The cluster's pods may log in, and may do what they must.
  depends_on = [azurerm_federated_identity_credential.workload, azurerm_role_assignment.workload]
}

output "operator_principal_id" {
  description = "Principal id of the managed identity of Azure Service Operator: what role assignments take."
  value       = azurerm_user_assigned_identity.workload["azure-service-operator"].principal_id
}

output "resource_group" {
  description = "Name of the resource group of the platform, in which the DNS zone is too."
  value       = azurerm_resource_group.this.name
}

output "database_resource_group_id" {
  description = "Id of the resource group in which Azure Service Operator makes databases."
  value       = azurerm_resource_group.databases.id
}

output "tenant_id" {
  description = "Id of the Entra tenant."
  value       = data.azurerm_client_config.current.tenant_id
}

output "vault" {
  description = "The Key Vault, once secrets can be written to it."
  value       = { id = azurerm_key_vault.this.id, url = azurerm_key_vault.this.vault_uri }
  depends_on  = [azurerm_role_assignment.vault_writer]
}

output "name_servers" {
  description = "Name servers of the zone."
  value       = azurerm_dns_zone.this.name_servers
}

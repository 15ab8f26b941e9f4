locals {
  # The service account of each workload that logs in to Azure: as the addons name them.
  workloads = {
    azure-service-operator = { namespace = "azureserviceoperator-system", account = "azureserviceoperator-default" }
    cert-manager           = { namespace = "cert-manager", account = "cert-manager" }
    external-dns           = { namespace = "external-dns", account = "external-dns" }
    key-vault              = { namespace = "external-secrets", account = "key-vault" }
  }

  # What each may do, and where.
  roles = {
    azure-service-operator = { role = "Contributor", scope = azurerm_resource_group.databases.id }
    cert-manager           = { role = "DNS Zone Contributor", scope = azurerm_dns_zone.this.id }
    external-dns           = { role = "DNS Zone Contributor", scope = azurerm_dns_zone.this.id }
    external-dns-reader    = { role = "Reader", scope = azurerm_resource_group.this.id }
    key-vault              = { role = "Key Vault Secrets User", scope = azurerm_key_vault.this.id }
  }
}

resource "azurerm_user_assigned_identity" "workload" {
  for_each = local.workloads

  name                = "${var.name}-${each.key}"
  resource_group_name = azurerm_resource_group.this.name
  location            = azurerm_resource_group.this.location
}

# Only pods of this service account, in this cluster, are the identity.
resource "azurerm_federated_identity_credential" "workload" {
  for_each = local.workloads

  name                      = each.key
  user_assigned_identity_id = azurerm_user_assigned_identity.workload[each.key].id
  issuer                    = azurerm_kubernetes_cluster.this.oidc_issuer_url
  audience                  = ["api://AzureADTokenExchange"]
  subject                   = "system:serviceaccount:${each.value.namespace}:${each.value.account}"
}

resource "azurerm_role_assignment" "workload" {
  for_each = local.roles

  scope                = each.value.scope
  role_definition_name = each.value.role
  principal_id         = azurerm_user_assigned_identity.workload[trimsuffix(each.key, "-reader")].principal_id
  # Entra knows a new identity a little later than Azure does.
  skip_service_principal_aad_check = true
}

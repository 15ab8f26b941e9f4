# Its name is unique in all of Azure, and stays taken for 90 days after the vault is deleted.
resource "azurerm_key_vault" "this" {
  name                       = var.name
  resource_group_name        = azurerm_resource_group.this.name
  location                   = azurerm_resource_group.this.location
  tenant_id                  = data.azurerm_client_config.current.tenant_id
  sku_name                   = "standard"
  rbac_authorization_enabled = true
  purge_protection_enabled   = true
  soft_delete_retention_days = 90
}

# Whoever runs Terraform reads and writes secrets.
resource "azurerm_role_assignment" "vault_writer" {
  for_each             = var.admin_group_ids
  scope                = azurerm_key_vault.this.id
  role_definition_name = "Key Vault Secrets Officer"
  principal_id         = each.value
}

# Who did what in the API server, and who read which secret.
resource "azurerm_log_analytics_workspace" "this" {
  name                = var.name
  resource_group_name = azurerm_resource_group.this.name
  location            = azurerm_resource_group.this.location
  retention_in_days   = 90
}

resource "azurerm_monitor_diagnostic_setting" "cluster" {
  name                           = "api-server"
  target_resource_id             = azurerm_kubernetes_cluster.this.id
  log_analytics_workspace_id     = azurerm_log_analytics_workspace.this.id
  log_analytics_destination_type = "Dedicated"

  dynamic "enabled_log" {
    # kube-audit has reads too, at many times the cost.
    for_each = toset(["guard", "kube-apiserver", "kube-audit-admin"])

    content {
      category = enabled_log.key
    }
  }
}

resource "azurerm_monitor_diagnostic_setting" "vault" {
  name                       = "audit"
  target_resource_id         = azurerm_key_vault.this.id
  log_analytics_workspace_id = azurerm_log_analytics_workspace.this.id

  enabled_log {
    category = "AuditEvent"
  }
}

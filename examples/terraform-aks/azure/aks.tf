resource "azurerm_user_assigned_identity" "cluster" {
  name                = "${var.name}-cluster"
  resource_group_name = azurerm_resource_group.this.name
  location            = azurerm_resource_group.this.location
}

# AKS joins nodes and internal load balancers to the subnet, which another state created.
resource "azurerm_role_assignment" "cluster_network" {
  scope                = var.node_subnet_id
  role_definition_name = "Network Contributor"
  principal_id         = azurerm_user_assigned_identity.cluster.principal_id
}

resource "azurerm_kubernetes_cluster" "this" {
  name                = var.name
  resource_group_name = azurerm_resource_group.this.name
  location            = azurerm_resource_group.this.location
  dns_prefix          = var.name
  node_resource_group = "${var.name}-nodes"
  sku_tier            = "Standard"

  # Pods log in to Azure with tokens of this issuer: workload identity.
  oidc_issuer_enabled       = true
  workload_identity_enabled = true

  # People and Terraform log in with Entra; there is no certificate that nobody can take back.
  local_account_disabled            = true
  role_based_access_control_enabled = true

  azure_active_directory_role_based_access_control {
    admin_group_object_ids = var.admin_group_ids
    azure_rbac_enabled     = false
    tenant_id              = data.azurerm_client_config.current.tenant_id
  }

  api_server_access_profile {
    authorized_ip_ranges = var.api_cidrs
  }

  automatic_upgrade_channel = "patch"
  node_os_upgrade_channel   = "NodeImage"

  identity {
    type         = "UserAssigned"
    identity_ids = [azurerm_user_assigned_identity.cluster.id]
  }

  default_node_pool {
    name                         = "system"
    vm_size                      = "Standard_D4s_v5"
    vnet_subnet_id               = var.node_subnet_id
    zones                        = ["1", "2", "3"]
    auto_scaling_enabled         = true
    min_count                    = 3
    max_count                    = 6
    os_disk_size_gb              = 64
    temporary_name_for_rotation  = "systemtmp"
    only_critical_addons_enabled = false

    upgrade_settings {
      max_surge = "33%"
    }
  }

  network_profile {
    network_plugin      = "azure"
    network_plugin_mode = "overlay"
    network_policy      = "cilium"
    network_data_plane  = "cilium"
    load_balancer_sku   = "standard"
  }

  lifecycle {
    # The autoscaler changes it.
    ignore_changes = [default_node_pool[0].node_count]
  }

  depends_on = [azurerm_role_assignment.cluster_network]
}

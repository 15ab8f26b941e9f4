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
  # Entra knows a new identity a little later than Azure does.
  skip_service_principal_aad_check = true
}

resource "azurerm_kubernetes_cluster" "this" {
  name                = var.name
  resource_group_name = azurerm_resource_group.this.name
  location            = azurerm_resource_group.this.location
  dns_prefix          = var.name
  node_resource_group = "${var.name}-nodes"
  sku_tier            = "Standard"
  kubernetes_version  = var.kubernetes_version

  # Pods log in to Azure with tokens of this issuer: workload identity.
  oidc_issuer_enabled       = true
  workload_identity_enabled = true

  # People and Terraform log in with Entra; there is no certificate that nobody can take back.
  local_account_disabled            = true
  role_based_access_control_enabled = true
  # It would run commands in the cluster for people whose addresses can't reach the API server.
  run_command_enabled = false

  azure_active_directory_role_based_access_control {
    admin_group_object_ids = var.admin_group_ids
    azure_rbac_enabled     = false
    tenant_id              = data.azurerm_client_config.current.tenant_id
  }

  api_server_access_profile {
    authorized_ip_ranges = var.api_cidrs
  }

  # Patch releases and node images come by themselves, but only in these hours.
  automatic_upgrade_channel = "patch"
  node_os_upgrade_channel   = "NodeImage"

  maintenance_window_auto_upgrade {
    frequency   = "Weekly"
    interval    = 1
    day_of_week = "Tuesday"
    start_time  = "02:00"
    utc_offset  = "+00:00"
    duration    = 4
  }

  maintenance_window_node_os {
    frequency   = "Weekly"
    interval    = 1
    day_of_week = "Wednesday"
    start_time  = "02:00"
    utc_offset  = "+00:00"
    duration    = 4
  }

  identity {
    type         = "UserAssigned"
    identity_ids = [azurerm_user_assigned_identity.cluster.id]
  }

  # Only what AKS itself runs: CoreDNS and konnectivity must not wait for room that applications took.
  default_node_pool {
    name                         = "system"
    vm_size                      = "Standard_D4ds_v5"
    orchestrator_version         = var.kubernetes_version
    vnet_subnet_id               = var.node_subnet_id
    zones                        = ["1", "2", "3"]
    auto_scaling_enabled         = true
    min_count                    = 3
    max_count                    = 6
    os_disk_type                 = "Ephemeral"
    os_disk_size_gb              = 64
    temporary_name_for_rotation  = "systemtmp"
    only_critical_addons_enabled = true

    upgrade_settings {
      max_surge = "33%"
    }
  }

  # The pools are below. "Auto" would let AKS choose the machines (node auto-provisioning).
  node_provisioning_profile {
    mode = "Manual"
  }

  network_profile {
    network_plugin      = "azure"
    network_plugin_mode = "overlay"
    network_policy      = "cilium"
    network_data_plane  = "cilium"
    load_balancer_sku   = "standard"
    service_cidr        = var.service_cidr
    dns_service_ip      = cidrhost(var.service_cidr, 10)
    pod_cidr            = var.pod_cidr
  }

  lifecycle {
    # The autoscaler changes it.
    ignore_changes = [default_node_pool[0].node_count]
  }

  depends_on = [azurerm_role_assignment.cluster_network]
}

# The platform's addons and applications.
resource "azurerm_kubernetes_cluster_node_pool" "apps" {
  name                        = "apps"
  kubernetes_cluster_id       = azurerm_kubernetes_cluster.this.id
  vm_size                     = "Standard_D4ds_v5"
  orchestrator_version        = var.kubernetes_version
  vnet_subnet_id              = var.node_subnet_id
  zones                       = ["1", "2", "3"]
  auto_scaling_enabled        = true
  min_count                   = 3
  max_count                   = 12
  os_disk_type                = "Ephemeral"
  os_disk_size_gb             = 64
  temporary_name_for_rotation = "appstmp"

  upgrade_settings {
    max_surge = "33%"
  }

  lifecycle {
    ignore_changes = [node_count]
  }
}

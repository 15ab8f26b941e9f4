locals {
  name = "platform-dev"

  # A higher number draws another password. authentik reads its admin's password and token only when it starts for the
  # first time: change these in authentik, too. Restart it for another key.
  passwords = {
    "authentik-admin" = 1
    "authentik-key"   = 1
    "authentik-token" = 1
  }
}

module "azure" {
  source = "./azure"

  name               = local.name
  location           = var.location
  kubernetes_version = var.kubernetes_version
  domain             = var.domain
  admin_group_ids    = var.admin_group_ids
  api_cidrs          = var.api_cidrs
  node_subnet_id     = var.node_subnet_id
  service_cidr       = var.service_cidr
  pod_cidr           = var.pod_cidr
}

module "passwords" {
  source = "./passwords"

  versions = local.passwords
}

module "flux_contract" {
  # The folder of your own contract, from here.
  source = "../../k8s/contract/dev"

  vars = {
    TF_ACME_EMAIL                 = var.admin_email
    TF_ASO_CLIENT_ID              = module.azure.client_ids["azure-service-operator"]
    TF_AUTHENTIK_DATABASE         = "${local.name}-authentik"
    TF_AUTHENTIK_HOSTNAME         = "auth.${var.domain}"
    TF_AUTHENTIK_SECRET_NAME      = "authentik"
    TF_AZURE_LOCATION             = var.location
    TF_AZURE_SUBSCRIPTION_ID      = var.subscription_id
    TF_AZURE_TENANT_ID            = module.azure.tenant_id
    TF_CERT_MANAGER_CLIENT_ID     = module.azure.client_ids["cert-manager"]
    TF_DATABASE_RESOURCE_GROUP_ID = module.azure.database_resource_group_id
    TF_DNS_RESOURCE_GROUP         = module.azure.resource_group
    TF_EXTERNAL_DNS_CLIENT_ID     = module.azure.client_ids["external-dns"]
    TF_GATEWAY_DOMAIN             = var.domain
    TF_HELLO_REPLICAS             = 2
    TF_KEY_VAULT_CLIENT_ID        = module.azure.client_ids["key-vault"]
    TF_KEY_VAULT_URL              = module.azure.vault.url
    TF_PODINFO_HOSTNAME           = "podinfo.${var.domain}"
  }

  values = {
    "external-dns" = { domainFilters = [var.domain] }
  }

  secrets = {
    authentik = {
      adminEmail    = var.admin_email
      adminPassword = module.passwords.values["authentik-admin"]
      secretKey     = module.passwords.values["authentik-key"]
      token         = module.passwords.values["authentik-token"]
    }
  }
}

# The contract's module gives back what it was given, once it has checked it.
resource "azurerm_key_vault_secret" "this" {
  for_each = toset(["authentik"])

  name         = each.key
  key_vault_id = module.azure.vault.id
  content_type = "application/json"
  value_wo     = jsonencode(module.flux_contract.secrets[each.key])
  # Terraform can't compare the value: another number writes it again. It follows from all that the value is made of.
  value_wo_version = parseint(substr(sha256(jsonencode([local.passwords, var.admin_email])), 0, 7), 16)
}

output "client_ids" {
  description = "Client ids of the managed identities, by workload."
  value       = module.azure.client_ids
}

output "name_servers" {
  description = "Name servers of the domain, for the NS records in the parent domain."
  value       = module.azure.name_servers
}

output "operator_principal_id" {
  description = "Principal id of Azure Service Operator, to which the root network/ gives rights on its subnet and zone."
  value       = module.azure.operator_principal_id
}

output "cluster" {
  description = "What the roots network/ and flux/ take."
  value       = { name = module.azure.cluster.name, resource_group = module.azure.resource_group }
}

variable "subscription_id" {
  description = "Id of the Azure subscription, a GUID."
  type        = string
}

variable "location" {
  description = "Azure region of the platform."
  type        = string
  default     = "westeurope"
}

variable "kubernetes_version" {
  description = "Minor version of Kubernetes. `az aks get-versions --location <location>` lists those that AKS has."
  type        = string
  default     = "1.35"

  validation {
    condition     = can(regex("^1\\.[1-9][0-9]$", var.kubernetes_version))
    error_message = "kubernetes_version isn't a minor version of Kubernetes, such as 1.35."
  }
}

variable "domain" {
  description = "Domain of the platform. Terraform creates its public zone; enter its name servers in the parent domain."
  type        = string

  validation {
    condition     = can(regex("^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$", var.domain))
    error_message = "domain isn't a domain name. Give one in lower case, without a trailing dot, such as dev.example.org."
  }
}

variable "admin_email" {
  description = "E-mail address of the first user of authentik, and of the account at the ACME server."
  type        = string
}

variable "admin_group_ids" {
  description = "Object ids of the Entra groups that administer the cluster. Whoever runs Terraform is in one of them."
  type        = set(string)

  validation {
    condition     = length(var.admin_group_ids) > 0 && alltrue([for id in var.admin_group_ids : can(regex("^[0-9a-fA-F-]{36}$", id))])
    error_message = "admin_group_ids must list at least one object id of an Entra group, a GUID."
  }
}

variable "api_cidrs" {
  description = "Address blocks from which the API server can be reached: of your offices, VPN and CI."
  type        = set(string)

  validation {
    condition     = length(var.api_cidrs) > 0 && alltrue([for block in var.api_cidrs : try(cidrsubnet(block, 0, 0) == block && tonumber(split("/", block)[1]) >= 8, false)])
    error_message = "api_cidrs must list IPv4 blocks that start at their first address and are a /8 at most, such as 192.0.2.0/24."
  }
}

# The network belongs to another state. These are outputs of it.
variable "node_subnet_id" {
  description = "Id of the subnet of the nodes, which another state creates."
  type        = string

  validation {
    condition     = can(regex("^/subscriptions/[0-9a-fA-F-]{36}/resourceGroups/[^/]+/providers/Microsoft.Network/virtualNetworks/[^/]+/subnets/[^/]+$", var.node_subnet_id))
    error_message = "node_subnet_id must be the resource id of a subnet: /subscriptions/…/virtualNetworks/…/subnets/…"
  }
}

variable "service_cidr" {
  description = "Addresses of Services: none of the network, and of those it is connected to. It can't change later."
  type        = string
  default     = "10.0.0.0/16"

  validation {
    condition     = try(cidrsubnet(var.service_cidr, 0, 0) == var.service_cidr, false)
    error_message = "service_cidr must be an IPv4 block that starts at its first address, such as 10.0.0.0/16."
  }
}

variable "pod_cidr" {
  description = "Addresses of pods: none of the network, and of those it is connected to. It can't change later."
  type        = string
  default     = "10.244.0.0/16"

  validation {
    condition     = try(cidrsubnet(var.pod_cidr, 0, 0) == var.pod_cidr, false)
    error_message = "pod_cidr must be an IPv4 block that starts at its first address, such as 10.244.0.0/16."
  }
}

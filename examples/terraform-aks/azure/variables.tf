variable "name" {
  description = "Name of the platform, of its resource group, of the cluster and of the Key Vault."
  type        = string

  validation {
    condition     = can(regex("^[a-z](-?[a-z0-9])+$", var.name)) && length(var.name) >= 3 && length(var.name) <= 24
    error_message = "name must be that of a Key Vault: 3 to 24 lower-case letters, digits and single dashes, from a letter on."
  }
}

variable "location" {
  description = "Azure region."
  type        = string
}

variable "kubernetes_version" {
  description = "Minor version of Kubernetes."
  type        = string
}

variable "domain" {
  description = "Domain of the platform."
  type        = string
}

variable "admin_group_ids" {
  description = "Object ids of the Entra groups that administer the cluster."
  type        = set(string)
}

variable "api_cidrs" {
  description = "Address blocks from which the API server can be reached."
  type        = set(string)
}

variable "node_subnet_id" {
  description = "Id of the subnet of the nodes."
  type        = string
}

variable "service_cidr" {
  description = "Addresses of Services."
  type        = string
}

variable "pod_cidr" {
  description = "Addresses of pods."
  type        = string
}

variable "name" {
  description = "Name of the platform, of its resource group and of the cluster."
  type        = string
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

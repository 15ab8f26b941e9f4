variable "name" {
  description = "Name of the EKS cluster, and prefix of the names of its resources."
  type        = string

  # Of the names made from it, that of a rule of EventBridge ends first: 20 characters more, and 64 at most. AWS keeps
  # parameters that start with aws or ssm to itself.
  validation {
    condition     = can(regex("^[a-z](-?[a-z0-9])*$", var.name)) && length(var.name) <= 44 && !can(regex("^(aws|ssm)", var.name))
    error_message = "local.name in main.tf is ${var.name}. Names of IAM roles, of the database and of parameters start with it, so take at most 44 lower-case letters, digits and single hyphens, with a letter first and no hyphen at the end; and neither aws nor ssm at the start."
  }
}

variable "region" {
  description = "AWS region of the cluster."
  type        = string
}

variable "kubernetes_version" {
  description = "Minor version of Kubernetes."
  type        = string
  default     = "1.35"

  validation {
    condition     = can(regex("^1\\.[1-9][0-9]$", var.kubernetes_version))
    error_message = "kubernetes_version is ${var.kubernetes_version}, which isn't a minor version of Kubernetes, such as 1.35."
  }
}

variable "addon_versions" {
  description = "Versions of the EKS add-ons. `aws eks describe-addon-versions --kubernetes-version <version>` lists those that AWS offers."
  type = object({
    vpc-cni                = string
    kube-proxy             = string
    eks-pod-identity-agent = string
    coredns                = string
    aws-ebs-csi-driver     = string
  })
  default = {
    vpc-cni                = "v1.22.4-eksbuild.3"
    kube-proxy             = "v1.35.3-eksbuild.29"
    eks-pod-identity-agent = "v1.3.10-eksbuild.3"
    coredns                = "v1.13.2-eksbuild.31"
    aws-ebs-csi-driver     = "v1.64.0-eksbuild.1"
  }

  validation {
    condition     = startswith(var.addon_versions.kube-proxy, "v${var.kubernetes_version}.")
    error_message = "addon_versions has kube-proxy ${var.addon_versions.kube-proxy}, and kubernetes_version is ${var.kubernetes_version}: both change together. List the versions of each add-on with: aws eks describe-addon-versions --kubernetes-version ${var.kubernetes_version} --addon-name <name>"
  }
}

variable "cidr" {
  description = "Address block of the VPC, a /16."
  type        = string

  validation {
    condition     = try(endswith(var.cidr, "/16") && cidrsubnet(var.cidr, 0, 0) == var.cidr && can(cidrnetmask(var.cidr)), false)
    error_message = "cidr is ${var.cidr}; it must be an IPv4 block with a prefix of 16 that starts at its first address, such as 10.0.0.0/16."
  }
}

variable "zones" {
  description = "Names of the availability zones, in the order of their address blocks; none for the first zone_count."
  type        = list(string)

  validation {
    condition     = contains([0, 2, 3, 4], length(var.zones)) && length(distinct(var.zones)) == length(var.zones)
    error_message = "zones must name 2, 3 or 4 different zones, or none: EKS and RDS need two, and the address plan has room for four."
  }
}

variable "zone_count" {
  description = "Number of availability zones, where zones names none."
  type        = number

  validation {
    condition     = contains([2, 3, 4], var.zone_count)
    error_message = "zone_count must be 2, 3 or 4: EKS and RDS need two zones, and the address plan has room for four."
  }
}

variable "nat_per_zone" {
  description = "Whether each zone has a NAT gateway of its own."
  type        = bool
}

variable "domain" {
  description = "Name of the public hosted zone."
  type        = string
}

variable "api_cidrs" {
  description = "Address blocks from which the API server can be reached over the internet."
  type        = set(string)
}

variable "private_api_cidrs" {
  description = "Address blocks from which the API server can be reached by its private address, besides nodes and pods."
  type        = set(string)
}

variable "admins" {
  description = "ARNs of the IAM roles or users that administer the cluster."
  type        = set(string)
}

variable "viewers" {
  description = "ARNs of the IAM roles or users that may read the cluster."
  type        = set(string)
}

variable "secret_names" {
  description = "Names of the secrets that Terraform writes."
  type        = list(string)
}

variable "permissions_boundary" {
  description = "ARN of the policy that bounds the permissions of every role; null for none."
  type        = string
}

variable "database_multi_az" {
  description = "Whether the database has a standby in a second zone."
  type        = bool
}

variable "protect" {
  description = "Whether AWS refuses to delete the database."
  type        = bool
}

variable "region" {
  description = "AWS region of the platform."
  type        = string
  default     = "eu-west-1"
}

variable "domain" {
  description = "Domain of the platform: the name of a public hosted zone that this account already has."
  type        = string

  validation {
    condition     = can(regex("^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$", var.domain))
    error_message = "domain isn't a domain name. Give the name of a public hosted zone in lower case, without a trailing dot, such as dev.example.org."
  }
}

variable "admin_email" {
  description = "E-mail address of the first user of authentik."
  type        = string
}

variable "admins" {
  description = "ARNs of the IAM roles or users that administer the cluster: people, and the one that runs Terraform."
  type        = set(string)

  validation {
    condition     = length(var.admins) > 0 && alltrue([for arn in var.admins : can(regex("^arn:aws[a-z-]*:iam::\\d{12}:(role|user)/", arn))])
    error_message = "admins must list at least one ARN of an IAM role or user, such as arn:aws:iam::123456789012:role/terraform. The ARN of a session (arn:aws:sts::…:assumed-role/…) isn't one."
  }
}

variable "viewers" {
  description = "ARNs of the IAM roles or users that may read the cluster, but not its Secrets."
  type        = set(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for arn in var.viewers : can(regex("^arn:aws[a-z-]*:iam::\\d{12}:(role|user)/", arn))])
    error_message = "viewers holds ${join(", ", [for arn in var.viewers : arn if !can(regex("^arn:aws[a-z-]*:iam::\\d{12}:(role|user)/", arn))])}; each must be the ARN of an IAM role or user, such as arn:aws:iam::123456789012:role/developer. The ARN of a session (arn:aws:sts::…:assumed-role/…) isn't one."
  }
}

variable "permissions_boundary" {
  description = "ARN of the policy that bounds the permissions of every role here, where your organization asks for one."
  type        = string
  default     = null

  validation {
    condition     = var.permissions_boundary == null || can(regex("^arn:aws[a-z-]*:iam::(\\d{12}|aws):policy/", var.permissions_boundary))
    error_message = "permissions_boundary must be the ARN of an IAM policy, such as arn:aws:iam::123456789012:policy/boundary."
  }
}

variable "api_cidrs" {
  description = "Address blocks from which the API server can be reached over the internet. With none, it has no public address."
  type        = set(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for block in var.api_cidrs : try(tonumber(split("/", block)[1]) >= 8, true)])
    error_message = "api_cidrs holds ${join(", ", [for block in var.api_cidrs : block if !try(tonumber(split("/", block)[1]) >= 8, true)])}, which opens the API server to the internet: a block may be a /8 at most. List the blocks of your offices, VPN and CI, or none."
  }

  validation {
    condition     = alltrue([for block in var.api_cidrs : try(cidrsubnet(block, 0, 0) == block && can(cidrnetmask(block)), false)])
    error_message = "api_cidrs holds ${join(", ", var.api_cidrs)}; each must be an IPv4 block that starts at its first address, such as 192.0.2.0/24, or 192.0.2.7/32 for one address."
  }
}

variable "private_api_cidrs" {
  description = "Address blocks from which the API server can be reached by its private address, besides nodes and pods: of the VPC, of a VPN, of peered networks."
  type        = set(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for block in var.private_api_cidrs : try(cidrsubnet(block, 0, 0) == block && can(cidrnetmask(block)), false)])
    error_message = "private_api_cidrs holds ${join(", ", var.private_api_cidrs)}; each must be an IPv4 block that starts at its first address, such as 10.0.0.0/16, or 10.0.0.7/32 for one address."
  }
}

variable "cidr" {
  description = "Address block of the VPC, a /16. Choose one that no network has that is to be connected with this one; it can't be changed later."
  type        = string
  default     = "10.0.0.0/16"
}

variable "zones" {
  description = "Names of the availability zones, 2 to 4. Their order decides on address blocks: add new ones at the end only. With none, the first zone_count of the region, by name."
  type        = list(string)
  default     = []
  nullable    = false
}

variable "zone_count" {
  description = "Number of availability zones, where zones names none."
  type        = number
  default     = 3
}

variable "nat_per_zone" {
  description = "Whether each zone has a NAT gateway of its own. With one for all, nodes in the other zones lose the internet together with its zone."
  type        = bool
  default     = false
}

variable "database_multi_az" {
  description = "Whether the database has a standby in a second zone."
  type        = bool
  default     = true
}

variable "protect" {
  description = "Whether AWS refuses to delete the database. README.md says how to tear a platform down that is protected."
  type        = bool
  default     = true
}

variable "oidc_login" {
  description = "Whether the API server accepts the tokens of authentik. Set it to true once authentik answers at auth.<domain>: EKS fetches the keys of the issuer."
  type        = bool
  default     = false
}

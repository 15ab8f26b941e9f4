variable "region" {
  description = "AWS region of the cluster."
  type        = string
  default     = "eu-west-1"
}

variable "cluster_name" {
  description = "Name of the EKS cluster: the output cluster_name of the platform."
  type        = string
}

variable "repository_url" {
  description = "SSH URL of this repository, such as ssh://git@github.com/example/platform.git."
  type        = string

  validation {
    condition     = startswith(var.repository_url, "ssh://")
    error_message = "repository_url must start with ssh://, since Flux logs in with private_key."
  }
}

variable "branch" {
  description = "Branch that Flux follows."
  type        = string
  default     = "main"
}

variable "private_key" {
  description = "Private key, PEM, of a deploy key that may write to the repository."
  type        = string
  sensitive   = true
}

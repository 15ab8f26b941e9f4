variable "name" {
  description = "Name of the EKS cluster, and the prefix of what belongs to it."
  type        = string
}

variable "region" {
  description = "AWS region in which everything lives."
  type        = string
}

variable "kubernetes_version" {
  description = "Minor version of Kubernetes."
  type        = string
  default     = "1.33"
}

variable "cidr" {
  description = "Address block of the VPC, a /16."
  type        = string
  default     = "10.0.0.0/16"
}

variable "zones" {
  description = "Availability zones, two at least."
  type        = list(string)
}

variable "domain" {
  description = "The hosted zone in which the applications get their names."
  type        = string
}

variable "controller_policies" {
  description = "By controller, the ARN of the IAM policy that its own project publishes."
  type = object({
    alb_controller = string
    karpenter      = string
  })
}

variable "region" {
  description = "AWS region in which everything lives."
  type        = string
  default     = "eu-west-1"
}

variable "domain" {
  description = "A hosted zone of Route 53 that is there already."
  type        = string
}

variable "admin_email" {
  description = "The first user of authentik."
  type        = string
}

variable "controller_policies" {
  description = "By controller, the ARN of the IAM policy that its own project publishes."
  type = object({
    alb_controller = string
    karpenter      = string
  })
}

terraform {
  required_providers {
    random = {
      source = "hashicorp/random"
    }
  }
}

variable "versions" {
  description = "Passwords by name, each with its version: a higher one draws another password."
  type        = map(number)
}

resource "random_password" "this" {
  for_each = var.versions

  length  = 40
  special = false
  keepers = { version = each.value }
}

output "values" {
  description = "The passwords by name."
  value       = { for name, one in random_password.this : name => one.result }
  sensitive   = true
}

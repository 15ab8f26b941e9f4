terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

variable "prefix" {
  description = "Prefix of the names in Parameter Store, without slashes."
  type        = string
}

variable "versions" {
  description = "By name, the version of each password. A higher number draws a new one at the next apply."
  type        = map(number)
}

# Draws a text at each run, which only the first run of a version writes. The data source of the same name isn't for
# passwords: its id is the text, and Terraform prints ids.
ephemeral "aws_secretsmanager_random_password" "this" {
  for_each = var.versions

  password_length     = 50
  exclude_punctuation = true
}

resource "aws_ssm_parameter" "this" {
  for_each = var.versions

  name             = "/${var.prefix}/${each.key}"
  type             = "SecureString"
  value_wo         = ephemeral.aws_secretsmanager_random_password.this[each.key].random_password
  value_wo_version = each.value
}

data "aws_ssm_parameter" "this" {
  for_each = var.versions

  name = aws_ssm_parameter.this[each.key].name
  # So that a new version is read after it was written.
  depends_on = [aws_ssm_parameter.this]
}

output "values" {
  description = "By name, the password."
  sensitive   = true
  value       = { for name, parameter in data.aws_ssm_parameter.this : name => parameter.value }
}

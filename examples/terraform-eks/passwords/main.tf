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

variable "region" {
  description = "Region of the parameters, for the commands in errors."
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

# Which parameters there are; without the key, their values stay encrypted.
data "aws_ssm_parameters_by_path" "stored" {
  path            = "/${var.prefix}"
  with_decryption = false
}

# When each version of a password was drawn. If someone deletes a parameter, this stays in the state, and Terraform
# doesn't draw another password as if there had been none.
resource "terraform_data" "drawn" {
  for_each = { for name, version in var.versions : "${name}/${version}" => name }

  input = plantimestamp()

  lifecycle {
    ignore_changes = [input]

    postcondition {
      condition     = self.input == plantimestamp() || contains(data.aws_ssm_parameters_by_path.stored.names, "/${var.prefix}/${each.value}")
      error_message = "Someone has deleted the parameter /${var.prefix}/${each.value}, and applying would draw another password. To keep the password, write it back, and plan again: the secret that contains it still has it. aws ssm put-parameter --overwrite --type SecureString --name /${var.prefix}/${each.value} --value file://<file> --region ${var.region}. To draw another one, raise its number in module \"passwords\" in main.tf."
    }
  }

  # After the parameter, so that an interrupted apply isn't taken for a deleted parameter.
  depends_on = [aws_ssm_parameter.this]
}

output "values" {
  description = "By name, the password."
  sensitive   = true
  value       = { for name, parameter in data.aws_ssm_parameter.this : name => parameter.value }
}

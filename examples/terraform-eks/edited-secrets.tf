# Says in the plan that someone has edited a secret. Looks for the secrets by the prefix of their names, so that the first
# plan, which has none yet, has nothing to say.
data "aws_secretsmanager_secrets" "stored" {
  filter {
    name   = "name"
    values = ["${local.name}/"]
  }
}

# Which version has which label, without what is in it.
data "aws_secretsmanager_secret_versions" "stored" {
  for_each = data.aws_secretsmanager_secrets.stored.arns

  secret_id = each.key
}

locals {
  # Whoever writes a version takes the label AWSCURRENT; the label terraform stays where Terraform has put it. A secret
  # without versions is one of an apply that was interrupted.
  edited_secrets = sort([
    for secret in data.aws_secretsmanager_secret_versions.stored : secret.name
    if anytrue([for version in secret.versions == null ? [] : secret.versions : contains(version.version_stages, "terraform") && !contains(version.version_stages, "AWSCURRENT")])
  ])
}

check "edited_secrets" {
  assert {
    condition     = length(local.edited_secrets) == 0
    error_message = "When this plan was made, the current version of ${join(" and of ", local.edited_secrets)} wasn't Terraform's: someone has edited it. Applying the plan makes what main.tf says current again, and keeps the edit as AWSPREVIOUS. To keep an edited value, don't apply yet: put it where main.tf takes it from (a password: aws ssm put-parameter --overwrite --type SecureString --name /${local.name}/<password> --value file://<file> --region ${var.region}), and plan again."
  }
}

# The secrets that Terraform writes. What is in them, the contract says; it is stored by the root module.
resource "aws_secretsmanager_secret" "this" {
  for_each = toset(["authentik", "headlamp"])

  name = "${var.name}/${each.key}"
}

# A new one is drawn at each read; the root module keeps what it stored first.
data "aws_secretsmanager_random_password" "this" {
  for_each = toset(["authentik-admin", "authentik-key", "authentik-token", "headlamp-client"])

  password_length     = 50
  exclude_punctuation = true
}

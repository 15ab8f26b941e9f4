# The secrets that Terraform writes: the contract says what is in them, and the root module stores it. The prefix lets
# a platform be created again while AWS still keeps the deleted secrets for their recovery window.
resource "aws_secretsmanager_secret" "this" {
  for_each = toset(var.secret_names)

  name_prefix             = "${var.name}/${each.key}-"
  recovery_window_in_days = 30
}

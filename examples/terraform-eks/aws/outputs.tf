output "cluster" {
  description = "What it takes to reach the cluster."
  value = {
    name        = aws_eks_cluster.this.name
    endpoint    = aws_eks_cluster.this.endpoint
    certificate = aws_eks_cluster.this.certificate_authority[0].data
  }
  # Pods need nodes and an agent for their identities.
  depends_on = [aws_eks_addon.this, aws_eks_pod_identity_association.controller]
}

output "vpc_id" {
  value = aws_vpc.this.id
}

output "node_role_name" {
  value = aws_iam_role.node.name
}

output "interruption_queue" {
  value = aws_sqs_queue.interruptions.name
}

output "certificate_arn" {
  value = aws_acm_certificate_validation.this.certificate_arn
}

output "database_host" {
  value = aws_db_instance.authentik.address
}

output "database_secret_arn" {
  value = local.database_secret_arn
}

output "secret_arns" {
  description = "By name: authentik, headlamp."
  value       = { for name, secret in aws_secretsmanager_secret.this : name => secret.arn }
}

output "passwords" {
  description = "Fresh random texts."
  sensitive   = true
  value       = { for name, one in data.aws_secretsmanager_random_password.this : name => one.random_password }
}

output "cluster" {
  description = "How to reach the cluster; known once it can run pods that call AWS."
  value = {
    name        = aws_eks_cluster.this.name
    endpoint    = aws_eks_cluster.this.endpoint
    certificate = aws_eks_cluster.this.certificate_authority[0].data
  }
  depends_on = [
    aws_eks_addon.after_nodes,
    aws_eks_pod_identity_association.controller,
    aws_eks_access_policy_association.this,
    aws_vpc_security_group_ingress_rule.api,
  ]
}

output "vpc_id" {
  description = "Id of the VPC."
  value       = aws_vpc.this.id
}

output "node_role_name" {
  description = "Name of the IAM role of Karpenter's nodes; known once nodes with it can join the cluster."
  value       = aws_iam_role.node["karpenter-nodes"].name
  depends_on = [
    aws_eks_access_entry.karpenter_nodes,
    aws_iam_role_policy_attachment.node,
    aws_iam_role_policy.node,
  ]
}

output "interruption_queue" {
  description = "Name of the queue from which Karpenter learns that EC2 is about to take a node away."
  value       = aws_sqs_queue.interruptions.name
}

output "certificate_arn" {
  description = "ARN of the validated certificate."
  value       = aws_acm_certificate_validation.this.certificate_arn
}

output "zone_id" {
  description = "Id of the public hosted zone."
  value       = local.zone_id
}

output "zones" {
  description = "Names of the availability zones, in the order of their address blocks."
  value       = local.zones
}

output "database_host" {
  description = "Host name of the database."
  value       = aws_db_instance.authentik.address
}

output "database_secret_arn" {
  description = "ARN of the secret with user and password of the database."
  value       = local.database_secret_arn
}

output "secret_arns" {
  description = "By name, the ARN of the secret."
  value       = { for name, secret in aws_secretsmanager_secret.this : name => secret.arn }
}

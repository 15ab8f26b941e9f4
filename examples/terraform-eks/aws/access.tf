locals {
  # By ARN of the principal, the policy of EKS that says what it may do in the cluster.
  access = merge(
    { for arn in var.viewers : arn => "AmazonEKSViewPolicy" },
    { for arn in var.admins : arn => "AmazonEKSClusterAdminPolicy" },
  )
}

resource "aws_eks_access_entry" "this" {
  for_each = local.access

  cluster_name  = aws_eks_cluster.this.name
  principal_arn = each.key
}

resource "aws_eks_access_policy_association" "this" {
  for_each = local.access

  cluster_name  = aws_eks_cluster.this.name
  principal_arn = aws_eks_access_entry.this[each.key].principal_arn
  policy_arn    = "arn:${local.partition}:eks::aws:cluster-access-policy/${each.value}"

  access_scope {
    type = "cluster"
  }
}

locals {
  # The EKS add-ons that call AWS, with the policy that AWS manages for them.
  addon_roles = {
    "vpc-cni"            = { namespace = "kube-system", service_account = "aws-node", policy = "AmazonEKS_CNI_Policy" }
    "aws-ebs-csi-driver" = { namespace = "kube-system", service_account = "ebs-csi-controller-sa", policy = "AmazonEBSCSIDriverEKSClusterScopedPolicy" }
  }

  # The controllers that Flux installs and that call AWS: the service accounts of their charts.
  controllers = {
    "alb-controller"   = { namespace = "kube-system", service_account = "aws-load-balancer-controller" }
    "external-dns"     = { namespace = "external-dns", service_account = "external-dns" }
    "external-secrets" = { namespace = "external-secrets", service_account = "external-secrets" }
    "karpenter"        = { namespace = "karpenter", service_account = "karpenter" }
  }
  documents = {
    "alb-controller"   = data.aws_iam_policy_document.load_balancers.json
    "external-dns"     = data.aws_iam_policy_document.external_dns.json
    "external-secrets" = data.aws_iam_policy_document.external_secrets.json
    "karpenter"        = data.aws_iam_policy_document.karpenter.json
  }
}

# Only for pods of one service account in this cluster. Otherwise, an association in any cluster of the account could give
# a role to other pods. EKS tags each session so: https://docs.aws.amazon.com/eks/latest/userguide/pod-id-role.html
data "aws_iam_policy_document" "assume_pod" {
  for_each = merge(local.addon_roles, local.controllers)

  statement {
    actions = ["sts:AssumeRole", "sts:TagSession"]

    principals {
      type        = "Service"
      identifiers = ["pods.eks.amazonaws.com"]
    }

    dynamic "condition" {
      for_each = {
        "eks-cluster-arn"            = local.cluster_arn
        "kubernetes-namespace"       = each.value.namespace
        "kubernetes-service-account" = each.value.service_account
      }

      content {
        test     = "StringEquals"
        variable = "aws:RequestTag/${condition.key}"
        values   = [condition.value]
      }
    }
  }
}

resource "aws_iam_role" "addon" {
  for_each = local.addon_roles

  name                 = "${var.name}-${each.key}"
  assume_role_policy   = data.aws_iam_policy_document.assume_pod[each.key].json
  permissions_boundary = var.permissions_boundary
}

resource "aws_iam_role_policy_attachment" "addon" {
  for_each = local.addon_roles

  role       = aws_iam_role.addon[each.key].name
  policy_arn = "${local.policies}/${each.value.policy}"
}

resource "aws_eks_pod_identity_association" "addon" {
  for_each = local.addon_roles

  cluster_name    = aws_eks_cluster.this.name
  namespace       = each.value.namespace
  service_account = each.value.service_account
  role_arn        = aws_iam_role.addon[each.key].arn
  depends_on      = [aws_iam_role_policy_attachment.addon]
}

resource "aws_iam_role" "controller" {
  for_each = local.controllers

  name                 = "${var.name}-${each.key}"
  assume_role_policy   = data.aws_iam_policy_document.assume_pod[each.key].json
  permissions_boundary = var.permissions_boundary
}

resource "aws_iam_role_policy" "controller" {
  for_each = local.documents

  name   = each.key
  role   = aws_iam_role.controller[each.key].name
  policy = each.value
}

resource "aws_eks_pod_identity_association" "controller" {
  for_each = local.controllers

  cluster_name    = aws_eks_cluster.this.name
  namespace       = each.value.namespace
  service_account = each.value.service_account
  role_arn        = aws_iam_role.controller[each.key].arn
  depends_on      = [aws_iam_role_policy.controller]
}

data "aws_iam_policy_document" "external_dns" {
  statement {
    actions   = ["route53:ChangeResourceRecordSets"]
    resources = ["arn:${local.partition}:route53:::hostedzone/${local.zone_id}"]
  }

  # ExternalDNS reads every zone that ends with the domain, private ones and child zones too, and does nothing at all
  # where it may not read one of them.
  statement {
    actions   = ["route53:ListResourceRecordSets", "route53:ListTagsForResources"]
    resources = ["arn:${local.partition}:route53:::hostedzone/*"]
  }

  statement {
    actions   = ["route53:ListHostedZones"]
    resources = ["*"]
  }
}

data "aws_iam_policy_document" "external_secrets" {
  statement {
    actions   = ["secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret"]
    resources = concat([for secret in aws_secretsmanager_secret.this : secret.arn], [local.database_secret_arn])
  }
}

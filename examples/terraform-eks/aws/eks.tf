data "aws_caller_identity" "this" {}
data "aws_partition" "this" {}

# The role behind an assumed role's session.
data "aws_iam_session_context" "this" {
  arn = data.aws_caller_identity.this.arn
}

# The version that the cluster has now, where there is one: EKS may have upgraded it by itself.
data "aws_eks_clusters" "all" {}

data "aws_eks_cluster" "current" {
  for_each = toset([for name in data.aws_eks_clusters.all.names : name if name == var.name])

  name = each.key
}

locals {
  account   = data.aws_caller_identity.this.account_id
  partition = data.aws_partition.this.partition
  policies  = "arn:${local.partition}:iam::aws:policy"
  # For policy documents, which must not refer to aws_eks_cluster.this themselves: a plan that changes the cluster would
  # then show them as unknown.
  cluster_arn   = "arn:${local.partition}:eks:${var.region}:${local.account}:cluster/${var.name}"
  cluster_group = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
  minor         = tonumber(split(".", var.kubernetes_version)[1])
}

data "aws_iam_policy_document" "assume" {
  for_each = { cluster = "eks.amazonaws.com", node = "ec2.amazonaws.com" }

  statement {
    actions = each.key == "node" ? ["sts:AssumeRole"] : ["sts:AssumeRole", "sts:TagSession"]

    principals {
      type        = "Service"
      identifiers = [each.value]
    }
  }
}

resource "aws_iam_role" "cluster" {
  name                 = "${var.name}-cluster"
  assume_role_policy   = data.aws_iam_policy_document.assume["cluster"].json
  permissions_boundary = var.permissions_boundary

  # Of the cluster, and here: this role waits for nothing else that may be refused, so all mistakes are told at once.
  lifecycle {
    precondition {
      condition     = contains(var.admins, data.aws_iam_session_context.this.issuer_arn)
      error_message = "Terraform runs as ${data.aws_iam_session_context.this.issuer_arn}, which isn't in admins, so the cluster would refuse it. Add this ARN to admins."
    }

    precondition {
      condition     = alltrue([for cluster in data.aws_eks_cluster.current : contains([0, 1], local.minor - tonumber(split(".", cluster.version)[1]))])
      error_message = "The cluster ${var.name} runs Kubernetes ${join("", [for cluster in data.aws_eks_cluster.current : cluster.version])}, and kubernetes_version is ${var.kubernetes_version}. EKS upgrades one minor version at a time, and never goes back: set kubernetes_version to ${join("", [for cluster in data.aws_eks_cluster.current : local.minor < tonumber(split(".", cluster.version)[1]) ? cluster.version : "1.${tonumber(split(".", cluster.version)[1]) + 1}"])}, with the addon_versions of that version."
    }
  }
}

resource "aws_iam_role_policy_attachment" "cluster" {
  role       = aws_iam_role.cluster.name
  policy_arn = "${local.policies}/AmazonEKSClusterPolicy"
}

# EKS would create it without a retention, and leave it behind.
resource "aws_cloudwatch_log_group" "cluster" {
  name              = "/aws/eks/${var.name}/cluster"
  retention_in_days = 90

  # Of the cluster, and here for the same reason.
  lifecycle {
    precondition {
      condition     = length(var.api_cidrs) + length(var.private_api_cidrs) > 0
      error_message = "api_cidrs and private_api_cidrs are both empty, so Terraform couldn't reach the API server, in which it creates namespaces and ConfigMaps. Give the block that Terraform runs in: in private_api_cidrs if it gets to the VPC by its private addresses, in api_cidrs otherwise."
    }
  }
}

resource "aws_eks_cluster" "this" {
  name                          = var.name
  version                       = var.kubernetes_version
  role_arn                      = aws_iam_role.cluster.arn
  enabled_cluster_log_types     = ["api", "audit", "authenticator"]
  bootstrap_self_managed_addons = false

  access_config {
    authentication_mode = "API"
    # Otherwise, whoever applied first would stay an administrator that no code mentions.
    bootstrap_cluster_creator_admin_permissions = false
  }

  vpc_config {
    # EKS takes no zone later that the cluster wasn't created in; nodes may be in one.
    subnet_ids              = [for zone in terraform_data.network.input.zones : aws_subnet.private[zone].id]
    endpoint_private_access = true
    endpoint_public_access  = length(var.api_cidrs) > 0
    public_access_cidrs     = length(var.api_cidrs) > 0 ? var.api_cidrs : null
  }

  # The other choice costs more per hour: EKS then keeps a version that has left standard support, instead of upgrading it.
  upgrade_policy {
    support_type = "STANDARD"
  }

  depends_on = [aws_iam_role_policy_attachment.cluster, aws_cloudwatch_log_group.cluster]
}

# The private endpoint lets in nodes and pods only; anyone else needs a rule.
resource "aws_vpc_security_group_ingress_rule" "api" {
  for_each = var.private_api_cidrs

  security_group_id = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
  description       = "API server from ${each.key}"
  cidr_ipv4         = each.key
  from_port         = 443
  to_port           = 443
  ip_protocol       = "tcp"
}

# Karpenter gives its nodes the security groups with this tag.
resource "aws_ec2_tag" "discovery" {
  resource_id = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
  key         = "karpenter.sh/discovery"
  value       = var.name
}

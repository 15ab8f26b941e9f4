data "aws_caller_identity" "this" {}
data "aws_partition" "this" {}

# The role behind an assumed role's session.
data "aws_iam_session_context" "this" {
  arn = data.aws_caller_identity.this.arn

  lifecycle {
    postcondition {
      condition     = contains(var.admins, self.issuer_arn)
      error_message = "Terraform runs as ${self.issuer_arn}, which isn't in admins, so the cluster would refuse it. Add this ARN to admins."
    }
  }
}

locals {
  account   = data.aws_caller_identity.this.account_id
  partition = data.aws_partition.this.partition
  policies  = "arn:${local.partition}:iam::aws:policy"
}

data "aws_iam_policy_document" "assume" {
  for_each = { cluster = "eks.amazonaws.com", node = "ec2.amazonaws.com", pod = "pods.eks.amazonaws.com" }

  statement {
    actions = each.key == "node" ? ["sts:AssumeRole"] : ["sts:AssumeRole", "sts:TagSession"]

    principals {
      type        = "Service"
      identifiers = [each.value]
    }
  }
}

resource "aws_iam_role" "cluster" {
  name               = "${var.name}-cluster"
  assume_role_policy = data.aws_iam_policy_document.assume["cluster"].json
}

resource "aws_iam_role_policy_attachment" "cluster" {
  role       = aws_iam_role.cluster.name
  policy_arn = "${local.policies}/AmazonEKSClusterPolicy"
}

# EKS would create it without a retention, and leave it behind.
resource "aws_cloudwatch_log_group" "cluster" {
  name              = "/aws/eks/${var.name}/cluster"
  retention_in_days = 90
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
    subnet_ids              = [for subnet in aws_subnet.private : subnet.id]
    endpoint_private_access = true
    endpoint_public_access  = length(var.api_cidrs) > 0
    public_access_cidrs     = length(var.api_cidrs) > 0 ? var.api_cidrs : null
  }

  depends_on = [aws_iam_role_policy_attachment.cluster, aws_cloudwatch_log_group.cluster]
}

# Karpenter gives its nodes the security groups with this tag.
resource "aws_ec2_tag" "discovery" {
  resource_id = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
  key         = "karpenter.sh/discovery"
  value       = var.name
}

resource "aws_iam_role" "node" {
  name               = "${var.name}-nodes"
  assume_role_policy = data.aws_iam_policy_document.assume["node"].json
}

# Not AmazonEKS_CNI_Policy: the VPC CNI has a role of its own (pod-identity.tf).
resource "aws_iam_role_policy_attachment" "node" {
  for_each = toset(["AmazonEKSWorkerNodePolicy", "AmazonEC2ContainerRegistryPullOnly", "AmazonSSMManagedInstanceCore"])

  role       = aws_iam_role.node.name
  policy_arn = "${local.policies}/${each.key}"
}

resource "aws_launch_template" "system" {
  name_prefix = "${var.name}-system-"

  # One hop: a pod can't read the credentials of its node.
  metadata_options {
    http_endpoint               = "enabled"
    http_tokens                 = "required"
    http_put_response_hop_limit = 1
  }

  # The root volume of Amazon Linux.
  block_device_mappings {
    device_name = "/dev/xvda"

    ebs {
      encrypted             = true
      volume_type           = "gp3"
      volume_size           = 50
      delete_on_termination = true
    }
  }

  tag_specifications {
    resource_type = "instance"
    tags          = { Name = "${var.name}-system" }
  }
}

# What must run before Karpenter creates nodes: Flux, CoreDNS and Karpenter itself, which asks for a whole core for each
# of its two pods. Nothing keeps other pods away: they run here while there is room, and Karpenter's priority class lets
# it take their place. EKS creates the access entry of the node role for this node group, and Karpenter's nodes have the
# same role.
resource "aws_eks_node_group" "system" {
  cluster_name    = aws_eks_cluster.this.name
  node_group_name = "system"
  node_role_arn   = aws_iam_role.node.arn
  subnet_ids      = [for subnet in aws_subnet.private : subnet.id]
  instance_types  = ["m7g.xlarge"]
  ami_type        = "AL2023_ARM_64_STANDARD"
  # Follows the cluster in the same apply; EKS takes its newest AMI then.
  version = aws_eks_cluster.this.version

  launch_template {
    id      = aws_launch_template.system.id
    version = aws_launch_template.system.latest_version
  }

  scaling_config {
    desired_size = 2
    min_size     = 2
    max_size     = 3
  }

  # Nodes become ready only with a way to the internet, a pod network and the permissions for both.
  depends_on = [
    aws_iam_role_policy_attachment.node,
    aws_eks_addon.before_nodes,
    aws_route_table_association.private,
    aws_route_table_association.public,
  ]
}

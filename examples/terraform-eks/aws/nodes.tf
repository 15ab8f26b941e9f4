# Karpenter's nodes have a role of their own, so that the node group can be replaced while they run: EKS creates the
# access entry of the role of a node group, and deletes it with the last group that has it.
resource "aws_iam_role" "node" {
  for_each = toset(["nodes", "karpenter-nodes"])

  name                 = "${var.name}-${each.key}"
  assume_role_policy   = data.aws_iam_policy_document.assume["node"].json
  permissions_boundary = var.permissions_boundary
}

locals {
  # Not AmazonEKS_CNI_Policy: the VPC CNI has a role of its own (pod-identity.tf). Not AmazonSSMManagedInstanceCore: it
  # reads every parameter of the account, the passwords included.
  node_policies = { for pair in setproduct(keys(aws_iam_role.node), ["AmazonEKSWorkerNodePolicy", "AmazonEC2ContainerRegistryPullOnly"]) : join("/", pair) => pair }
}

resource "aws_iam_role_policy_attachment" "node" {
  for_each = local.node_policies

  role       = aws_iam_role.node[each.value[0]].name
  policy_arn = "${local.policies}/${each.value[1]}"
}

# What the agent of Systems Manager needs for sessions on a node, and nothing that reads parameters.
data "aws_iam_policy_document" "sessions" {
  statement {
    actions = [
      "ssm:UpdateInstanceInformation",
      "ssmmessages:CreateControlChannel",
      "ssmmessages:CreateDataChannel",
      "ssmmessages:OpenControlChannel",
      "ssmmessages:OpenDataChannel",
    ]
    resources = ["*"]
  }
}

resource "aws_iam_role_policy" "node" {
  for_each = { for key, role in aws_iam_role.node : key => role.name }

  name   = "sessions"
  role   = each.value
  policy = data.aws_iam_policy_document.sessions.json
}

# Lets Karpenter's nodes join the cluster. EKS creates that of the node group by itself.
resource "aws_eks_access_entry" "karpenter_nodes" {
  cluster_name  = aws_eks_cluster.this.name
  principal_arn = aws_iam_role.node["karpenter-nodes"].arn
  type          = "EC2_LINUX"
}

# A launch template hands its tags on to what is launched; those of the provider don't get there by themselves.
data "aws_default_tags" "this" {}

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

  dynamic "tag_specifications" {
    for_each = ["instance", "volume"]

    content {
      resource_type = tag_specifications.value
      tags          = merge(data.aws_default_tags.this.tags, { Name = "${var.name}-system" })
    }
  }
}

# Refuses a type that the region doesn't have, and says which AMI fits it.
data "aws_ec2_instance_type" "system" {
  instance_type = "m7g.xlarge"
}

# What must run before Karpenter creates nodes: Flux, CoreDNS and Karpenter itself, which asks for a whole core for each
# of its two pods. Nothing keeps other pods away: they run here while there is room, and Karpenter's priority class lets
# it take their place.
resource "aws_eks_node_group" "system" {
  cluster_name           = aws_eks_cluster.this.name
  node_group_name_prefix = "system-"
  node_role_arn          = aws_iam_role.node["nodes"].arn
  subnet_ids             = [for subnet in aws_subnet.private : subnet.id]
  instance_types         = [data.aws_ec2_instance_type.system.instance_type]
  ami_type               = contains(data.aws_ec2_instance_type.system.supported_architectures, "arm64") ? "AL2023_ARM_64_STANDARD" : "AL2023_x86_64_STANDARD"
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

  # EKS replaces the group when subnets, instance types or the kind of AMI change: first the new one, then the pods move.
  lifecycle {
    create_before_destroy = true
  }

  # Nodes become ready only with a way to the internet, a pod network and the permissions for both.
  depends_on = [
    aws_iam_role_policy_attachment.node,
    aws_iam_role_policy.node,
    aws_eks_addon.before_nodes,
    aws_route_table_association.private,
    aws_route_table_association.public,
  ]
}

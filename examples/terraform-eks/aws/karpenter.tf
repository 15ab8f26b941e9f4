# EC2 announces here that it is about to take a node away, and Karpenter replaces the node in time.
resource "aws_sqs_queue" "interruptions" {
  name                      = "${var.name}-karpenter"
  message_retention_seconds = 300
  sqs_managed_sse_enabled   = true
}

data "aws_iam_policy_document" "interruptions" {
  statement {
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.interruptions.arn]

    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com"]
    }

    # Without it, EventBridge would hand over what rules of other accounts send.
    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [for rule in aws_cloudwatch_event_rule.interruptions : rule.arn]
    }
  }

  statement {
    effect    = "Deny"
    actions   = ["sqs:*"]
    resources = [aws_sqs_queue.interruptions.arn]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["false"]
    }
  }
}

resource "aws_sqs_queue_policy" "interruptions" {
  queue_url = aws_sqs_queue.interruptions.url
  policy    = data.aws_iam_policy_document.interruptions.json
}

resource "aws_cloudwatch_event_rule" "interruptions" {
  for_each = {
    health    = { source = "aws.health", type = "AWS Health Event" }
    spot      = { source = "aws.ec2", type = "EC2 Spot Instance Interruption Warning" }
    rebalance = { source = "aws.ec2", type = "EC2 Instance Rebalance Recommendation" }
    state     = { source = "aws.ec2", type = "EC2 Instance State-change Notification" }
    capacity  = { source = "aws.ec2", type = "EC2 Capacity Reservation Instance Interruption Warning" }
  }

  name          = "${var.name}-karpenter-${each.key}"
  event_pattern = jsonencode({ source = [each.value.source], "detail-type" = [each.value.type] })
}

resource "aws_cloudwatch_event_target" "interruptions" {
  for_each = { for key, rule in aws_cloudwatch_event_rule.interruptions : key => rule.name }

  rule = each.value
  arn  = aws_sqs_queue.interruptions.arn
}

locals {
  ec2 = "arn:${local.partition}:ec2:${var.region}"
  # Karpenter marks everything that it creates for this cluster so.
  owned = "kubernetes.io/cluster/${var.name}"
  # What it creates in EC2, each with an account.
  launched = [for kind in ["fleet", "instance", "volume", "network-interface", "launch-template", "spot-instances-request"] : "${local.ec2}:*:${kind}/*"]
  profiles = "arn:${local.partition}:iam::${local.account}:instance-profile/*"
}

# For Karpenter 1.14: https://karpenter.sh/v1.14/reference/cloudformation/ describes each permission. It launches,
# tags and deletes only what belongs to this cluster, passes only the role of this cluster's nodes, and reads only this
# cluster's queue.
data "aws_iam_policy_document" "karpenter" {
  statement {
    sid     = "LaunchFrom"
    actions = ["ec2:RunInstances", "ec2:CreateFleet"]
    resources = [
      "${local.ec2}::image/*",
      "${local.ec2}::snapshot/*",
      "${local.ec2}:*:security-group/*",
      "${local.ec2}:*:subnet/*",
      "${local.ec2}:*:capacity-reservation/*",
      "${local.ec2}:*:placement-group/*",
    ]
  }

  statement {
    sid       = "LaunchFromOwnTemplates"
    actions   = ["ec2:RunInstances", "ec2:CreateFleet"]
    resources = ["${local.ec2}:*:launch-template/*"]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.owned}"
      values   = ["owned"]
    }

    condition {
      test     = "StringLike"
      variable = "aws:ResourceTag/karpenter.sh/nodepool"
      values   = ["*"]
    }
  }

  statement {
    sid       = "LaunchTagged"
    actions   = ["ec2:RunInstances", "ec2:CreateFleet", "ec2:CreateLaunchTemplate"]
    resources = local.launched

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/${local.owned}"
      values   = ["owned"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/eks:eks-cluster-name"
      values   = [var.name]
    }

    condition {
      test     = "StringLike"
      variable = "aws:RequestTag/karpenter.sh/nodepool"
      values   = ["*"]
    }
  }

  statement {
    sid       = "TagWhileLaunching"
    actions   = ["ec2:CreateTags"]
    resources = local.launched

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/${local.owned}"
      values   = ["owned"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/eks:eks-cluster-name"
      values   = [var.name]
    }

    condition {
      test     = "StringEquals"
      variable = "ec2:CreateAction"
      values   = ["RunInstances", "CreateFleet", "CreateLaunchTemplate"]
    }

    condition {
      test     = "StringLike"
      variable = "aws:RequestTag/karpenter.sh/nodepool"
      values   = ["*"]
    }
  }

  statement {
    sid       = "TagOwnInstances"
    actions   = ["ec2:CreateTags"]
    resources = ["${local.ec2}:*:instance/*"]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.owned}"
      values   = ["owned"]
    }

    condition {
      test     = "StringLike"
      variable = "aws:ResourceTag/karpenter.sh/nodepool"
      values   = ["*"]
    }

    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:RequestTag/eks:eks-cluster-name"
      values   = [var.name]
    }

    condition {
      test     = "ForAllValues:StringEquals"
      variable = "aws:TagKeys"
      values   = ["eks:eks-cluster-name", "karpenter.sh/nodeclaim", "Name"]
    }
  }

  statement {
    sid       = "DeleteOwn"
    actions   = ["ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"]
    resources = ["${local.ec2}:*:instance/*", "${local.ec2}:*:launch-template/*"]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.owned}"
      values   = ["owned"]
    }

    condition {
      test     = "StringLike"
      variable = "aws:ResourceTag/karpenter.sh/nodepool"
      values   = ["*"]
    }
  }

  statement {
    sid       = "PassNodeRole"
    actions   = ["iam:PassRole"]
    resources = [aws_iam_role.node["karpenter-nodes"].arn]

    condition {
      test     = "StringEquals"
      variable = "iam:PassedToService"
      values   = ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"]
    }
  }

  statement {
    sid       = "CreateInstanceProfiles"
    actions   = ["iam:CreateInstanceProfile"]
    resources = [local.profiles]

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/${local.owned}"
      values   = ["owned"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/eks:eks-cluster-name"
      values   = [var.name]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/topology.kubernetes.io/region"
      values   = [var.region]
    }

    condition {
      test     = "StringLike"
      variable = "aws:RequestTag/karpenter.k8s.aws/ec2nodeclass"
      values   = ["*"]
    }
  }

  statement {
    sid       = "TagOwnInstanceProfiles"
    actions   = ["iam:TagInstanceProfile"]
    resources = [local.profiles]

    dynamic "condition" {
      for_each = {
        "aws:ResourceTag/${local.owned}"                 = ["StringEquals", "owned"]
        "aws:ResourceTag/topology.kubernetes.io/region"  = ["StringEquals", var.region]
        "aws:ResourceTag/karpenter.k8s.aws/ec2nodeclass" = ["StringLike", "*"]
        "aws:RequestTag/${local.owned}"                  = ["StringEquals", "owned"]
        "aws:RequestTag/eks:eks-cluster-name"            = ["StringEquals", var.name]
        "aws:RequestTag/topology.kubernetes.io/region"   = ["StringEquals", var.region]
        "aws:RequestTag/karpenter.k8s.aws/ec2nodeclass"  = ["StringLike", "*"]
      }

      content {
        test     = condition.value[0]
        variable = condition.key
        values   = [condition.value[1]]
      }
    }
  }

  statement {
    sid       = "UseOwnInstanceProfiles"
    actions   = ["iam:AddRoleToInstanceProfile", "iam:RemoveRoleFromInstanceProfile", "iam:DeleteInstanceProfile"]
    resources = [local.profiles]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.owned}"
      values   = ["owned"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/topology.kubernetes.io/region"
      values   = [var.region]
    }

    condition {
      test     = "StringLike"
      variable = "aws:ResourceTag/karpenter.k8s.aws/ec2nodeclass"
      values   = ["*"]
    }
  }

  statement {
    sid       = "ReadInstanceProfiles"
    actions   = ["iam:GetInstanceProfile"]
    resources = [local.profiles]
  }

  statement {
    sid       = "ListInstanceProfiles"
    actions   = ["iam:ListInstanceProfiles", "pricing:GetProducts"]
    resources = ["*"]
  }

  statement {
    sid       = "FindApiServer"
    actions   = ["eks:DescribeCluster"]
    resources = [local.cluster_arn]
  }

  statement {
    sid       = "ReadInterruptions"
    actions   = ["sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"]
    resources = [aws_sqs_queue.interruptions.arn]
  }

  statement {
    sid       = "ReadImageAliases"
    actions   = ["ssm:GetParameter"]
    resources = ["arn:${local.partition}:ssm:${var.region}::parameter/aws/service/*"]
  }

  statement {
    sid = "ReadRegion"
    actions = [
      "ec2:DescribeCapacityReservations",
      "ec2:DescribeImages",
      "ec2:DescribeInstanceStatus",
      "ec2:DescribeInstanceTypeOfferings",
      "ec2:DescribeInstanceTypes",
      "ec2:DescribeInstances",
      "ec2:DescribeLaunchTemplates",
      "ec2:DescribePlacementGroups",
      "ec2:DescribeSecurityGroups",
      "ec2:DescribeSpotPriceHistory",
      "ec2:DescribeSubnets",
    ]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "aws:RequestedRegion"
      values   = [var.region]
    }
  }

  statement {
    sid       = "ReadZonalShift"
    actions   = ["arc-zonal-shift:GetManagedResource"]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "arc-zonal-shift:ResourceIdentifier"
      values   = [local.cluster_arn]
    }
  }
}

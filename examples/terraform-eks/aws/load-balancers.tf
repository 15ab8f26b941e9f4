locals {
  # The AWS Load Balancer Controller marks everything that it creates with the name of its cluster, listeners and rules
  # included (its feature gate ListenerRulesTagging, on by default).
  marked      = "elbv2.k8s.aws/cluster"
  elb         = "arn:${local.partition}:elasticloadbalancing:${var.region}:${local.account}"
  balancers   = ["${local.elb}:loadbalancer/net/*/*", "${local.elb}:loadbalancer/app/*/*", "${local.elb}:targetgroup/*/*"]
  listeners   = ["${local.elb}:listener/net/*/*/*", "${local.elb}:listener/app/*/*/*", "${local.elb}:listener-rule/net/*/*/*", "${local.elb}:listener-rule/app/*/*/*"]
  groups      = "arn:${local.partition}:ec2:${var.region}:${local.account}:security-group"
  vpc_groups  = "${local.groups}/*"
  own_cluster = [var.name]
}

# For version 3.5, narrowed to this account, region and cluster where the controller's own policy
# (https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/installation/) allows any.
data "aws_iam_policy_document" "load_balancers" {
  statement {
    sid       = "CreateServiceLinkedRole"
    actions   = ["iam:CreateServiceLinkedRole"]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "iam:AWSServiceName"
      values   = ["elasticloadbalancing.amazonaws.com"]
    }
  }

  statement {
    sid = "Read"
    actions = [
      "acm:DescribeCertificate",
      "acm:ListCertificates",
      "ec2:DescribeAccountAttributes",
      "ec2:DescribeAddresses",
      "ec2:DescribeAvailabilityZones",
      "ec2:DescribeCoipPools",
      "ec2:DescribeInstances",
      "ec2:DescribeInternetGateways",
      "ec2:DescribeIpamPools",
      "ec2:DescribeNetworkInterfaces",
      "ec2:DescribeRouteTables",
      "ec2:DescribeSecurityGroups",
      "ec2:DescribeSubnets",
      "ec2:DescribeTags",
      "ec2:DescribeVpcPeeringConnections",
      "ec2:DescribeVpcs",
      "ec2:GetCoipPoolUsage",
      "ec2:GetSecurityGroupsForVpc",
      "elasticloadbalancing:DescribeCapacityReservation",
      "elasticloadbalancing:DescribeListenerAttributes",
      "elasticloadbalancing:DescribeListenerCertificates",
      "elasticloadbalancing:DescribeListeners",
      "elasticloadbalancing:DescribeLoadBalancerAttributes",
      "elasticloadbalancing:DescribeLoadBalancers",
      "elasticloadbalancing:DescribeRules",
      "elasticloadbalancing:DescribeSSLPolicies",
      "elasticloadbalancing:DescribeTags",
      "elasticloadbalancing:DescribeTargetGroupAttributes",
      "elasticloadbalancing:DescribeTargetGroups",
      "elasticloadbalancing:DescribeTargetHealth",
      "elasticloadbalancing:DescribeTrustStores",
    ]
    resources = ["*"]
  }

  # For each Application Load Balancer the controller asks these services, whether an Ingress uses them or not.
  statement {
    sid = "UseWafAndShield"
    actions = [
      "cognito-idp:DescribeUserPoolClient",
      "iam:GetServerCertificate",
      "iam:ListServerCertificates",
      "shield:CreateProtection",
      "shield:DeleteProtection",
      "shield:DescribeProtection",
      "shield:GetSubscriptionState",
      "waf-regional:AssociateWebACL",
      "waf-regional:DisassociateWebACL",
      "waf-regional:GetWebACL",
      "waf-regional:GetWebACLForResource",
      "wafv2:AssociateWebACL",
      "wafv2:DisassociateWebACL",
      "wafv2:GetWebACL",
      "wafv2:GetWebACLForResource",
    ]
    resources = ["*"]
  }

  statement {
    sid       = "CreateSecurityGroups"
    actions   = ["ec2:CreateSecurityGroup"]
    resources = [local.vpc_groups, aws_vpc.this.arn]
  }

  statement {
    sid       = "ChangeOwnSecurityGroupRules"
    actions   = ["ec2:AuthorizeSecurityGroupIngress", "ec2:RevokeSecurityGroupIngress"]
    resources = [local.vpc_groups]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.marked}"
      values   = local.own_cluster
    }
  }

  # The security group of nodes and pods, which lets the load balancers in. A rule is a resource of its own, and can't be
  # created or removed without the permission for its group.
  statement {
    sid     = "ChangeNodeSecurityGroupRules"
    actions = ["ec2:AuthorizeSecurityGroupIngress", "ec2:RevokeSecurityGroupIngress"]
    resources = [
      "${local.groups}/${local.cluster_group}",
      "arn:${local.partition}:ec2:${var.region}:${local.account}:security-group-rule/*",
    ]
  }

  statement {
    sid       = "TagNewSecurityGroups"
    actions   = ["ec2:CreateTags"]
    resources = [local.vpc_groups]

    condition {
      test     = "StringEquals"
      variable = "ec2:CreateAction"
      values   = ["CreateSecurityGroup"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/${local.marked}"
      values   = local.own_cluster
    }
  }

  # The mark itself can't be set on what has none, or changed.
  statement {
    sid       = "TagOwnSecurityGroups"
    actions   = ["ec2:CreateTags", "ec2:DeleteTags"]
    resources = [local.vpc_groups]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.marked}"
      values   = local.own_cluster
    }

    condition {
      test     = "Null"
      variable = "aws:RequestTag/${local.marked}"
      values   = ["true"]
    }
  }

  statement {
    sid       = "DeleteOwnSecurityGroups"
    actions   = ["ec2:DeleteSecurityGroup"]
    resources = [local.vpc_groups]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.marked}"
      values   = local.own_cluster
    }
  }

  statement {
    sid       = "CreateLoadBalancers"
    actions   = ["elasticloadbalancing:CreateLoadBalancer", "elasticloadbalancing:CreateTargetGroup"]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/${local.marked}"
      values   = local.own_cluster
    }
  }

  statement {
    sid       = "TagNewLoadBalancers"
    actions   = ["elasticloadbalancing:AddTags"]
    resources = concat(local.balancers, local.listeners)

    condition {
      test     = "StringEquals"
      variable = "elasticloadbalancing:CreateAction"
      values   = ["CreateLoadBalancer", "CreateTargetGroup", "CreateListener", "CreateRule"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:RequestTag/${local.marked}"
      values   = local.own_cluster
    }
  }

  statement {
    sid       = "TagOwnLoadBalancers"
    actions   = ["elasticloadbalancing:AddTags", "elasticloadbalancing:RemoveTags"]
    resources = concat(local.balancers, local.listeners)

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.marked}"
      values   = local.own_cluster
    }

    condition {
      test     = "Null"
      variable = "aws:RequestTag/${local.marked}"
      values   = ["true"]
    }
  }

  # A new listener is a change of its load balancer, a new rule one of its listener.
  statement {
    sid = "ChangeOwnLoadBalancers"
    actions = [
      "elasticloadbalancing:AddListenerCertificates",
      "elasticloadbalancing:CreateListener",
      "elasticloadbalancing:CreateRule",
      "elasticloadbalancing:DeleteListener",
      "elasticloadbalancing:DeleteLoadBalancer",
      "elasticloadbalancing:DeleteRule",
      "elasticloadbalancing:DeleteTargetGroup",
      "elasticloadbalancing:DeregisterTargets",
      "elasticloadbalancing:ModifyCapacityReservation",
      "elasticloadbalancing:ModifyIpPools",
      "elasticloadbalancing:ModifyListener",
      "elasticloadbalancing:ModifyListenerAttributes",
      "elasticloadbalancing:ModifyLoadBalancerAttributes",
      "elasticloadbalancing:ModifyRule",
      "elasticloadbalancing:ModifyTargetGroup",
      "elasticloadbalancing:ModifyTargetGroupAttributes",
      "elasticloadbalancing:RegisterTargets",
      "elasticloadbalancing:RemoveListenerCertificates",
      "elasticloadbalancing:SetIpAddressType",
      "elasticloadbalancing:SetRulePriorities",
      "elasticloadbalancing:SetSecurityGroups",
      "elasticloadbalancing:SetSubnets",
      "elasticloadbalancing:SetWebAcl",
    ]
    resources = concat(local.balancers, local.listeners)

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/${local.marked}"
      values   = local.own_cluster
    }
  }
}

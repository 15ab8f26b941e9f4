data "aws_iam_policy_document" "external_dns" {
  statement {
    actions   = ["route53:ChangeResourceRecordSets", "route53:ListResourceRecordSets", "route53:ListTagsForResources"]
    resources = [data.aws_route53_zone.this.arn]
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

locals {
  # By the addon's service account. Those with a document get a policy of their own here.
  controllers = {
    "alb-controller"   = { namespace = "kube-system", service_account = "aws-load-balancer-controller" }
    "external-dns"     = { namespace = "external-dns", service_account = "external-dns" }
    "external-secrets" = { namespace = "external-secrets", service_account = "external-secrets" }
    "karpenter"        = { namespace = "karpenter", service_account = "karpenter" }
  }
  documents = {
    "external-dns"     = data.aws_iam_policy_document.external_dns.json
    "external-secrets" = data.aws_iam_policy_document.external_secrets.json
  }
  published = {
    "alb-controller" = var.controller_policies.alb_controller
    "karpenter"      = var.controller_policies.karpenter
  }
}

resource "aws_iam_role" "controller" {
  for_each = local.controllers

  name               = "${var.name}-${each.key}"
  assume_role_policy = data.aws_iam_policy_document.assume["pod"].json
}

resource "aws_iam_role_policy" "controller" {
  for_each = local.documents

  role   = aws_iam_role.controller[each.key].name
  policy = each.value
}

resource "aws_iam_role_policy_attachment" "controller" {
  for_each = local.published

  role       = aws_iam_role.controller[each.key].name
  policy_arn = each.value
}

resource "aws_eks_pod_identity_association" "controller" {
  for_each = local.controllers

  cluster_name    = aws_eks_cluster.this.name
  namespace       = each.value.namespace
  service_account = each.value.service_account
  role_arn        = aws_iam_role.controller[each.key].arn
}

# EC2 says here that it is going to take a node away, and Karpenter makes another one in time.
resource "aws_sqs_queue" "interruptions" {
  name                      = "${var.name}-karpenter"
  message_retention_seconds = 300
}

data "aws_iam_policy_document" "interruptions" {
  statement {
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.interruptions.arn]

    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com", "sqs.amazonaws.com"]
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
  }

  name          = "${var.name}-karpenter-${each.key}"
  event_pattern = jsonencode({ source = [each.value.source], "detail-type" = [each.value.type] })
}

resource "aws_cloudwatch_event_target" "interruptions" {
  for_each = aws_cloudwatch_event_rule.interruptions

  rule = each.value.name
  arn  = aws_sqs_queue.interruptions.arn
}

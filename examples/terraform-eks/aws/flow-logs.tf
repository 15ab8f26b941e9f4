# Which traffic security groups and network ACLs refused.
resource "aws_flow_log" "refused" {
  vpc_id          = aws_vpc.this.id
  traffic_type    = "REJECT"
  log_destination = aws_cloudwatch_log_group.flows.arn
  iam_role_arn    = aws_iam_role.flows.arn
  tags            = { Name = "${var.name}-refused" }
  depends_on      = [aws_iam_role_policy.flows]
}

resource "aws_cloudwatch_log_group" "flows" {
  name              = "/aws/vpc/${var.name}"
  retention_in_days = 90
}

resource "aws_iam_role" "flows" {
  name                 = "${var.name}-flow-logs"
  assume_role_policy   = data.aws_iam_policy_document.assume_flows.json
  permissions_boundary = var.permissions_boundary
}

# Only for flow logs of this account and region.
data "aws_iam_policy_document" "assume_flows" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["vpc-flow-logs.amazonaws.com"]
    }

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account]
    }

    condition {
      test     = "ArnLike"
      variable = "aws:SourceArn"
      values   = ["arn:${local.partition}:ec2:${var.region}:${local.account}:vpc-flow-log/*"]
    }
  }
}

# Not logs:CreateLogGroup: what arrives late in a teardown doesn't create the group again.
data "aws_iam_policy_document" "flows" {
  statement {
    actions   = ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"]
    resources = ["${aws_cloudwatch_log_group.flows.arn}:*"]
  }

  statement {
    actions   = ["logs:DescribeLogGroups"]
    resources = ["*"]
  }
}

resource "aws_iam_role_policy" "flows" {
  name   = "write"
  role   = aws_iam_role.flows.name
  policy = data.aws_iam_policy_document.flows.json
}

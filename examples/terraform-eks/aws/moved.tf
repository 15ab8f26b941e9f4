# For a platform that was applied when Karpenter's nodes had the role of the node group. Otherwise, and
# once it has been applied, delete this file.
moved {
  from = aws_iam_role.node
  to   = aws_iam_role.node["nodes"]
}

moved {
  from = aws_iam_role_policy_attachment.node["AmazonEKSWorkerNodePolicy"]
  to   = aws_iam_role_policy_attachment.node["nodes/AmazonEKSWorkerNodePolicy"]
}

moved {
  from = aws_iam_role_policy_attachment.node["AmazonEC2ContainerRegistryPullOnly"]
  to   = aws_iam_role_policy_attachment.node["nodes/AmazonEC2ContainerRegistryPullOnly"]
}

# To a name that nothing has, so it is destroyed. Under its own, that would have to happen before and after the node
# group is replaced: "Error: Cycle".
moved {
  from = aws_iam_role_policy_attachment.node["AmazonSSMManagedInstanceCore"]
  to   = aws_iam_role_policy_attachment.earlier
}

resource "aws_db_subnet_group" "authentik" {
  name       = "${var.name}-authentik"
  subnet_ids = [for subnet in aws_subnet.private : subnet.id]
}

resource "aws_security_group" "database" {
  name   = "${var.name}-database"
  vpc_id = aws_vpc.this.id

  ingress {
    description     = "PostgreSQL from the cluster"
    from_port       = 5432
    to_port         = 5432
    protocol        = "tcp"
    security_groups = [aws_eks_cluster.this.vpc_config[0].cluster_security_group_id]
  }
}

resource "aws_db_instance" "authentik" {
  identifier             = "${var.name}-authentik"
  engine                 = "postgres"
  engine_version         = "17"
  instance_class         = "db.t4g.small"
  allocated_storage      = 20
  storage_encrypted      = true
  db_name                = "authentik"
  username               = "authentik"
  db_subnet_group_name   = aws_db_subnet_group.authentik.name
  vpc_security_group_ids = [aws_security_group.database.id]
  # RDS writes user and password into a secret of its own, which the contract calls managed by aws.
  manage_master_user_password = true
  final_snapshot_identifier   = "${var.name}-authentik-final"
}

locals {
  database_secret_arn = aws_db_instance.authentik.master_user_secret[0].secret_arn
}

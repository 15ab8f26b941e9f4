resource "aws_db_subnet_group" "authentik" {
  name       = "${var.name}-authentik"
  subnet_ids = [for subnet in aws_subnet.database : subnet.id]
}

resource "aws_security_group" "database" {
  name        = "${var.name}-database"
  description = "PostgreSQL of authentik"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "database" {
  security_group_id            = aws_security_group.database.id
  description                  = "PostgreSQL from the cluster"
  referenced_security_group_id = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
  from_port                    = 5432
  to_port                      = 5432
  ip_protocol                  = "tcp"
}

# When this database was created: its last snapshot must not have the name of one that is there from an earlier database.
resource "terraform_data" "database_created" {
  input = formatdate("YYYYMMDDhhmmss", timestamp())

  lifecycle {
    ignore_changes = [input]
  }
}

resource "aws_db_instance" "authentik" {
  identifier             = "${var.name}-authentik"
  engine                 = "postgres"
  engine_version         = "17"
  instance_class         = "db.t4g.small"
  allocated_storage      = 20
  max_allocated_storage  = 100
  storage_type           = "gp3"
  storage_encrypted      = true
  multi_az               = var.database_multi_az
  db_name                = "authentik"
  username               = "authentik"
  db_subnet_group_name   = aws_db_subnet_group.authentik.name
  vpc_security_group_ids = [aws_security_group.database.id]
  # RDS writes user and password into a secret of its own, which the contract declares as managed by aws.
  manage_master_user_password = true

  backup_retention_period   = 14
  backup_window             = "01:00-02:00"
  maintenance_window        = "sun:02:30-sun:03:30"
  copy_tags_to_snapshot     = true
  deletion_protection       = var.protect
  final_snapshot_identifier = "${var.name}-authentik-${terraform_data.database_created.output}"
  # Otherwise a change waits for the maintenance window, and each plan shows it until then.
  apply_immediately = true
}

locals {
  database_secret_arn = aws_db_instance.authentik.master_user_secret[0].secret_arn
}

# RDS rotates the password every seven days unless it is told otherwise. External Secrets fetches the new one within the
# refresh interval of the addon authentik, and authentik reads it from its file at the next connection.
resource "aws_secretsmanager_secret_rotation" "database" {
  secret_id          = local.database_secret_arn
  rotate_immediately = false

  rotation_rules {
    schedule_expression = "cron(0 4 ? * SUN *)"
    duration            = "2h"
  }
}

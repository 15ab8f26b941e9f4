locals {
  name = "platform-dev"
}

module "aws" {
  source = "./aws"

  name                = local.name
  region              = var.region
  zones               = ["${var.region}a", "${var.region}b"]
  domain              = var.domain
  controller_policies = var.controller_policies
}

module "flux_contract" {
  source = "../../k8s/contract/dev"

  vars = {
    TF_ACM_CERT_ARN                 = module.aws.certificate_arn
    TF_AUTHENTIK_DB_SECRET_ARN      = module.aws.database_secret_arn
    TF_AUTHENTIK_HOSTNAME           = "auth.${var.domain}"
    TF_AUTHENTIK_SECRET_MANAGER_ARN = module.aws.secret_arns["authentik"]
    TF_AWS_REGION                   = var.region
    TF_CLUSTER_NAME                 = module.aws.cluster.name
    TF_HEADLAMP_HOSTNAME            = "headlamp.${var.domain}"
    TF_HEADLAMP_SECRET_MANAGER_ARN  = module.aws.secret_arns["headlamp"]
    TF_K8S_NODE_ROLE_NAME           = module.aws.node_role_name
  }

  values = {
    "alb-controller" = {
      clusterName = module.aws.cluster.name
      region      = var.region
      vpcId       = module.aws.vpc_id
    }
    authentik = {
      authentik = { postgresql = { host = module.aws.database_host } }
    }
    "external-dns" = {
      domainFilters = [var.domain]
      env           = [{ name = "AWS_DEFAULT_REGION", value = var.region }]
    }
    karpenter = {
      settings = {
        clusterName       = module.aws.cluster.name
        interruptionQueue = module.aws.interruption_queue
      }
    }
  }

  secrets = {
    authentik = {
      adminEmail    = var.admin_email
      adminPassword = module.aws.passwords["authentik-admin"]
      secretKey     = module.aws.passwords["authentik-key"]
      token         = module.aws.passwords["authentik-token"]
    }
    headlamp = {
      clientID     = "headlamp"
      clientSecret = module.aws.passwords["headlamp-client"]
      issuerURL    = "https://auth.${var.domain}/application/o/headlamp/"
      scopes       = "openid,profile,email"
    }
  }
}

resource "aws_secretsmanager_secret_version" "this" {
  for_each = module.aws.secret_arns

  secret_id     = each.value
  secret_string = module.flux_contract.secrets[each.key]

  lifecycle {
    # The passwords are drawn again at each plan; the first ones stay.
    ignore_changes = [secret_string]
  }
}

# For `terraform output -json | fluxspan contract check -`.
output "flux_contract" {
  value = module.flux_contract.contract
}

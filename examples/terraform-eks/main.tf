locals {
  name   = "platform-dev"
  issuer = "https://auth.${var.domain}/application/o/headlamp/"
}

# What the platform was created with. Another region or name would be another platform: Terraform would look for
# everything where it isn't, and create it a second time.
resource "terraform_data" "platform" {
  input = { name = local.name, region = var.region }

  lifecycle {
    ignore_changes = [input]

    postcondition {
      condition     = self.input.region == var.region
      error_message = "This state is of a platform in ${self.input.region}, and region is ${var.region}. Set region to ${self.input.region} again. For another platform, use a state of its own: another key in backend.hcl."
    }

    postcondition {
      condition     = self.input.name == local.name
      error_message = "This state is of the platform ${self.input.name}, and local.name in main.tf is ${local.name}. Set it to ${self.input.name} again. For another platform, use a state of its own: another key in backend.hcl."
    }
  }
}

module "aws" {
  source = "./aws"

  name                 = local.name
  region               = var.region
  domain               = var.domain
  cidr                 = var.cidr
  zones                = var.zones
  zone_count           = var.zone_count
  nat_per_zone         = var.nat_per_zone
  api_cidrs            = var.api_cidrs
  private_api_cidrs    = var.private_api_cidrs
  admins               = var.admins
  viewers              = var.viewers
  permissions_boundary = var.permissions_boundary
  secret_names         = keys(local.secrets)
  database_multi_az    = var.database_multi_az
  protect              = var.protect
}

# A higher number draws a new password, for everything that reads it.
module "passwords" {
  source = "./passwords"

  prefix = local.name
  region = var.region
  versions = {
    "authentik-admin" = 1
    "authentik-key"   = 1
    "authentik-token" = 1
    "headlamp-client" = 1
  }
}

locals {
  # Keys and values of each secret of the contract. module.aws creates the secrets, and the contract says which keys they
  # must have.
  secrets = {
    authentik = {
      adminEmail    = var.admin_email
      adminPassword = module.passwords.values["authentik-admin"]
      secretKey     = module.passwords.values["authentik-key"]
      token         = module.passwords.values["authentik-token"]
    }
    headlamp = {
      clientID     = "headlamp"
      clientSecret = module.passwords.values["headlamp-client"]
      issuerURL    = local.issuer
      scopes       = "openid,profile,email"
    }
  }
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

  secrets = local.secrets
}

# Nothing is ignored here: a new key, a changed value and an edit by hand all show up in the plan.
resource "aws_secretsmanager_secret_version" "this" {
  for_each = module.aws.secret_arns

  secret_id     = each.value
  secret_string = module.flux_contract.secrets[each.key]
  # Without the first, the plan would compare the version that Terraform wrote, and miss a newer one that someone else
  # wrote. By the second, edited-secrets.tf knows which version is Terraform's.
  version_stages = ["AWSCURRENT", "terraform"]
}

# Lets people use kubectl and Headlamp with their authentik user; README.md says when to turn it on.
resource "aws_eks_identity_provider_config" "authentik" {
  count = var.oidc_login ? 1 : 0

  cluster_name = module.aws.cluster.name

  oidc {
    identity_provider_config_name = "authentik"
    client_id                     = "headlamp"
    issuer_url                    = local.issuer
    username_claim                = "email"
    groups_claim                  = "groups"
    groups_prefix                 = "authentik:"
  }
}

# For `terraform output -json | fluxspan contract check -`.
output "flux_contract" {
  value = module.flux_contract.contract
}

# What the root module in flux/ needs.
output "cluster_name" {
  value = module.aws.cluster.name
}

# For the teardown, which waits until ExternalDNS has removed its records.
output "zone_id" {
  value = module.aws.zone_id
}

# For the variable zones, which pins them.
output "zones" {
  value = module.aws.zones
}

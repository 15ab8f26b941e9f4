/** The secrets as `main.tf` has them, with one key more. */
export const withOneKeyMore = `locals {
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
      usePKCE      = "true"
    }
  }
}
`;

/** The call of the module for passwords as `main.tf` has it, with a new one for Headlamp's client. */
export const withOneNewPassword = `module "passwords" {
  versions = {
    "authentik-admin" = 1
    "authentik-key"   = 1
    "authentik-token" = 1
    "headlamp-client" = 2
  }
}
`;

# All zones of the account, to say what is there if the right one isn't.
data "aws_route53_zones" "all" {}

data "aws_route53_zone" "each" {
  for_each = toset(data.aws_route53_zones.all.ids == null ? [] : data.aws_route53_zones.all.ids)

  zone_id = each.key
}

locals {
  public_zones = { for id, zone in data.aws_route53_zone.each : trimsuffix(zone.name, ".") => id... if zone.private_zone != true }
  zone_id      = try(local.public_zones[var.domain][0], "none")
}

# For the domain itself and for every name directly below it.
resource "aws_acm_certificate" "this" {
  domain_name               = var.domain
  subject_alternative_names = ["*.${var.domain}"]
  validation_method         = "DNS"

  lifecycle {
    create_before_destroy = true

    precondition {
      condition     = length(try(local.public_zones[var.domain], [])) == 1
      error_message = "This account has ${length(try(local.public_zones[var.domain], []))} public hosted zones named ${var.domain}, and needs exactly one; it has ${length(local.public_zones) == 0 ? "none" : join(", ", keys(local.public_zones))}. Create the zone, delegate it from its parent zone, and plan again; or correct the variable domain."
    }
  }
}

locals {
  # AWS asks for the same record for a domain and for its wildcard.
  validation = one([for option in aws_acm_certificate.this.domain_validation_options : option if option.domain_name == var.domain])
}

resource "aws_route53_record" "validation" {
  zone_id         = local.zone_id
  name            = local.validation.resource_record_name
  type            = local.validation.resource_record_type
  records         = [local.validation.resource_record_value]
  ttl             = 60
  allow_overwrite = true
}

resource "aws_acm_certificate_validation" "this" {
  certificate_arn         = aws_acm_certificate.this.arn
  validation_record_fqdns = [aws_route53_record.validation.fqdn]
}

data "aws_route53_zone" "this" {
  name = var.domain
}

resource "aws_acm_certificate" "this" {
  domain_name       = "*.${var.domain}"
  validation_method = "DNS"

  lifecycle {
    create_before_destroy = true
  }
}

locals {
  # One name, so one record to prove that it is ours.
  validation = tolist(aws_acm_certificate.this.domain_validation_options)[0]
}

resource "aws_route53_record" "validation" {
  zone_id         = data.aws_route53_zone.this.zone_id
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

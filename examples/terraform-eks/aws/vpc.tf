# In any state: an outage must not change which zones are the first ones.
data "aws_availability_zones" "this" {
  # Local Zones and Wavelength Zones have neither EKS nodes nor RDS as a matter of course.
  filter {
    name   = "opt-in-status"
    values = ["opt-in-not-required"]
  }

  # EKS creates no cluster in a subnet of these: https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html
  exclude_zone_ids = ["use1-az3", "usw1-az2", "cac1-az3"]
}

locals {
  first_zones = slice(sort(data.aws_availability_zones.this.names), 0, min(var.zone_count, length(data.aws_availability_zones.this.names)))
  zones       = length(var.zones) > 0 ? var.zones : local.first_zones
  index       = { for index, zone in local.zones : zone => index }
  # The zones that have a NAT gateway.
  nat_zones = toset(var.nat_per_zone ? local.zones : slice(local.zones, 0, min(1, length(local.zones))))
}

# The block and the zones of the first apply. AWS can't change the block of a VPC, and subnets get theirs by the order of
# the zones: other ones would replace the network under the cluster and the database.
resource "terraform_data" "network" {
  input = { cidr = var.cidr, zones = local.zones }

  lifecycle {
    ignore_changes = [input]

    postcondition {
      condition     = self.input.cidr == var.cidr
      error_message = "The VPC of this platform has the block ${self.input.cidr}, and cidr is ${var.cidr}. AWS can't change the block: applying would replace the VPC, the cluster and the database. Set cidr to ${self.input.cidr} again."
    }

    postcondition {
      condition     = try(join(" ", slice(local.zones, 0, length(self.input.zones))), "") == join(" ", self.input.zones)
      error_message = "The subnets of this platform were created in ${join(", ", self.input.zones)}, and zones would be ${join(", ", local.zones)}. Applying would replace subnets that nodes and the database use. Set zones to [${join(", ", [for zone in self.input.zones : "\"${zone}\""])}], with new zones at the end only."
    }
  }
}

resource "aws_vpc" "this" {
  cidr_block           = terraform_data.network.input.cidr
  enable_dns_hostnames = true
  tags                 = { Name = var.name }

  # Here, not at the data source: one with conditions would be read at the first apply, after the plan that needs it.
  lifecycle {
    precondition {
      condition     = length(setsubtract(var.zones, data.aws_availability_zones.this.names)) == 0
      error_message = "zones lists ${join(", ", setsubtract(var.zones, data.aws_availability_zones.this.names))}, and region ${var.region} offers ${join(", ", sort(data.aws_availability_zones.this.names))} for EKS to this account. Choose from these."
    }

    precondition {
      condition     = length(var.zones) > 0 || length(local.zones) == var.zone_count
      error_message = "Region ${var.region} offers ${length(local.zones)} availability zones for EKS to this account, and zone_count asks for ${var.zone_count}. Lower zone_count, or choose another region."
    }
  }
}

# Without rules: what is created without a security group of its own reaches nothing, and nothing reaches it.
resource "aws_default_security_group" "this" {
  vpc_id = aws_vpc.this.id
  tags   = { Name = "${var.name}-default" }
}

resource "aws_internet_gateway" "this" {
  vpc_id = aws_vpc.this.id
  tags   = { Name = var.name }
}

resource "aws_subnet" "public" {
  for_each = local.index

  vpc_id            = aws_vpc.this.id
  availability_zone = each.key
  cidr_block        = cidrsubnet(aws_vpc.this.cidr_block, 8, each.value)
  # The AWS Load Balancer Controller puts load balancers with public addresses here.
  tags = { Name = "${var.name}-public-${each.key}", "kubernetes.io/role/elb" = "1" }
}

resource "aws_subnet" "database" {
  for_each = local.index

  vpc_id            = aws_vpc.this.id
  availability_zone = each.key
  cidr_block        = cidrsubnet(aws_vpc.this.cidr_block, 8, 8 + each.value)
  tags              = { Name = "${var.name}-database-${each.key}" }
}

resource "aws_subnet" "private" {
  for_each = local.index

  vpc_id            = aws_vpc.this.id
  availability_zone = each.key
  cidr_block        = cidrsubnet(aws_vpc.this.cidr_block, 4, each.value + 1)
  # Karpenter finds the subnets of its nodes by the second tag, and internal load balancers go where the third one is.
  tags = {
    Name                              = "${var.name}-private-${each.key}"
    "karpenter.sh/discovery"          = var.name
    "kubernetes.io/role/internal-elb" = "1"
  }
}

resource "aws_eip" "nat" {
  for_each = local.nat_zones

  domain = "vpc"
  tags   = { Name = "${var.name}-nat-${each.key}" }
}

resource "aws_nat_gateway" "this" {
  for_each = local.nat_zones

  allocation_id = aws_eip.nat[each.key].id
  subnet_id     = aws_subnet.public[each.key].id
  tags          = { Name = "${var.name}-${each.key}" }
  depends_on    = [aws_internet_gateway.this]
}

resource "aws_route_table" "public" {
  vpc_id = aws_vpc.this.id
  tags   = { Name = "${var.name}-public" }

  route {
    cidr_block = "0.0.0.0/0"
    gateway_id = aws_internet_gateway.this.id
  }
}

# One for each zone even with one NAT gateway, so that nat_per_zone changes routes and nothing else.
resource "aws_route_table" "private" {
  for_each = local.index

  vpc_id = aws_vpc.this.id
  tags   = { Name = "${var.name}-private-${each.key}" }

  route {
    cidr_block     = "0.0.0.0/0"
    nat_gateway_id = aws_nat_gateway.this[contains(local.nat_zones, each.key) ? each.key : local.zones[0]].id
  }
}

# Without a route out of the VPC.
resource "aws_route_table" "database" {
  vpc_id = aws_vpc.this.id
  tags   = { Name = "${var.name}-database" }
}

# Free, and keeps what nodes fetch from S3 (layers of images in ECR among it) away from the NAT gateways.
resource "aws_vpc_endpoint" "s3" {
  vpc_id          = aws_vpc.this.id
  service_name    = "com.amazonaws.${var.region}.s3"
  route_table_ids = [for table in aws_route_table.private : table.id]
  tags            = { Name = "${var.name}-s3" }
}

resource "aws_route_table_association" "public" {
  for_each = aws_subnet.public

  subnet_id      = each.value.id
  route_table_id = aws_route_table.public.id
}

resource "aws_route_table_association" "private" {
  for_each = aws_subnet.private

  subnet_id      = each.value.id
  route_table_id = aws_route_table.private[each.key].id
}

resource "aws_route_table_association" "database" {
  for_each = aws_subnet.database

  subnet_id      = each.value.id
  route_table_id = aws_route_table.database.id
}

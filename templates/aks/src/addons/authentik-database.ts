import { defineAddon, hostname, text } from 'fluxspan';
import { FlexibleServer, FlexibleServersDatabase } from 'fluxspan/imports/dbforpostgresql.azure.com';
import { ExternalSecret } from 'fluxspan/imports/external-secrets.io';
import { Password } from 'fluxspan/imports/generators.external-secrets.io';
import { z } from 'zod';

const SUBSCRIPTION = '/subscriptions/0b1f6471-0000-4000-8000-9c2b3d4e5f60';

/** A resource id of Azure: of a resource group, or of what is in one. */
const resourceId = (type: string, description: string, example: string) =>
  z
    .string()
    .regex(new RegExp(`^/subscriptions/[0-9a-fA-F-]{36}/resource[gG]roups/[\\w().-]{1,90}${type}$`))
    .meta({ description, examples: [`${SUBSCRIPTION}/resourceGroups/${example}`] });

/** Of the network, which another Terraform state creates. */
const inNetwork = (type: string, description: string, example: string) =>
  resourceId(
    `/providers/Microsoft\\.Network/${type}`,
    description,
    `network/providers/Microsoft.Network/${example}`,
  ).meta({
    from: 'network',
  });

/**
 * authentik's database: a PostgreSQL server that Azure Service Operator makes. External Secrets draws its password once.
 * The operator writes its address to a ConfigMap when the server is ready, which takes about ten minutes.
 */
export const authentikDatabase = defineAddon({
  name: 'authentik-database',
  description: "authentik's database, a PostgreSQL server of Azure",
  namespace: 'authentik',
  createNamespace: true,
  requires: [
    'azure-service-operator',
    'dbforpostgresql.azure.com',
    'external-secrets',
    'generators.external-secrets.io',
  ],
  outputs: {
    host: hostname().meta({
      description: 'host name of the server',
      examples: ['platform-dev.postgres.database.azure.com'],
    }),
    username: text('user of the database', 'authentik'),
    password: text('password of that user', 'drawn-by-external-secrets'),
  },
  infra: {
    vars: {
      TF_AZURE_LOCATION: z
        .string()
        .regex(/^[a-z][a-z0-9]+$/)
        .meta({ description: 'Azure region of the platform', examples: ['westeurope'] }),
      TF_DATABASE_RESOURCE_GROUP_ID: resourceId(
        '',
        'id of the resource group in which Azure Service Operator makes databases',
        'platform-dev-databases',
      ),
      // Unique in all of Azure.
      TF_AUTHENTIK_DATABASE: z
        .string()
        .regex(/^[a-z0-9]([a-z0-9-]{1,61}[a-z0-9])$/)
        .meta({ description: "name of authentik's database server", examples: ['platform-dev-authentik'] }),
      TF_DATABASE_SUBNET_ID: inNetwork(
        'virtualNetworks/[\\w.-]+/subnets/[\\w.-]+',
        'id of the subnet that is delegated to PostgreSQL servers',
        'virtualNetworks/platform/subnets/database',
      ),
      TF_DATABASE_DNS_ZONE_ID: inNetwork(
        'privateDnsZones/[\\w.-]+',
        'id of the private DNS zone of PostgreSQL servers',
        'privateDnsZones/platform.postgres.database.azure.com',
      ),
    },
  },
  // A server takes longer to make than Flux waits by default.
  kustomization: { timeout: '30m' },
  build(scope, { outputs, vars }) {
    const host = outputs.inConfigMap('host');
    const password = new Password(scope, 'password', {
      name: 'authentik-database',
      spec: { length: 32, digits: 8, symbols: 0, allowRepeat: true, noUpper: false },
    });
    const { name: secret, template } = outputs.target('authentik-database-user');
    new ExternalSecret(scope, 'user', {
      name: secret,
      spec: {
        // Another password would need a change in the database, too.
        refreshPolicy: 'CreatedOnce',
        target: {
          name: secret,
          creationPolicy: 'Owner',
          template: { ...template, data: { username: 'authentik', password: '{{ .password }}' } },
        },
        dataFrom: [
          {
            sourceRef: {
              generatorRef: {
                apiVersion: 'generators.external-secrets.io/v1alpha1',
                kind: 'Password',
                name: password.name,
              },
            },
          },
        ],
      },
    });
    new FlexibleServer(scope, 'server', {
      name: 'authentik',
      // If the object goes, the server and its data stay.
      annotations: { 'serviceoperator.azure.com/reconcile-policy': 'detach-on-delete' },
      spec: {
        azureName: vars.TF_AUTHENTIK_DATABASE,
        location: vars.TF_AZURE_LOCATION,
        owner: { armId: vars.TF_DATABASE_RESOURCE_GROUP_ID },
        version: '17',
        // For production: GeneralPurpose, and highAvailability in two zones, which Burstable doesn't have.
        sku: { name: 'Standard_B2s', tier: 'Burstable' },
        // No autoGrow: once the disk has grown, Azure refuses the size that stands here, and the addon fails.
        storage: { storageSizeGB: 32 },
        backup: { backupRetentionDays: 14 },
        administratorLogin: 'authentik',
        administratorLoginPassword: { name: secret, key: 'password' },
        network: {
          delegatedSubnetResourceReference: { armId: vars.TF_DATABASE_SUBNET_ID },
          privateDnsZoneArmResourceReference: { armId: vars.TF_DATABASE_DNS_ZONE_ID },
          publicNetworkAccess: 'Disabled',
        },
        operatorSpec: { configMaps: { fullyQualifiedDomainName: host } },
      },
    });
    new FlexibleServersDatabase(scope, 'database', {
      name: 'authentik',
      annotations: { 'serviceoperator.azure.com/reconcile-policy': 'detach-on-delete' },
      spec: { azureName: 'authentik', owner: { name: 'authentik' }, charset: 'UTF8', collation: 'en_US.utf8' },
    });
  },
});

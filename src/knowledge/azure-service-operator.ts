import { textOf } from '../json/as-shape.js';
import { annotationsOf, metadataOf } from '../json/manifest-fields.js';
import { readField } from '../json/read-field.js';
import { cloudKinds } from './form/cloud-kinds.js';
import { namesOtherResource } from './form/cloud-resource.js';
import { byAnnotation } from './form/keeps.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { losesResource } from './form/lost-with-object.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { leaves } from './form/when.js';

const group = {
  within: [{ terraform: 'resource_group_name', at: 'spec.owner.name', names: 'resources.azure.com/ResourceGroup' }],
} as const;
/** https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules, scope "global" */
const GLOBAL = { isGlobal: true } as const;
const ALONE = {};

/** Azure Service Operator. https://azure.github.io/azure-service-operator/ */
export const azureServiceOperator = defineProject({
  name: 'Azure Service Operator',
  cloud: {
    name: 'Azure Service Operator',
    groups: ['*.azure.com'],
    // https://azure.github.io/azure-service-operator/reference/
    kinds: cloudKinds(
      (
        [
          ['resource group', 'resources', 'ResourceGroup', 'azurerm_resource_group', 'Resources/resourceGroups', ALONE],
          [
            'storage account',
            'storage',
            'StorageAccount',
            'azurerm_storage_account',
            'Storage/storageAccounts',
            GLOBAL,
          ],
          ['key vault', 'keyvault', 'Vault', 'azurerm_key_vault', 'KeyVault/vaults', GLOBAL],
          [
            'PostgreSQL server',
            'dbforpostgresql',
            'FlexibleServer',
            'azurerm_postgresql_flexible_server',
            'DBforPostgreSQL/flexibleServers',
            GLOBAL,
          ],
          [
            'MySQL server',
            'dbformysql',
            'FlexibleServer',
            'azurerm_mysql_flexible_server',
            'DBforMySQL/flexibleServers',
            GLOBAL,
          ],
          ['SQL server', 'sql', 'Server', 'azurerm_mssql_server', 'Sql/servers', GLOBAL],
          [
            'managed identity',
            'managedidentity',
            'UserAssignedIdentity',
            'azurerm_user_assigned_identity',
            'ManagedIdentity/userAssignedIdentities',
            group,
          ],
          [
            'AKS cluster',
            'containerservice',
            'ManagedCluster',
            'azurerm_kubernetes_cluster',
            'ContainerService/managedClusters',
            group,
          ],
          ['virtual network', 'network', 'VirtualNetwork', 'azurerm_virtual_network', 'Network/virtualNetworks', group],
          ['Redis cache', 'cache', 'Redis', 'azurerm_redis_cache', 'Cache/redis', GLOBAL],
          [
            'registry',
            'containerregistry',
            'Registry',
            'azurerm_container_registry',
            'ContainerRegistry/registries',
            GLOBAL,
          ],
          ['Service Bus', 'servicebus', 'Namespace', 'azurerm_servicebus_namespace', 'ServiceBus/namespaces', GLOBAL],
          ['event hubs', 'eventhub', 'Namespace', 'azurerm_eventhub_namespace', 'EventHub/namespaces', GLOBAL],
          [
            'Cosmos DB account',
            'documentdb',
            'DatabaseAccount',
            'azurerm_cosmosdb_account',
            'DocumentDB/databaseAccounts',
            GLOBAL,
          ],
        ] as const
      ).map(([what, service, kind, type, api, more]) => [
        what,
        `${service}.azure.com/${kind}`,
        { [type]: 'name', [`Microsoft.${api}`]: 'name' },
        more,
      ]),
    ),
    nameOf: (object) => textOf(readField(object, 'spec.azureName')) ?? textOf(metadataOf(object)['name']),
    // https://azure.github.io/azure-service-operator/guide/annotations/
    manages: (object) => annotationsOf(object)['serviceoperator.azure.com/reconcile-policy'] !== 'skip',
    mayBeElsewhere: (object) => annotationsOf(object)['serviceoperator.azure.com/credential-from'] !== undefined,
    observe: 'set the annotation serviceoperator.azure.com/reconcile-policy: skip',
  },
  effects: [
    // https://azure.github.io/azure-service-operator/guide/annotations/
    losesResource('Azure resource')(
      '*.azure.com/*',
      byAnnotation('serviceoperator.azure.com/reconcile-policy', 'detach-on-delete'),
      byAnnotation('serviceoperator.azure.com/reconcile-policy', 'skip'),
    ),
    // `ValidateImmutableProperties`:
    // https://github.com/Azure/azure-service-operator/blob/main/v2/pkg/genruntime/admissions.go
    ...['azureName', 'owner.name'].map((field) =>
      namesOtherResource(
        '*.azure.com/*',
        `spec.${field}`,
        'names another Azure resource, which the operator refuses',
        'the name and the owner of a resource that exists cannot change, so the apply fails',
      ),
    ),
    // https://azure.github.io/azure-service-operator/guide/annotations/
    deletesOnRemoval(
      '*',
      annotationAt('serviceoperator.azure.com/reconcile-policy'),
      leaves('detach-on-delete', 'skip'),
      'the Azure resource that it manages',
    ),
  ],
});

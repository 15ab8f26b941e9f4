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

const group = { within: [{ terraform: 'resource_group_name', at: 'spec.owner.name' }] };
const global = { isGlobal: true } as const;

/** Azure Service Operator. https://azure.github.io/azure-service-operator/ */
export const azureServiceOperator = defineProject({
  name: 'Azure Service Operator',
  cloud: {
    name: 'Azure Service Operator',
    groups: ['*.azure.com'],
    // https://azure.github.io/azure-service-operator/reference/
    kinds: cloudKinds([
      ['resource group', 'resources.azure.com/ResourceGroup', { azurerm_resource_group: 'name' }],
      ['storage account', 'storage.azure.com/StorageAccount', { azurerm_storage_account: 'name' }, global],
      ['key vault', 'keyvault.azure.com/Vault', { azurerm_key_vault: 'name' }, global],
      [
        'PostgreSQL server',
        'dbforpostgresql.azure.com/FlexibleServer',
        { azurerm_postgresql_flexible_server: 'name' },
        group,
      ],
      [
        'managed identity',
        'managedidentity.azure.com/UserAssignedIdentity',
        { azurerm_user_assigned_identity: 'name' },
        group,
      ],
      ['AKS cluster', 'containerservice.azure.com/ManagedCluster', { azurerm_kubernetes_cluster: 'name' }, group],
      ['virtual network', 'network.azure.com/VirtualNetwork', { azurerm_virtual_network: 'name' }, group],
      ['Redis cache', 'cache.azure.com/Redis', { azurerm_redis_cache: 'name' }, global],
    ]),
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

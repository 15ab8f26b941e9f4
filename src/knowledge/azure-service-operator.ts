import { namesOtherResource } from './form/cloud-resource.js';
import { byAnnotation } from './form/keeps.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { losesResource } from './form/lost-with-object.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { leaves } from './form/when.js';

/** Azure Service Operator. https://azure.github.io/azure-service-operator/ */
export const azureServiceOperator = defineProject({
  name: 'Azure Service Operator',
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

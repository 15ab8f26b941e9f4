import { byAnnotation } from './form/keeps.js';
import { losesResource } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Aiven Operator. https://github.com/aiven/aiven-operator */
export const aivenOperator = defineProject({
  name: 'Aiven Operator',
  effects: [
    // https://github.com/aiven/aiven-operator/blob/main/controllers/basic_controller.go
    losesResource('Aiven service or resource')(
      'aiven.io/*',
      byAnnotation('controllers.aiven.io/deletion-policy', 'Orphan'),
    ),
  ],
});

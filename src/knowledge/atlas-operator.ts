import { unlessAnnotation } from './form/keeps.js';
import { losesResource } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The MongoDB Atlas Operator. https://github.com/mongodb/mongodb-atlas-kubernetes */
export const atlasOperator = defineProject({
  name: 'MongoDB Atlas Operator',
  effects: [
    // https://github.com/mongodb/mongodb-atlas-kubernetes/blob/main/internal/controller/customresource/customresource.go
    losesResource('resource of MongoDB Atlas')(
      'atlas.mongodb.com/*',
      // By default, the operator keeps what it manages (`--object-deletion-protection`).
      unlessAnnotation('mongodb.com/atlas-resource-policy', 'delete'),
    ),
  ],
});

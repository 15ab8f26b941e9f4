import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Dragonfly Operator. https://github.com/dragonflydb/dragonfly-operator */
export const dragonflyOperator = defineProject({
  name: 'Dragonfly Operator',
  effects: [losesDatabase('dragonflydb.io/Dragonfly')],
});

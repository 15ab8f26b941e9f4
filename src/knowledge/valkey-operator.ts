import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Valkey Operator of Hyperspike. https://github.com/hyperspike/valkey-operator */
export const valkeyOperator = defineProject({
  name: 'Valkey Operator',
  effects: [losesDatabase('hyperspike.io/Valkey')],
});

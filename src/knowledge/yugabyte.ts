import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Operators of YugabyteDB. https://docs.yugabyte.com/ */
export const yugabyte = defineProject({
  name: 'YugabyteDB',
  effects: [
    // https://github.com/yugabyte/charts
    losesDatabase('operator.yugabyte.io/YBUniverse'),
    // https://github.com/yugabyte/yugabyte-operator
    losesDatabase('yugabyte.com/YBCluster'),
  ],
});

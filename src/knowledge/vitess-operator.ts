import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Vitess Operator of PlanetScale. https://github.com/planetscale/vitess-operator */
export const vitessOperator = defineProject({
  name: 'Vitess Operator',
  effects: [losesDatabase('planetscale.com/VitessCluster')],
});

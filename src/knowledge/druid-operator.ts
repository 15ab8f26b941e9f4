import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Druid Operator. https://github.com/datainfrahq/druid-operator */
export const druidOperator = defineProject({
  name: 'Druid Operator',
  effects: [losesDatabase('druid.apache.org/Druid')],
});

import { losesStorage } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The SeaweedFS Operator. https://github.com/seaweedfs/seaweedfs-operator */
export const seaweedfsOperator = defineProject({
  name: 'SeaweedFS Operator',
  effects: [losesStorage('seaweed.seaweedfs.com/Seaweed')],
});

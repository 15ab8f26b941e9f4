import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Redis Operator of Spotahome. https://github.com/spotahome/redis-operator */
export const spotahomeRedisOperator = defineProject({
  name: 'Spotahome Redis Operator',
  effects: [losesDatabase('databases.spotahome.com/RedisFailover')],
});

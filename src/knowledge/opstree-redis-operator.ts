import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Redis Operator of OpsTree. https://github.com/OT-CONTAINER-KIT/redis-operator */
export const opstreeRedisOperator = defineProject({
  name: 'OpsTree Redis Operator',
  effects: [losesDatabase(kindsOf('redis.redis.opstreelabs.in', 'Redis', 'RedisCluster', 'RedisReplication'))],
});

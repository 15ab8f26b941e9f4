import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Redis Enterprise for Kubernetes. https://github.com/RedisLabs/redis-enterprise-k8s-docs */
export const redisEnterprise = defineProject({
  name: 'Redis Enterprise',
  effects: [losesDatabase(kindsOf('app.redislabs.com', 'RedisEnterpriseCluster', 'RedisEnterpriseDatabase'))],
});

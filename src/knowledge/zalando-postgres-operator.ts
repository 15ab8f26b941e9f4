import type { EffectRow } from './form/effect.js';
import { losesBalancer } from './form/load-balancers.js';
import { defineProject } from './form/project.js';

/** Zalando's Postgres Operator. https://postgres-operator.readthedocs.io/en/latest/reference/cluster_manifest/ */
export const zalandoPostgresOperator = defineProject({
  name: "Zalando's Postgres Operator",
  effects: [
    // Without the field, the operator goes by its own configuration: `shouldCreateLoadBalancerForService`,
    // https://github.com/zalando/postgres-operator/blob/master/pkg/cluster/k8sres.go
    ...['enableMasterLoadBalancer', 'enableReplicaLoadBalancer'].flatMap((field): readonly EffectRow[] => {
      const row = { on: 'acid.zalan.do/postgresql', at: `spec.${field}`, ...losesBalancer };
      return [
        { ...row, when: (was, is) => was === true && is === false, severity: 'error' },
        { ...row, when: (was, is) => was === true && is === undefined, severity: 'warning' },
      ];
    }),
  ],
});

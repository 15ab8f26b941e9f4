import type { EffectRow } from './form/effect.js';
import { losesBalancer } from './form/load-balancers.js';
import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { asksForSmallerVolumes } from './form/smaller-volumes.js';
import { stopsDatabase, toZero } from './form/stopped.js';
import { lower, refusesOlder } from './form/versions.js';

const POSTGRESQL = 'acid.zalan.do/postgresql';

/** Zalando's Postgres Operator. https://postgres-operator.readthedocs.io/en/latest/reference/cluster_manifest/ */
export const zalandoPostgresOperator = defineProject({
  name: "Zalando's Postgres Operator",
  effects: [
    // https://postgres-operator.readthedocs.io/en/latest/administrator/
    losesDatabase(POSTGRESQL),
    // Without the field, the operator uses its own configuration: `shouldCreateLoadBalancerForService`,
    // https://github.com/zalando/postgres-operator/blob/master/pkg/cluster/k8sres.go
    ...['enableMasterLoadBalancer', 'enableReplicaLoadBalancer'].flatMap((field): readonly EffectRow[] => {
      const row = { on: POSTGRESQL, at: `spec.${field}`, ...losesBalancer };
      return [
        { ...row, when: (was, is) => was === true && is === false, severity: 'error' },
        { ...row, when: (was, is) => was === true && is === undefined, severity: 'warning' },
      ];
    }),
    // https://github.com/zalando/postgres-operator/blob/master/pkg/cluster/volumes.go
    asksForSmallerVolumes(POSTGRESQL, 'spec.volume.size', 'ignores'),
    // `IsBiggerPostgresVersion`: https://github.com/zalando/postgres-operator/blob/master/pkg/cluster/cluster.go
    refusesOlder(
      POSTGRESQL,
      'spec.postgresql.version',
      lower(1),
      "Zalando's operator ignores",
      'the operator only goes to a newer version: the cluster stays at the one that it has',
    ),
    // https://github.com/zalando/postgres-operator/blob/master/docs/reference/cluster_manifest.md
    stopsDatabase(POSTGRESQL, 'spec.numberOfInstances', toZero),
  ],
});

import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const workload = (spec: object, kind = 'Deployment', labels: object = {}): Build => {
  const all = { app: 'web', ...labels };
  const template = { metadata: { labels: all }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
  return object('apps/v1', kind, { selector: { matchLabels: { app: 'web' } }, template, ...spec });
};
const budget = (spec: object, selector: object = { matchLabels: { app: 'web' } }, name = 'web'): Build => {
  return (scope) => {
    new ApiObject(scope, `budget-${name}`, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { selector, ...spec },
    } as never);
  };
};
const autoscaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', {
  maxReplicas: 5,
  minReplicas: 2,
  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
  metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '1' } } }],
});
const of = (...builds: readonly Build[]) => one({ build: both(...builds) });
const shop = { matchExpressions: [{ key: 'shop', operator: 'Exists' }] };
const one1 = workload({ replicas: 1 });
const fault = { none: 'it is not among the known faults of Flux trees' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX678',
    bad: () => [
      ...of(budget({ maxUnavailable: 0 })),
      ...of(budget({ minAvailable: '100%' })),
      ...of(one1, budget({ minAvailable: 1 })),
      ...of(workload({ replicas: 3 }, 'StatefulSet'), budget({ minAvailable: '80%' })),
    ],
    good: () => [
      ...of(one1, budget({ maxUnavailable: 1 })),
      ...of(one1, budget({ maxUnavailable: '10%' })),
      ...of(workload({ replicas: 2 }), budget({ minAvailable: 1 })),
      ...of(workload({ replicas: 2 }), budget({ minAvailable: '50%' })),
      // Somebody may scale it, and a Deployment of zero pods has none to keep.
      ...of(workload({}), budget({ minAvailable: 1 })),
      ...of(workload({}), autoscaler, budget({ minAvailable: 2 })),
      ...of(workload({ replicas: 0 }), budget({ minAvailable: 1 })),
      ...of(one1, budget({ minAvailable: 1 }, { matchLabels: { app: 'other' } })),
      ...of(one1, workload({}, 'StatefulSet'), budget({ minAvailable: 1 })),
    ],
    mutation: { adds: () => platform.extended({ build: both(one1, budget({ minAvailable: 1 })) }) },
    fault,
    live: { none: 'Flux applies it; evictions say it' },
  },
  {
    code: 'FX679',
    bad: () =>
      of(
        workload({}, 'Deployment', { shop: 'eu' }),
        budget({ maxUnavailable: 1 }),
        budget({ maxUnavailable: 1 }, shop, 'shop'),
      ),
    good: () => [
      ...of(workload({}), budget({ maxUnavailable: 1 }), budget({ maxUnavailable: 1 }, shop, 'shop')),
      ...of(
        workload({}, 'Deployment', { shop: 'eu' }),
        budget({ maxUnavailable: 1 }),
        budget({ maxUnavailable: 1 }, { matchExpressions: [{ key: 'shop', operator: 'NotIn', values: ['eu'] }] }, 'us'),
      ),
    ],
    mutation: {
      adds: () =>
        platform.extended({
          build: both(workload({}), budget({ maxUnavailable: 1 }), budget({ maxUnavailable: 1 }, {}, 'all')),
        }),
    },
    fault,
    live: { none: 'Flux applies both; evictions say it' },
  },
];

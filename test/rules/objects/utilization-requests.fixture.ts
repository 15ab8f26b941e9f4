import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const deployment = (resources: object, pod: object = {}): Build => {
  return (scope) => {
    const labels = { app: 'web' };
    const main = { name: 'main', image: 'web:1', resources: { requests: { cpu: '100m', memory: '64Mi' } } };
    new ApiObject(scope, 'deployment', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [main, { name: 'proxy', image: 'proxy:1', ...resources }], ...pod },
        },
      },
    } as never);
  };
};
const autoscaler = (metrics: object, apiVersion = 'autoscaling/v2'): Build => {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  return object(apiVersion, 'HorizontalPodAutoscaler', { maxReplicas: 3, scaleTargetRef, ...metrics });
};
const on = (name: string, target: object = { type: 'Utilization', averageUtilization: 80 }) => ({
  metrics: [{ type: 'Resource', resource: { name, target } }],
});
const onMain = {
  metrics: [
    {
      type: 'ContainerResource',
      containerResource: {
        name: 'cpu',
        container: 'main',
        target: { type: 'Utilization', averageUtilization: 80 },
      },
    },
  ],
};
const programs = (...programs: readonly (readonly [Build, ...Build[]])[]) =>
  programs.flatMap((builds) => one({ build: both(...builds) }));
const none = deployment({});
const cpu = deployment({ resources: { requests: { cpu: '10m' } } });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX641',
    bad: () => programs([none, autoscaler(on('cpu'))], [none, autoscaler({})], [cpu, autoscaler(on('memory'))]),
    good: () =>
      programs(
        [cpu, autoscaler(on('cpu'))],
        [deployment({ resources: { limits: { cpu: '10m' } } }), autoscaler({}, 'autoscaling/v1')],
        [none, autoscaler(onMain)],
        [none, autoscaler(on('cpu', { type: 'AverageValue', averageValue: '500m' }))],
        [deployment({}, { resources: { requests: { cpu: 1 } } }), autoscaler(on('cpu'))],
        [
          none,
          autoscaler(on('cpu')),
          object('v1', 'LimitRange', { limits: [{ type: 'Container', defaultRequest: { cpu: '10m' } }] }),
        ],
      ),
    mutation: {
      adds: () => platform.extended({ build: both(none, autoscaler(on('cpu'))) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'Flux applies both; the autoscaler says it in its status, where there are metrics' },
  },
];

import { made } from '../account-programs.js';
import * as platform from '../platform-changes.js';
import { quota } from '../policy-programs.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

interface Given {
  readonly kind?: string;
  readonly spec?: object;
  readonly requests?: object;
  readonly limits?: object;
  readonly pod?: object;
}

const workload = (name: string, { kind = 'Deployment', spec = {}, pod = {}, ...resources }: Given = {}): Build => {
  const labels = { app: name };
  const containers = [{ name: 'main', image: 'web:1', resources }];
  const template = { metadata: { labels }, spec: { containers, ...pod } };
  return made('apps/v1', kind, name, undefined, { spec: { selector: { matchLabels: labels }, template, ...spec } });
};
const three = { spec: { replicas: 3 } };
const cpu = (amount: string) => ({ requests: { cpu: amount } });
const of = (...programs: readonly (readonly [Build, ...Build[]])[]) =>
  programs.flatMap((builds) => one({ build: both(...builds) }));

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX897',
    bad: () =>
      of(
        [quota({ pods: 2 }), workload('web', three)],
        [quota({ 'count/pods': '2' }), workload('a'), workload('b'), workload('c')],
        [
          quota({ 'requests.cpu': 1 }),
          workload('a', cpu('600m')),
          workload('b', { ...cpu('500m'), kind: 'StatefulSet' }),
        ],
        [quota({ cpu: 1 }), workload('a', { ...three, ...cpu('400m') })],
        [quota({ 'limits.memory': '1Gi' }), workload('a', { ...three, limits: { memory: '512Mi' } })],
      ),
    good: () =>
      of(
        [quota({ pods: 3 }), workload('web', three)],
        [quota({ 'count/pods': '3' }), workload('a'), workload('b'), workload('c')],
        [quota({ 'requests.cpu': 1 }), workload('a', cpu('500m')), workload('b', cpu('500m'))],
        [quota({ cpu: '1200m' }), workload('a', { ...three, ...cpu('400m') })],
        [quota({ 'limits.memory': '2Gi' }), workload('a', { ...three, limits: { memory: '512Mi' } })],
        // How many pods there are isn't known, or they aren't counted.
        [quota({ pods: 2 }, { scopes: ['Terminating'] }), workload('web', three)],
        [quota({ pods: 2 }), workload('web', { spec: { replicas: 3, paused: true } })],
        [quota({ pods: 2 }), workload('a'), workload('b'), workload('c', { spec: { replicas: 0 } })],
        [
          quota({ pods: 2 }),
          workload('web', cpu('1m')),
          object('autoscaling/v2', 'HorizontalPodAutoscaler', {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
            minReplicas: 3,
            maxReplicas: 5,
          }),
        ],
      ),
    mutation: {
      adds: () => platform.extended({ build: both(quota({ pods: 2 }), workload('web', three)) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: 'accounts',
  },
];

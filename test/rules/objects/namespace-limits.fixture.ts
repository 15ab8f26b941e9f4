import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const pods = (resources: object, spec: object = {}, namespace?: string): Build => {
  const labels = { app: 'web' };
  const containers = [{ name: 'main', image: 'web:1', resources }];
  return object(
    'apps/v1',
    'Deployment',
    { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers, ...spec } } },
    namespace === undefined ? {} : { namespace },
  );
};
const range = (limits: object): Build => object('v1', 'LimitRange', { limits: [{ type: 'Container', ...limits }] });
const quota = (hard: object, more: object = {}): Build => object('v1', 'ResourceQuota', { hard, ...more });
const of = (...programs: readonly (readonly [Build, ...Build[]])[]) =>
  programs.flatMap((builds) => one({ build: both(...builds) }));
/** In a namespace that the tree makes, so that nobody else gives defaults there. */
const own = (...builds: readonly [Build, ...Build[]]) =>
  one({ namespace: 'own', build: both(...builds) }, {}, { createNamespace: true });
const memory = (limit: string, request?: string) => ({
  limits: { memory: limit },
  ...(request && { requests: { memory: request } }),
});

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX721',
    bad: () => [
      ...of(
        [range({ max: { memory: '1Gi' } }), pods(memory('2Gi'))],
        [range({ min: { cpu: '100m' } }), pods({ requests: { cpu: '50m' } })],
        [range({ default: { memory: '512Mi' } }), pods({ requests: { memory: '1Gi' } })],
        [quota({ 'requests.memory': '1Gi' }), pods(memory('2Gi'))],
        [quota({ 'limits.cpu': 1 }), pods({ limits: { cpu: '1500m' } })],
        [quota({ pods: 0 }), pods({})],
        [quota({ 'count/pods': '0' }), pods({})],
        [quota({ 'count/replicasets.apps': '0' }), pods({})],
      ),
      ...own(quota({ 'limits.memory': '8Gi' }), pods({ requests: { memory: '1Gi' } })),
    ],
    good: () => [
      ...of(
        [range({ max: { memory: '2Gi' }, min: { memory: '1Gi' } }), pods(memory('2Gi', '1Gi'))],
        [range({ max: { memory: '1Gi' } }), pods({})],
        [range({ type: 'Pod', max: { memory: '1Gi' } }), pods(memory('512Mi'))],
        [range({ default: { memory: '512Mi' } }), pods(memory('1Gi', '1Gi'))],
        [quota({ 'count/replicasets.apps': '1', 'count/jobs.batch': '0' }), pods({})],
        [quota({ 'requests.memory': '2Gi', pods: '3' }), pods(memory('2Gi'))],
        [quota({ 'requests.memory': '1Gi' }, { scopes: ['Terminating'] }), pods(memory('2Gi'))],
        // Something else may give defaults here; and another namespace has other limits.
        [quota({ 'limits.memory': '8Gi' }), pods({})],
        [range({ max: { memory: '1Gi' } }), pods(memory('2Gi'), {}, 'kube-system')],
      ),
      ...own(quota({ 'limits.memory': '8Gi' }), range({ default: { memory: '1Gi' } }), pods({})),
      ...own(quota({ 'limits.memory': '8Gi' }), pods(memory('1Gi'))),
      ...own(quota({ 'limits.memory': '8Gi' }), pods({}, { resources: memory('1Gi') })),
    ],
    mutation: {
      adds: () => platform.extended({ build: both(range({ max: { memory: '1Gi' } }), pods(memory('2Gi'))) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'Flux applies the Deployment; its ReplicaSet says that the pods are forbidden' },
  },
];

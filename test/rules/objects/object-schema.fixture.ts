import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one, widgetCrd } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX315',
    mutation: () => platform.mutate('karpenter-nodes', 'NodePool/default', platform.set('spec.weight', 'heavy')),
    live: {
      twins: {
        'object-schema': {
          says: '.spec.maxHistroy: field not declared in schema',
          make: (bad) => ({
            charts: { 'object-schema': twin.chartOf('object-schema') },
            build: twin.release({}, { [bad ? 'maxHistroy' : 'maxHistory']: 5 }),
          }),
        },
      },
    },
  },
  {
    code: 'FX316',
    mutation: () =>
      platform.mutate(
        'karpenter-nodes',
        'EC2NodeClass/default',
        platform.set('spec.amiSelectorTerms', [{ alias: 'al2023@latest', id: 'ami-1' }]),
      ),
    live: {
      twins: {
        'object-rule': {
          says: "failed rule: !has(self.retryInterval) || self.name == 'RetryOnFailure'",
          make: (bad) => {
            const strategy = { name: bad ? 'RemediateOnFailure' : 'RetryOnFailure', retryInterval: '1m' };
            return {
              charts: { 'object-rule': twin.chartOf('object-rule') },
              build: twin.release({}, { upgrade: { strategy } }),
            };
          },
        },
      },
    },
  },
  {
    code: 'FX323',
    mutation: { none: 'a notice of what a newer Kubernetes refuses' },
    live: { none: 'it is about a newer Kubernetes; native-rules.test.ts asks an API server about each rule' },
  },
  {
    code: 'FX317',
    mutation: { none: 'a file that the app names' },
    live: { none: 'it is about a file of the app' },
  },
  {
    code: 'FX318',
    mutation: { none: 'a notice of what was not looked at' },
    live: { none: 'it says what was not looked at' },
  },
  {
    code: 'FX647',
    bad: () =>
      one({
        build: both(
          widgetCrd('example.org'),
          object('example.org/v1beta1', 'Widget'),
          object('example.org/v1', 'Wigdet'),
          object('example.org/v1', 'Gadget'),
          object('batch/v1beta1', 'CronJob'),
          object('extensions/v1beta1', 'Ingress'),
          object('policy/v1beta1', 'PodSecurityPolicy'),
          object('apps/v2', 'Deployment'),
          object('apps/v1', 'Deploymnet'),
          object('apps/v1', 'Service'),
          object('source.toolkit.fluxcd.io/v1beta1', 'Bucket'),
          object('source.toolkit.fluxcd.io/v1', 'GitRepo'),
        ),
      }),
    good: () =>
      one({
        build: both(
          widgetCrd('example.org'),
          object('example.org/v1', 'Widget', {}),
          // An API server may have what is not there yet, or comes with a setting.
          object('resource.k8s.io/v1alpha3', 'DeviceTaintRule'),
          object('apps/v1beta3', 'Deployment'),
          object('batch/v1', 'WorkQueue'),
          object('v1', 'Event'),
        ),
      }),
    mutation: () =>
      platform.mutate('karpenter', platform.karpenter, () => {}, { apiVersion: 'helm.toolkit.fluxcd.io/v2beta1' }),
    fault: ['a version that the API server no longer serves', 'a kind that no CRD of its group defines'],
    live: {
      twins: {
        'unserved-version': {
          says: 'no matches for kind "Widget" in version "unserved-version.example.org/v1beta1"',
          make: (bad) => ({
            build: both(
              widgetCrd('unserved-version.example.org'),
              object(`unserved-version.example.org/${bad ? 'v1beta1' : 'v1'}`, 'Widget', {}),
            ),
          }),
        },
        'unserved-kind': {
          says: 'no matches for kind "Wigdet" in version "unserved-kind.example.org/v1"',
          make: (bad) => ({
            build: both(
              widgetCrd('unserved-kind.example.org'),
              object('unserved-kind.example.org/v1', bad ? 'Wigdet' : 'Widget', {}),
            ),
          }),
        },
        'removed-version': {
          says: 'no matches for kind "PodDisruptionBudget" in version "policy/v1beta1"',
          make: (bad) => ({
            build: object(bad ? 'policy/v1beta1' : 'policy/v1', 'PodDisruptionBudget', {
              minAvailable: 1,
              selector: { matchLabels: { app: 'web' } },
            }),
          }),
        },
      },
    },
  },
];

import { ConfigMap } from 'fluxspan';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, from, inner, one, releaseFrom, values, watched } from '../rule-programs.js';

const sharedVars: Build = (scope) => {
  new ConfigMap(scope, 'shared', { name: 'shared-vars', labels: watched, data: { REGION: 'eu' } });
};

/** A Kustomization of one's own, with vars that others may give. */
const ofKustomization = (name: string, ...builds: readonly Build[]) =>
  one({
    build: both(
      inner({ retryInterval: '1m', postBuild: { substituteFrom: [{ kind: 'ConfigMap', name }] } }),
      ...builds,
    ),
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX609',
    bad: () => releaseFrom(from('more'), values('more', 'a: 1', { 'reconcile.fluxcd.io/watch': 'enabled' })),
    good: () => releaseFrom(from('more'), values('more', 'a: 1')),
    mutation: () => {
      const labels = { 'reconcile.fluxcd.io/watch': 'enabled' };
      const object = platform.configMap({ 'values.yaml': 'a: 1' }, { namespace: 'karpenter' });
      const withMap = platform.add('karpenter', {
        ...object,
        json: { ...object.json, metadata: { name: 'extra', labels } },
      });
      return platform.readExtra(withMap);
    },
    fault: 'a ConfigMap without the watch label',
    live: 'over-time',
  },
  {
    code: 'FX610',
    bad: () => [
      ...ofKustomization('cluster-vars'),
      ...ofKustomization('shared-vras', sharedVars),
      ...releaseFrom(from('more', 'other'), (scope) => {
        new ConfigMap(scope, 'more', {
          name: 'more',
          namespace: 'kube-system',
          labels: watched,
          data: { 'values.yaml': '' },
        });
        new ConfigMap(scope, 'other', { name: 'other', labels: watched, data: { values: '' } });
      }),
    ],
    good: () => [...releaseFrom(from('more'), values('more', 'a: 1')), ...ofKustomization('shared-vars', sharedVars)],
    mutation: () =>
      platform.mutate(
        'karpenter',
        platform.karpenter,
        platform.set('spec.valuesFrom', [{ kind: 'ConfigMap', name: 'karpenter-values' }]),
      ),
    fault: 'values that nobody writes',
    live: {
      twins: {
        'value-source': {
          says: `could not resolve ConfigMap chart values reference 'default/gone' with key 'values.yaml'`,
          by: twin.helmRelease('value-source'),
          make: (bad) => ({
            charts: { 'value-source': twin.chartOf('value-source') },
            build: twin.release({}, { valuesFrom: [{ kind: 'ConfigMap', name: 'gone', optional: !bad }] }),
          }),
        },
      },
    },
  },
  {
    code: 'FX621',
    bad: () => releaseFrom(from('one', 'two'), values('one', '- a'), values('two', 'a: b: c')),
    good: () => releaseFrom(from('one'), values('one', 'a: b')),
    mutation: () =>
      platform.readExtra(
        platform.add('karpenter', platform.configMap({ 'values.yaml': '- a' }, { namespace: 'karpenter' })),
      ),
    fault: 'values that are no mapping',
    live: {
      twins: {
        'values-mapping': {
          says: 'cannot unmarshal array into Go value',
          by: twin.helmRelease('values-mapping'),
          make: (bad) => ({
            charts: { 'values-mapping': twin.chartOf('values-mapping') },
            build: twin.both(twin.release({}, twin.from('more')), twin.document('more', bad ? '- a' : 'a: 1')),
          }),
        },
      },
    },
  },
];

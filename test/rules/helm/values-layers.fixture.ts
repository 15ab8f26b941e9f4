import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, from, one, release, releaseFrom, values } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX619',
    bad: () => {
      const valuesFrom = [{ kind: 'ConfigMap', name: 'more', valuesKey: 'values.yaml', targetPath: 'db.host' }];
      const { charts, build } = release({ db: { host: 'a' } }, { valuesFrom });
      return one({ charts, build: both(build, values('more', 'b')) });
    },
    good: () => {
      const valuesFrom = [
        { kind: 'ConfigMap', name: 'more', valuesKey: 'values.yaml', targetPath: 'db.host', literal: true },
      ];
      const { charts, build } = release({ db: { port: 1 } }, { valuesFrom });
      return one({ charts, build: both(build, values('more', 'b')) });
    },
    mutation: () =>
      platform.mutate('karpenter', platform.karpenter, (json) => {
        const from = { kind: 'ConfigMap', name: 'karpenter-values-terraform', targetPath: 'logLevel' };
        platform.set('spec.valuesFrom', [from])(json);
        platform.set('spec.values.logLevel', 'info')(json);
      }),
    fault: 'a targetPath that an inline value meets',
    live: {
      twins: {
        'target-path': {
          says: 'key "b" has no value',
          by: twin.helmRelease('target-path'),
          make: (bad) => ({
            charts: { 'target-path': twin.chartOf('target-path') },
            build: twin.both(
              twin.release(
                {},
                {
                  valuesFrom: [
                    {
                      kind: 'ConfigMap',
                      name: 'hosts',
                      valuesKey: 'hosts',
                      targetPath: 'hosts',
                      ...(bad ? {} : { literal: true }),
                    },
                  ],
                },
              ),
              twin.document('hosts', 'a,b', 'hosts'),
            ),
          }),
        },
      },
    },
  },
  {
    code: 'FX620',
    bad: () =>
      releaseFrom(from('one', 'two'), values('one', 'a: [1]\nb: { c: 1 }'), values('two', 'a: [2]\nb: { d: 1 }')),
    good: () => releaseFrom(from('one', 'two'), values('one', 'b: { c: 1 }'), values('two', 'b: { d: 1 }')),
    mutation: () => {
      const source = { kind: 'ConfigMap', name: 'karpenter-values-terraform', valuesKey: 'values.yaml' };
      return platform.mutate('karpenter', platform.karpenter, platform.set('spec.valuesFrom', [source, source]));
    },
    fault: "a layer that replaces another one's list",
    live: {
      twins: {
        'layer-override': {
          shows: [twin.seenBy('layer-override'), { hosts: ['b'], replicas: 1 }],
          make: (bad) => ({
            charts: { 'layer-override': twin.chartOf('layer-override') },
            build: twin.both(
              twin.release({}, twin.from('layer-one', 'layer-two')),
              twin.document('layer-one', 'hosts: [a]\nreplicas: 1\n'),
              twin.document('layer-two', bad ? 'hosts: [b]\n' : 'zones: [b]\n'),
            ),
          }),
        },
      },
    },
  },
];

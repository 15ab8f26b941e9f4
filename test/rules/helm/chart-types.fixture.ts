import { HelmRelease, helmChart } from 'fluxspan';
import { karpenterValuesSchema } from '../../../imports/charts/karpenter.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, one } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX629',
    bad: () => [
      ...typedBy('1.4.0', '2.0.0'),
      ...typedBy('1.4.0', '2.x'),
      ...typedBy('1.4.0', '1.4.0', { version: '1.5.0' }),
    ],
    good: () => [
      ...typedBy('2.0.0', 'v2.0.0+build'),
      ...typedBy('2.4.0', '2.x'),
      ...typedBy('1.5.0', '1.4.0', { version: '1.5.0' }),
    ],
    mutation: {
      adds: () =>
        platform.extended({
          charts: {
            extra: helmChart({ url: 'oci://example.org/extra', version: '9.9.9', valuesSchema: karpenterValuesSchema }),
          },
          build: (scope, { charts }) =>
            void new HelmRelease(scope, 'a', { chart: charts['extra'] as typeof platform.chart }),
        }),
    },
    fault: 'a chart that has moved on from the types of its values',
    live: { none: 'it is about what the next import of the types would show' },
  },
];

/** A chart whose types are of one version and that is pinned to another. */
const typedBy = (types: string, version: string, settings?: object) => {
  const valuesSchema = Object.assign(() => ({}), { text: '{}', version: types });
  const web = helmChart({ url: 'oci://example.org/charts/web', version, valuesSchema });
  const build: Build = (scope, { charts }) => {
    new HelmRelease(scope, 'web', { chart: charts['web'] as typeof web });
  };
  return one({ charts: { web }, build }, {}, settings);
};

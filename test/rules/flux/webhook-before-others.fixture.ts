import { HelmRelease, helmChart } from 'fluxspan';
import { addon, diagnosticsOf, type LooseContext } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, object } from '../rule-programs.js';

const chart = helmChart({
  url: 'https://aws.github.io/eks-charts',
  chart: 'aws-load-balancer-controller',
  version: '3.5.0',
});
const balancers = (values: object) =>
  addon('balancers', {
    charts: { balancers: chart },
    build: ((scope, { charts }: LooseContext) => {
      new HelmRelease(scope, 'release', { chart: charts['balancers'] as typeof chart, values: values as never });
    }) satisfies Build,
  });
const service = object('v1', 'Service', { ports: [{ port: 80 }] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX600',
    bad: () => diagnosticsOf({ first: [balancers({}), addon('web', { build: service })] }),
    good: () => [
      ...diagnosticsOf({
        first: [balancers({ enableServiceMutatorWebhook: false }), addon('web', { build: service })],
      }),
      ...diagnosticsOf({
        first: [balancers({})],
        second: [addon('web', { requires: ['balancers'], build: service })],
      }),
    ],
    mutation: () =>
      platform.mutate(
        'alb-controller',
        'HelmRelease/alb-controller',
        platform.set('spec.values.enableServiceMutatorWebhook', true),
      ),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: 'over-time',
  },
];

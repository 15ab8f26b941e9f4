import { synthCluster } from 'fluxspan/testing';
import { addon, clusterOf } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { release } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX625',
    bad: () => excepted('FX302', { object: 'ConfigMap/web', reason: 'x' }, {}),
    good: () => excepted('FX618', { object: 'HelmRelease/web', reason: 'the chart prints it whole' }, { n: 1e6 }),
    mutation: () => platform.excepting({ code: 'FX618', reason: ' ', object: 'HelmRelease/karpenter' }),
    fault: { none: 'Flux itself never sees it' },
    live: { none: 'it is about the words of the code' },
  },
  {
    code: 'FX626',
    bad: () => excepted('FX618', { object: 'HelmRelease/wbe', reason: 'the chart prints it whole' }, { n: 1e6 }),
    good: () => excepted('FX618', { addon: 'web', reason: 'the chart prints it whole' }, { n: 1e6 }),
    mutation: () =>
      platform.excepting({ code: 'FX618', reason: 'it prints it whole', object: 'HelmRelease/karpenter' }),
    fault: { none: 'Flux itself never sees it' },
    live: { none: 'it is about the words of the code' },
  },
];

const excepted = (code: string, options: object, of: object) => {
  const cluster = clusterOf({ first: [addon('web', release(of))] });
  (cluster as unknown as { except(code: string, options: object): void }).except(code, options);
  return synthCluster(cluster).diagnostics;
};

import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { object, one } from '../rule-programs.js';

const spec = { interval: '1h', url: 'https://example.org/web', ref: { branch: 'main' } };
const source = (labels?: object) =>
  object('source.toolkit.fluxcd.io/v1', 'GitRepository', spec, labels === undefined ? {} : { labels });
const program = (watchLabelSelector: string, labels?: object) =>
  one({ build: source(labels) }, { flux: { version: '2.9', watchLabelSelector } });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX327',
    bad: () => program('!sharding.fluxcd.io/key', { 'sharding.fluxcd.io/key': 'shard1' }),
    good: () => [
      ...program('!sharding.fluxcd.io/key'),
      ...program('team=platform'),
      ...program('team=platform', { team: 'platform' }),
      ...program('team in (platform, web), tier != edge', { team: 'web' }),
      ...program('team notin (web),!old', { team: 'platform' }),
    ],
    mutation: () => ({
      ...platform.clean,
      cluster: platform.flux('2.9', false, { version: '2.9', watchLabelSelector: 'team=platform' }),
    }),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'a controller that does not look at an object says nothing of it' },
  },
];

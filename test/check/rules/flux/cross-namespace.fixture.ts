import * as platform from '../../platform-changes.js';
import type { RuleFixture } from '../../rule-fixture.js';
import { one, release } from '../../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX613',
    bad: () => one(release({}), { lockdown: true, chartSourceNamespace: 'flux-system' }),
    good: () => one(release({}), { lockdown: true }),
    mutation: () => ({ ...platform.clean, cluster: platform.flux('2.9', true) }),
    fault: 'a source of another namespace under lockdown',
    live: 'over-time',
  },
];

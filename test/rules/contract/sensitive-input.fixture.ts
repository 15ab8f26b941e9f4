import { z } from 'zod';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one, release } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX615',
    bad: () =>
      one({
        ...release({}),
        infra: { values: { web: z.object({ db: z.object({ password: z.string(), host: z.string() }) }) } },
      }),
    good: () =>
      one({ ...release({}), infra: { values: { web: z.object({ db: z.object({ secretName: z.string() }) }) } } }),
    mutation: () => ({
      ...platform.clean,
      contract: {
        ...platform.clean.contract,
        vars: { ...platform.clean.contract.vars, TF_DB_PASSWORD: platform.clean.contract.vars['TF_AWS_REGION']! },
      },
    }),
    fault: 'a secret in a ConfigMap',
    live: { none: 'whoever may read the ConfigMap reads the secret' },
  },
];

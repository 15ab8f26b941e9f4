import { z } from 'zod';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one, withData } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX601',
    bad: () => one({ infra: { vars: { TF_NAME: z.string() } } }),
    good: () => withData('text'),
    mutation: () => ({
      ...platform.clean,
      contract: {
        ...platform.clean.contract,
        vars: {
          ...platform.clean.contract.vars,
          TF_AWS_REGION: { ...platform.clean.contract.vars['TF_AWS_REGION']!, readBy: [] },
        },
      },
    }),
    fault: 'an input that nobody reads',
    live: { none: 'Terraform is asked for more than is read' },
  },
];

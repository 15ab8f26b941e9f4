import { helmChart } from 'fluxspan';
import { z } from 'zod';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one, release } from '../rule-programs.js';

const service: Build = (scope, { vars }) =>
  object('v1', 'Service', { ports: [{ port: vars['TF_PORT'], targetPort: vars['TF_TARGET'] }] })(scope, {} as never);
const valuesSchema = () => ({
  type: 'object',
  properties: { replicas: { type: 'integer' }, share: { type: 'number' } },
});
const charts = {
  web: helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema: valuesSchema as never }),
};

const program = (number: () => z.ZodType) =>
  one({
    charts,
    infra: {
      vars: { TF_PORT: number(), TF_TARGET: number() },
      values: { web: z.object({ replicas: number(), share: z.number() }) },
    },
    build: both(service, release({}).build),
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX651',
    bad: () => program(() => z.number()),
    good: () => program(() => z.int()),
    mutation: {
      adds: () =>
        platform.extended({
          infra: { vars: { TF_PORT: z.number(), TF_TARGET: z.literal([80, 443]) } },
          build: service,
        }),
    },
    fault: 'a number with a fraction where a port is wanted',
    live: {
      twins: {
        'whole-number': {
          says: 'cannot convert float64 to int32',
          make: (bad) => ({
            infra: {
              vars: {
                TF_WHOLE: bad
                  ? z.number().meta({ examples: [2.5] })
                  : z
                      .int()
                      .min(1)
                      .meta({ examples: [8080] }),
              },
            },
            build: (scope, { vars }) =>
              object(
                'v1',
                'Service',
                { selector: { app: 'none' }, ports: [{ port: vars['TF_WHOLE'] }] },
                { name: 'whole' },
              )(scope, {} as never),
          }),
        },
      },
    },
  },
];

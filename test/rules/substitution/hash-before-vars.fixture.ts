import { ConfigMap } from 'fluxspan';
import { z } from 'zod';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { name, one } from '../rule-programs.js';

const program = (nameSuffixHash: boolean) =>
  one({
    infra: { vars: { TF_NAME: name(), TF_OTHER: z.enum(['a', 'b']) } },
    build: (scope, { vars }) => {
      const data = { text: `-${vars['TF_NAME']}-${vars['TF_OTHER']}`, script: 'echo ${HOME}' };
      new ConfigMap(scope, 'config', { name: 'config', data, nameSuffixHash });
      new ConfigMap(scope, 'fixed', { name: 'fixed', data, nameSuffixHash, immutable: true });
      new ConfigMap(scope, 'plain', { name: 'plain', data: { script: 'echo ${HOME}' }, nameSuffixHash: true });
    },
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX645',
    bad: () => program(true),
    good: () => program(false),
    mutation: {
      adds: () =>
        platform.extended({
          infra: platform.region,
          build: (scope, { vars }) =>
            void new ConfigMap(scope, 'config', { data: { region: vars['TF_AWS_REGION']! }, nameSuffixHash: true }),
        }),
    },
    fault: { none: 'kustomize says nothing of it, and neither does Flux' },
    live: { none: 'nothing happens, which is what it says' },
  },
];

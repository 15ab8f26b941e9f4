import { ConfigMap } from 'fluxspan';
import { z } from 'zod';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX622',
    bad: () => collision(['blue', 'green']),
    good: () => collision(['red', 'green']),
    mutation: () =>
      platform.withAddon('karpenter-nodes', (one) => {
        const named = (name: string) => ({
          ...one.objects[0]!,
          ...platform.configMap({}, { name, title: `ConfigMap/${name}` }),
          references: [],
          json: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'flux-system' }, data: {} },
        });
        const [first] = one.built.inputs.vars.values();
        const colour = { ...first!, schema: { type: 'string', enum: ['blue', 'green'] } as const };
        const vars = new Map(one.built.inputs.vars).set('TF_COLOUR', colour);
        return {
          ...one,
          built: { ...one.built, inputs: { ...one.built.inputs, vars }, known: { ...one.built.known, vars } },
          objects: [...one.objects, named('karpenter-${TF_COLOUR}'), named('karpenter-blue')],
        };
      }),
    fault: 'two objects with one identity after substitution',
    live: {
      twins: {
        'name-collision': {
          says: 'id matched 2 resources',
          make: (bad) => ({
            infra: { vars: { TF_SIDE: z.enum(['left', 'right']) } },
            build: (scope, { vars }) => {
              new ConfigMap(scope, 'one', { name: `on-the-${vars['TF_SIDE']}`, data: {} });
              new ConfigMap(scope, 'two', { name: bad ? 'on-the-left' : 'on-the-top', data: {} });
            },
          }),
        },
      },
    },
  },
];

const collision = (colours: readonly [string, string]) =>
  one({
    infra: { vars: { TF_COLOUR: z.enum(colours) } },
    build: (scope, { vars }) => {
      new ConfigMap(scope, 'one', { name: `web-${vars['TF_COLOUR']}`, data: {} });
      new ConfigMap(scope, 'two', { name: 'web-blue', data: {} });
    },
  });

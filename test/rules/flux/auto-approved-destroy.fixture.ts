import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one, text } from '../rule-programs.js';

const program = (spec: object) =>
  one(
    {
      build: both(
        text('a'),
        object('infra.contrib.fluxcd.io/v1alpha2', 'Terraform', {
          interval: '10m',
          path: './terraform',
          sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
          ...spec,
        }),
      ),
    },
    { external: ['infra.contrib.fluxcd.io'] },
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX784',
    bad: () => program({ approvePlan: 'auto', destroyResourcesOnDeletion: true }),
    good: () => [
      ...program({ approvePlan: '', destroyResourcesOnDeletion: true }),
      ...program({ approvePlan: 'auto', destroyResourcesOnDeletion: false }),
      ...program({ approvePlan: 'auto' }),
    ],
    mutation: { none: 'the platform has no objects of tofu-controller' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'it is advice: the cluster does what the object says' },
  },
];

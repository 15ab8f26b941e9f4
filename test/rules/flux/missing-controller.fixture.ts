import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { object, one } from '../rule-programs.js';

const two = ['source-controller', 'kustomize-controller'] as const;
const policy = object('image.toolkit.fluxcd.io/v1', 'ImagePolicy', {
  imageRepositoryRef: { name: 'web' },
  policy: { semver: { range: '1.x' } },
});
const external = [{ kind: 'ImageRepository', name: 'web', namespace: 'default' }];
const programs = (components?: readonly string[]) =>
  one({ build: policy }, { external, flux: { version: '2.9', ...(components && { components }) } });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX326',
    bad: () => programs(two),
    good: () => [...programs([...two, 'image-reflector-controller']), ...programs()],
    mutation: () => ({
      ...platform.clean,
      cluster: platform.flux('2.9', false, { version: '2.9', components: two }),
    }),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'the harness installs the CRDs of every controller, so that Flux says nothing' },
  },
];

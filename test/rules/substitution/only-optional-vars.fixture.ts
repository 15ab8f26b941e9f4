import { checkState } from '../../../src/rules/index.js';
import { schemas } from '../../support/schemas.js';
import type { RuleFixture } from '../rule-fixture.js';
import { config, kustomization, stateOf } from '../yaml-repository.js';

const reading = (postBuild: string) =>
  checkState(
    stateOf({
      'clusters/prod/web.yaml': kustomization('web', `  postBuild: ${postBuild}`),
      'web/config.yaml': config('${DB_HOST}'),
    }),
    { schemas },
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX616',
    bad: () => reading('{ substituteFrom: [{ kind: ConfigMap, name: settings, optional: true }] }'),
    good: () =>
      reading('{ substituteStrategy: Always, substituteFrom: [{ kind: ConfigMap, name: settings, optional: true }] }'),
    mutation: { none: 'synth writes substituteStrategy: Always, and a var of its own for earlier versions of Flux' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'Flux reports that all is ready, and a twin shows only what Flux or the API server refuses' },
  },
];

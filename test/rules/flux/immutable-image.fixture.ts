import { imagePolicy } from 'fluxspan';
import type { RuleFixture } from '../rule-fixture.js';
import { object, one } from '../rule-programs.js';

const listed = { external: [{ kind: 'ImagePolicy', namespace: 'apps', name: 'web' }] };
const template = (image: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image }], restartPolicy: 'Never' },
});
const marked = () => template(imagePolicy('apps:web', 'ghcr.io/acme/web:1.2.3'));
const job = (spec: object, annotations: object = {}) =>
  one({ build: object('batch/v1', 'Job', spec, { annotations }) }, listed);
const force = { 'kustomize.toolkit.fluxcd.io/force': 'enabled' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX665',
    // Of a suspended Job, too: only where its pods may run can be changed.
    bad: () => [...job({ template: marked() }), ...job({ template: marked(), suspend: true })],
    good: () => [
      ...job({ template: marked() }, force),
      ...job({ template: template('ghcr.io/acme/web:1.2.3') }),
      // Flux creates it anew.
      ...job({ template: marked(), ttlSecondsAfterFinished: 60 }).filter(({ code }) => code !== 'FX723'),
      ...one(
        {
          build: object('batch/v1', 'CronJob', {
            schedule: '0 3 * * *',
            jobTemplate: { spec: { template: marked() } },
          }),
        },
        listed,
      ),
    ],
    mutation: { none: 'the platform marks no image' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'nothing fails before the second image; immutable.test.ts shows what the API server says then' },
  },
];

import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, object, one } from '../rule-programs.js';

const policy = (spec: object): Build => object('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: {}, ...spec });
const job = (spec: object, annotations: object = {}): Build =>
  object(
    'batch/v1',
    'Job',
    { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'web:1' }] } }, ...spec },
    { annotations },
  );
const to = [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }];
const from = [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }];
const wrong = policy({ policyTypes: ['Ingress'], egress: to });
const of = (...builds: readonly Build[]) => builds.flatMap((build) => one({ build }));
const fault = { none: 'it is not among the known faults of Flux trees' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX722',
    bad: () => of(wrong, policy({ policyTypes: ['Egress'], ingress: from, egress: to })),
    good: () =>
      of(
        policy({ policyTypes: ['Ingress', 'Egress'], egress: to }),
        policy({ egress: to }),
        policy({ policyTypes: ['Ingress'], egress: [], ingress: from }),
        policy({ policyTypes: ['Ingress'] }),
      ),
    mutation: { adds: () => platform.extended({ build: wrong }) },
    fault,
    live: { none: 'nothing says so: what the rules are about stays open' },
  },
  {
    code: 'FX723',
    bad: () => of(job({ ttlSecondsAfterFinished: 300 })),
    good: () =>
      of(
        job({}),
        job({ ttlSecondsAfterFinished: 300, suspend: true }),
        job({ ttlSecondsAfterFinished: 300 }, { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' }),
        object('batch/v1', 'CronJob', {
          schedule: '0 * * * *',
          jobTemplate: {
            spec: {
              ttlSecondsAfterFinished: 300,
              template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'web:1' }] } },
            },
          },
        }),
      ),
    mutation: { adds: () => platform.extended({ build: job({ ttlSecondsAfterFinished: 300 }) }) },
    fault,
    live: { none: 'nothing says so: the Job runs again' },
  },
];

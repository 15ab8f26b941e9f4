import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one, release } from '../rule-programs.js';

const workload = (kind: string, labels: object): Build => {
  const containers = [{ name: 'main', image: 'web:1', ports: [{ containerPort: 8080 }] }];
  const template = { metadata: { labels }, spec: { containers } };
  return (scope) => {
    new ApiObject(scope, kind, {
      apiVersion: 'apps/v1',
      kind,
      metadata: { name: 'web' },
      spec: { selector: { matchLabels: { app: 'web' } }, template },
    } as never);
  };
};
const service = (selector: object): Build =>
  object('v1', 'Service', { selector, ports: [{ port: 80, targetPort: 8080 }] });
const policy = (podSelector: object): Build => object('networking.k8s.io/v1', 'NetworkPolicy', { podSelector });
const job: Build = (scope) => {
  new ApiObject(scope, 'job', {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'migrate' },
    spec: {
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'web:1' }] },
      },
    },
  } as never);
};
const web = workload('Deployment', { app: 'web' });
const owned = { namespace: 'shop', createNamespace: true };
const of = (...builds: readonly Build[]) => one({ ...owned, build: both(...builds) });
const fault = { none: 'it is not among the known faults of Flux trees' };
const live = { none: 'Flux applies it: what is missing is traffic' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX692',
    bad: () => [
      ...of(web, service({ app: 'wbe' })),
      ...of(web, policy({ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] })),
      // Only pods of cdk8s-plus have this label, in any namespace.
      ...one({ build: both(web, service({ 'cdk8s.io/metadata.addr': 'deployment-wbe' })) }),
    ],
    good: () => [
      ...of(web, service({ app: 'web' }), policy({ matchLabels: { app: 'web' } })),
      ...of(web, policy({})),
      ...of(web, job, service({ 'job-name': 'migrate' })),
      // Something else may make the pods.
      ...of(service({ app: 'wbe' })),
      ...one({ build: both(web, service({ app: 'wbe' })) }),
      ...one({ ...owned, ...release({}), build: both(release({}).build, service({ app: 'wbe' })) }),
    ],
    mutation: {
      adds: () => platform.extended({ build: both(web, service({ 'cdk8s.io/metadata.addr': 'deployment-wbe' })) }),
    },
    fault,
    live,
  },
  {
    code: 'FX693',
    bad: () => of(web, job, service({ app: 'web' })),
    good: () => [
      ...of(web, service({ app: 'web' })),
      // A canary.
      ...of(web, workload('StatefulSet', { app: 'web' }), service({ app: 'web' })),
      ...of(web, job, policy({ matchLabels: { app: 'web' } })),
    ],
    mutation: { adds: () => platform.extended({ build: both(web, job, service({ app: 'web' })) }) },
    fault,
    live,
  },
];

import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const deployment = (spec: object, annotations: object = {}): Build => {
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
  return object('apps/v1', 'Deployment', { selector: { matchLabels: labels }, template, ...spec }, { annotations });
};
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '500m' } } };
const autoscaler = (spec: object = {}): Build =>
  object('autoscaling/v2', 'HorizontalPodAutoscaler', {
    maxReplicas: 5,
    scaleTargetRef: target,
    metrics: [cpu],
    ...spec,
  });
const second: Build = (scope) => {
  new ApiObject(scope, 'second', {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'second' },
    spec: { maxReplicas: 5, scaleTargetRef: target, metrics: [cpu] },
  } as never);
};
const scaledObject = (scaleTargetRef: object = { name: 'web' }, annotations: object = {}): Build =>
  object(
    'keda.sh/v1alpha1',
    'ScaledObject',
    { scaleTargetRef, triggers: [{ type: 'cron', metadata: { timezone: 'UTC' } }] },
    { annotations },
  );
const of = (builds: readonly Build[], settings?: object) =>
  one({ build: both(...builds) }, { external: ['keda.sh'] }, settings);
const two = deployment({ replicas: 2 });
const none = deployment({});
const flux = (mark: string, value: string) => ({ [`kustomize.toolkit.fluxcd.io/${mark}`]: value });
const fault = { none: 'it is not among the known faults of Flux trees' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX676',
    bad: () => [...of([two, autoscaler()]), ...of([two, scaledObject()])],
    good: () => [
      ...of([none, autoscaler()]),
      ...of([none, scaledObject()]),
      // Zero turns an autoscaler off, and this one has no choice.
      ...of([deployment({ replicas: 0 }), autoscaler()]),
      ...of([two, autoscaler({ minReplicas: 2, maxReplicas: 2 })]),
      // Flux leaves it as it is.
      ...of([deployment({ replicas: 2 }, flux('ssa', 'IfNotPresent')), autoscaler()]),
      ...of([two, autoscaler()], {
        kustomization: {
          patches: [{ patch: '- { op: remove, path: /spec/replicas }', target: { kind: 'Deployment' } }],
        },
      }),
    ],
    mutation: { adds: () => platform.extended({ build: both(two, autoscaler()) }) },
    fault,
    live: { none: 'nothing says so: the number of pods goes back and forth' },
  },
  {
    code: 'FX677',
    bad: () => [...of([none, autoscaler(), second]), ...of([none, autoscaler(), scaledObject()])],
    good: () => [
      ...of([none, autoscaler(), object('v1', 'Service', { ports: [{ port: 80 }] })]),
      ...of([none, second, autoscaler({ scaleTargetRef: { ...target, name: 'other' } })].slice(0, 2)),
      ...of([
        none,
        autoscaler(),
        scaledObject({ name: 'web' }, { 'scaledobject.keda.sh/transfer-hpa-ownership': 'true' }),
      ]),
    ],
    mutation: { adds: () => platform.extended({ build: both(none, autoscaler(), second) }) },
    fault,
    live: { none: 'Flux applies both; the autoscaler says it in its status' },
  },
];

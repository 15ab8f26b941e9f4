import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one } from '../rule-programs.js';

const pods = (container: object, kind = 'Deployment') => {
  const labels = { app: 'web' };
  const spec = { containers: [{ name: 'main', image: 'web:1', ...container }] };
  return object('apps/v1', kind, { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } });
};
const image = (text: string) => pods({ image: text });
const memory = (amount: unknown, field = 'limits') => pods({ resources: { [field]: { memory: amount } } });
const fault = { none: 'it is not among the known faults of Flux trees' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX680',
    bad: () => [
      ...one({ build: image('https://registry.example.org/web:1') }),
      ...one({ build: image('registry.example.org/Web:1') }),
      ...one({ build: image(' registry.example.org/web:1') }),
      ...one({ build: image('registry.example.org/web:1.0.0@latest') }),
      ...one({ build: object('v1', 'Pod', { initContainers: [{ name: 'a', image: 'A' }], containers: [] }) }),
    ],
    good: () => [
      ...one({ build: image('web') }),
      ...one({ build: image('Registry.example.org:5000/team/web_1.2/a--b:V1') }),
      ...one({ build: image('localhost/web:1') }),
      ...one({ build: image(`registry.example.org/web:1@sha256:${'a'.repeat(64)}`) }),
      // Flux puts another one there; and nothing starts it.
      ...one({ build: image('WEB_IMAGE') }, {}, { kustomization: { images: [{ name: 'WEB_IMAGE', newName: 'web' }] } }),
      ...one({
        build: object('apps/v1', 'StatefulSet', {
          replicas: 0,
          selector: { matchLabels: { app: 'web' } },
          template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'LATER' }] } },
        }),
      }),
    ],
    mutation: { adds: () => platform.extended({ build: image('registry.example.org/Web:1') }) },
    fault,
    live: { none: 'Flux applies it, and the pod says it in its status; test/live/taken-values.test.ts shows one' },
  },
  {
    code: 'FX681',
    bad: () => [...one({ build: memory('512m') }), ...one({ build: memory('128m', 'requests') })],
    good: () => [
      ...one({ build: memory('512Mi') }),
      ...one({ build: memory('512M') }),
      ...one({ build: memory(134217728) }),
      // 128 MiB, as Kubernetes' docs write it.
      ...one({ build: memory('134217728000m') }),
      ...one({ build: pods({ resources: { limits: { cpu: '512m' } } }) }),
    ],
    mutation: { adds: () => platform.extended({ build: both(memory('512m')) }) },
    fault,
    live: { none: 'Flux applies it; no container starts with one byte' },
  },
];

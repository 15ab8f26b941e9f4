import * as twin from '../../live/twin-programs.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, one, operator, route, widget } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX605',
    bad: () => one({ build: both(widget, route) }, { external: ['gateway.networking.k8s.io'] }),
    good: () => one({ build: widget }, { external: ['example.org'] }),
    mutation: () => platform.move('gateway-api', 'Gateway/gateway-api', 'karpenter'),
    fault: 'a custom resource whose CRD nobody brings',
    live: {
      twins: {
        'crd-provider': {
          says: 'no matches for kind "Widget" in version "example.org/v1"',
          make: (bad) => ({ build: bad ? twin.object('example.org/v1', 'Widget', {}) : twin.data(() => ({})) }),
        },
      },
    },
  },
  {
    code: 'FX606',
    bad: () =>
      diagnosticsOf({
        first: [operator('operator', { provides: ['example.org'], kustomization: { wait: false } })],
        second: [addon('web', { requires: ['example.org'], build: widget })],
      }),
    good: () =>
      diagnosticsOf({
        first: [operator('operator', { provides: ['example.org'] })],
        second: [addon('web', { requires: ['example.org'], build: widget })],
      }),
    mutation: () => platform.mutate('karpenter-crds', 'Kustomization/karpenter-crds', platform.set('spec.wait', false)),
    fault: 'a custom resource whose CRD nobody waits for',
    live: 'over-time',
  },
];

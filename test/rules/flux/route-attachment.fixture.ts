import { Namespace } from 'fluxspan';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const namespace: Build = (scope) => {
  new Namespace(scope, 'apps', { name: 'apps' });
};
const gateway = (listener: object): Build =>
  object('gateway.networking.k8s.io/v1', 'Gateway', {
    gatewayClassName: 'a',
    listeners: [{ name: 'http', protocol: 'HTTP', port: 80, ...listener }],
  });
const route = (spec: object, metadata: object): Build =>
  object('gateway.networking.k8s.io/v1', 'HTTPRoute', spec, metadata);
const fromApps = route({ parentRefs: [{ name: 'web', namespace: 'default' }] }, { namespace: 'apps' });
const toApps: Build = both(
  namespace,
  object('v1', 'Service', { ports: [{ port: 80 }] }, { namespace: 'apps' }),
  gateway({}),
  route(
    { parentRefs: [{ name: 'web' }], rules: [{ backendRefs: [{ name: 'web', namespace: 'apps', port: 80 }] }] },
    {},
  ),
);
const grant: Build = object(
  'gateway.networking.k8s.io/v1beta1',
  'ReferenceGrant',
  {
    from: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'default' }],
    to: [{ group: '', kind: 'Service' }],
  },
  { namespace: 'apps' },
);
/** To a Service outside of the tree. */
const toOthers: Build = both(
  gateway({}),
  route(
    { parentRefs: [{ name: 'web' }], rules: [{ backendRefs: [{ name: 'web', namespace: 'others', port: 80 }] }] },
    {},
  ),
);
const outside = {
  external: [
    'gateway.networking.k8s.io',
    { kind: 'Namespace', name: 'others' },
    { kind: 'Service', name: 'web', namespace: 'others' },
  ],
};
const options = { external: ['gateway.networking.k8s.io'] };
const none = { none: 'it is not among the known faults of Flux trees' };
const live = { none: 'the controller of the Gateway says so, and none runs here' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX636',
    bad: () => one({ build: both(namespace, gateway({}), fromApps) }, options),
    good: () =>
      one({ build: both(namespace, gateway({ allowedRoutes: { namespaces: { from: 'All' } } }), fromApps) }, options),
    mutation: () =>
      platform.mutate('gateway-api', 'Gateway/gateway-api', (json) => {
        const { listeners } = (json as never as { spec: { listeners: { allowedRoutes?: unknown }[] } }).spec;
        for (const listener of listeners) delete listener.allowedRoutes;
      }),
    fault: none,
    live,
  },
  {
    code: 'FX637',
    bad: () => [...one({ build: toApps }, options), ...one({ build: toOthers }, outside)],
    good: () => [
      ...one({ build: both(toApps, grant) }, options),
      // Its ReferenceGrant is outside of the tree, too.
      ...one(
        { build: toOthers },
        { ...outside, external: [...outside.external, { kind: 'ReferenceGrant', name: 'web', namespace: 'others' }] },
      ),
    ],
    mutation: {
      adds: () =>
        platform.extended({
          build: (scope, context) => {
            new Namespace(scope, 'apps', { name: 'apps' });
            object('v1', 'Service', { ports: [{ port: 80 }] }, { name: 'service', namespace: 'apps' })(scope, context);
            route(
              {
                parentRefs: [{ name: 'gateway-api', namespace: 'istio-system' }],
                rules: [{ backendRefs: [{ name: 'service', namespace: 'apps', port: 80 }] }],
              },
              { name: 'route' },
            )(scope, context);
          },
        }),
    },
    fault: none,
    live,
  },
];

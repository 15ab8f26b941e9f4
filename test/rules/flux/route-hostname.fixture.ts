import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const gateway: Build = object('gateway.networking.k8s.io/v1', 'Gateway', {
  gatewayClassName: 'a',
  listeners: [
    { name: 'http', protocol: 'HTTP', port: 80, hostname: '*.example.org' },
    { name: 'one', protocol: 'HTTP', port: 81, hostname: 'one.example.com' },
  ],
});
const route = (hostnames: readonly string[], sectionName?: string): Build =>
  object('gateway.networking.k8s.io/v1', 'HTTPRoute', {
    hostnames,
    parentRefs: [{ name: 'web', ...(sectionName === undefined ? {} : { sectionName }) }],
  });
const options = { external: ['gateway.networking.k8s.io'] };
const programs = (...routes: readonly Build[]) =>
  routes.flatMap((each) => one({ build: both(gateway, each) }, options));

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX655',
    bad: () => programs(route(['example.org', 'web.example.com']), route(['one.example.com'], 'http')),
    good: () =>
      programs(
        route(['a.b.example.org']),
        route(['*.example.com']),
        route(['*.a.example.org', 'elsewhere.net']),
        route([], 'http'),
      ),
    mutation: {
      adds: () => platform.extended({ build: both(gateway, route(['web.example.com'])) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'the controller of the Gateway says so, and none runs here' },
  },
];

import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { nameOf, placeOf } from '../references/describe.js';
import { haveCommonHost, listenersOf } from '../references/listeners.js';
import { defineRule, specOf } from '../rule.js';

export const routeHostname = defineDiagnostic({
  code: 'FX655',
  name: 'route-hostname',
  severity: 'error',
  summary: "No listener of the Gateway that a route names has any of the route's hostnames.",
  page: {
    example: 'hostnames: ["app.example.com"]   // and each listener of the Gateway has the hostname "*.example.org"',
    flux: 'NoMatchingListenerHostname, in the status of the route; its traffic gets a 404',
    right: 'hostnames: ["app.example.org"]; or a listener with the hostname "*.example.com"',
  },
  exceptable: true,
});

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** A route shares a hostname with a listener of each Gateway in the tree that it names. */
export const routeHostnameRule = defineRule([routeHostname], (_, report, { references: { all, targets } }) => {
  for (const reference of all) {
    const { object, row, group, kind } = reference;
    if (row.at !== 'spec.parentRefs[]' || kind !== 'Gateway' || group !== 'gateway.networking.k8s.io') continue;
    const hosts = textsOf(specOf(object)['hostnames']);
    const gateway = targets.find(reference)?.object;
    if (gateway === undefined || hosts.length === 0) continue;
    // A listener without a hostname accepts every hostname.
    const taken = listenersOf(gateway, reference).map(({ hostname }) => (typeof hostname === 'string' ? hostname : ''));
    if (taken.length === 0 || taken.includes('') || [...hosts, ...taken].some((one) => holdsExpression(one))) continue;
    if (hosts.some((one) => taken.some((other) => haveCommonHost(one, other)))) continue;
    report(
      diagnose(routeHostname, {
        message: `${object.title} is for ${hosts.join(', ')}, and ${nameOf(reference)} takes only ${[...new Set(taken)].join(', ')}`,
        at: placeOf(reference),
        notes: ['its status reports: NoMatchingListenerHostname'],
        fix: `add a listener with the hostname "${hosts[0]}", or name a hostname that the Gateway takes`,
      }),
    );
  }
});

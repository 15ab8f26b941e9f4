import { ConfigMap } from 'fluxspan';
import { addon, diagnosticsOf, type LooseDefinition } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';

const inApps = (level: string): LooseDefinition => ({
  namespace: 'apps',
  createNamespace: true,
  namespaceLabels: { 'pod-security.kubernetes.io/enforce': level },
  build: (scope) => {
    new ConfigMap(scope, 'data', { data: { a: 'b' } });
  },
});
const two = (level: string) =>
  diagnosticsOf({ first: [addon('web', inApps('privileged')), addon('shop', inApps(level))] });
const within = (options: object) => diagnosticsOf({ first: [addon('web', inApps('privileged'))] }, { options });

const needing = (addonName: string, namespaceLabels: Readonly<Record<string, string>>) =>
  platform.withAddon(addonName, (one) => ({
    ...one,
    built: { ...one.built, instance: { ...one.built.instance, namespaceLabels } },
  }));

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX667',
    bad: () => two('restricted'),
    good: () => two('privileged'),
    mutation: { none: 'no two addons of the platform need labels of one namespace' },
    fault: { none: 'public trees label a namespace where they make it, once' },
    live: { none: "pod security is the API server's, and no pods run in the live tests" },
  },
  {
    code: 'FX668',
    bad: () => within({ external: [{ kind: 'Namespace', name: 'apps' }] }),
    good: () => within({}),
    mutation: () => needing('metrics-server', { 'pod-security.kubernetes.io/enforce': 'privileged' }),
    fault: { none: 'it is a notice' },
    live: { none: "pod security is the API server's, and no pods run in the live tests" },
  },
];

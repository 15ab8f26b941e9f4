import { ConfigMap } from 'fluxspan';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { name, one } from '../rule-programs.js';

const elsewhere = (varsNamespaces: readonly string[]) =>
  one(
    {
      infra: { vars: { TF_NAME: name() } },
      build: (scope, { vars }) => {
        new ConfigMap(scope, 'data', { data: { name: `a-${vars['TF_NAME']}` } });
      },
    },
    { varsNamespaces, external: [{ kind: 'Namespace', name: 'apps' }] },
    { kustomization: { namespace: 'apps' } },
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX658',
    bad: () => elsewhere([]),
    good: () => elsewhere(['apps']),
    mutation: () =>
      platform.withAddon('karpenter-nodes', (addon) => ({
        ...addon,
        built: { ...addon.built, kustomizationNamespace: 'karpenter' },
      })),
    fault: { none: 'the ConfigMap that nobody writes, FX610, is the known one' },
    live: 'over-time',
  },
];

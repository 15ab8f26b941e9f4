import { ociSource } from 'fluxspan';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const source = (kind: string, spec: object): Build =>
  object('source.toolkit.fluxcd.io/v1', kind, { interval: '1h', ...spec }, { name: kind.toLowerCase() });

const ofAddon = (url: string) => one({ source: ociSource({ url, ref: { tag: '1' } }), path: './' });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX634',
    bad: () => [
      ...one({
        build: both(
          source('HelmRepository', { url: 'oci://example.org/charts' }),
          source('OCIRepository', { url: 'oci://example.org/Charts/web', ref: { tag: '1' } }),
        ),
      }),
      ...ofAddon('oci://example.org/web:1.0'),
      ...ofAddon('oci://example.org/w'),
      ...ofAddon('oci://example.org/web/'),
    ],
    good: () => [
      ...one({
        build: both(
          // Flux takes the slash off.
          source('HelmRepository', { type: 'oci', url: 'oci://example.org/charts/' }),
          source('OCIRepository', { url: 'oci://example.org/charts/web', ref: { tag: '1' } }),
        ),
      }),
      ...ofAddon('oci://example.org/web'),
    ],
    mutation: () =>
      platform.mutate(
        'karpenter',
        'OCIRepository/karpenter',
        platform.set('spec.url', 'oci://public.ecr.aws/Karpenter'),
      ),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'test/live/references.test.ts shows it: sources of a tree are replaced by local ones there' },
  },
];

import { Construct } from 'constructs';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const source = (kind: string, name: string, ref: object): Build => {
  const url = kind === 'GitRepository' ? 'https://example.org/web' : 'oci://example.org/web';
  const make = object('source.toolkit.fluxcd.io/v1', kind, { interval: '1h', url, ref }, { name });
  return (scope, context) => make(new Construct(scope, name), context);
};
const git = (name: string, ref: object) => source('GitRepository', name, ref);
const oci = (name: string, ref: object) => source('OCIRepository', name, ref);
const sha = 'a'.repeat(64);

/** A release of a chart in that OCIRepository. */
const released =
  (name: string): Build =>
  (scope, context) => {
    const make = object(
      'helm.toolkit.fluxcd.io/v2',
      'HelmRelease',
      {
        interval: '1h',
        chartRef: { kind: 'OCIRepository', name },
        install: { strategy: { name: 'RetryOnFailure' } },
        upgrade: { strategy: { name: 'RetryOnFailure' } },
      },
      { name },
    );
    make(new Construct(scope, `release-${name}`), context);
  };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX659',
    bad: () =>
      one({
        build: both(
          git('branch', { branch: 'feature 1' }),
          git('tag', { tag: 'v1..0' }),
          git('name', { name: 'main' }),
          git('commit', { commit: '4f53cda', branch: '/main' }),
          oci('tag-oci', { tag: 'v1+build' }),
          oci('digest', { digest: 'sha256:4f53cda', tag: 'not read' }),
          oci('sha512', { digest: `sha512:${sha}${sha}` }),
          oci('latest', { tag: 'latest' }),
          released('latest'),
          oci('none', {}),
          released('none'),
        ),
      }),
    good: () =>
      one({
        build: both(
          git('branch', { branch: 'feature/1-a.b' }),
          git('tag', { tag: 'charts/v1.0.0+build@1' }),
          git('name', { name: 'refs/pull/420/head' }),
          git('commit', { commit: 'A'.repeat(40), branch: 'main', tag: 'not read' }),
          git('var', { branch: 'a ${B}' }),
          oci('tag-oci', { tag: '_v1-build.2' }),
          oci('digest', { digest: `sha256:${sha}`, tag: 'not read' }),
          released('digest'),
          oci('version', { tag: 'v1.2.3-rc.1' }),
          released('version'),
          oci('range', { semver: '1.x', tag: 'latest' }),
          released('range'),
          // Other artifacts than charts have any tags.
          oci('manifests', { tag: 'latest' }),
        ),
      }),
    mutation: () =>
      platform.mutate('karpenter', 'OCIRepository/karpenter', platform.set('spec.ref', { digest: 'sha256:4f53cda' })),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: 'refusals',
  },
];

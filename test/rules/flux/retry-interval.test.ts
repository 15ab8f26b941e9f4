import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon } from '../../support/synthesize.js';

/** As Flux's getting-started guide writes them: neither `install` nor `upgrade`. */
const guide = (name: string, count: number) =>
  addon(name, {
    build: (scope) => {
      for (let index = 0; index < count; index++) {
        new ApiObject(scope, `release-${index}`, {
          apiVersion: 'helm.toolkit.fluxcd.io/v2',
          kind: 'HelmRelease',
          metadata: { name: `${name}-${index}` },
          spec: { interval: '10m', chartRef: { kind: 'OCIRepository', name: 'chart', namespace: 'flux-system' } },
        });
      }
    },
  });

const external = [{ kind: 'OCIRepository', name: 'chart', namespace: 'flux-system' }];

const told = (...[stages, except = []]: [readonly ReturnType<typeof addon>[], (readonly string[])?]) => {
  const cluster = new FluxCluster(new FluxApp(), 'dev', { external }).stage('apps', stages);
  for (const object of except) cluster.except('FX614', { object, reason: 'a test' });
  return synthCluster(cluster).diagnostics.filter(({ code }) => code === 'FX614');
};

it('advises once for all releases of a cluster', () => {
  const [one, ...others] = told([guide('api', 2), guide('web', 1)]);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    message:
      'HelmRelease/api-0 does not retry a failed install or upgrade: the release stalls until its chart or values change',
    at: { addon: 'api', object: 'HelmRelease/api-0', path: 'spec' },
    fix: "give install: { strategy: { name: 'RetryOnFailure' } }, upgrade: { strategy: { name: 'RetryOnFailure' } }",
  });
  expect(one?.notes[0]).toBe('the same is true of HelmRelease/api-1 of api, HelmRelease/web-0 of web');
});

it('counts those that it does not name', () => {
  const [one] = told([guide('api', 14)]);
  expect(one?.notes[0]).toMatch(/^the same is true of (?:HelmRelease\/api-\d+ of api, ){10}and 3 more$/);
});

it('leaves out what an exception is for', () => {
  expect(told([guide('api', 2)], ['HelmRelease/api-0'])).toMatchObject([{ at: { object: 'HelmRelease/api-1' } }]);
  expect(told([guide('api', 2)], ['HelmRelease/api-0', 'HelmRelease/api-1'])).toEqual([]);
});

it.each([
  ['1m', 0],
  ['30s', 0],
  ['1m1s', 1],
  ['10m', 1],
  ['${INTERVAL}', 1],
])('says nothing of a Kustomization that is tried again after a minute anyway: %s', (interval, count) => {
  const build = (scope: Construct) => {
    const sourceRef = { kind: 'GitRepository', name: 'flux-system' };
    new ApiObject(scope, 'inner', {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'inner', namespace: 'flux-system' },
      spec: { interval, path: './inner', prune: true, sourceRef },
    });
  };
  expect(told([addon('web', { build })])).toHaveLength(count);
});

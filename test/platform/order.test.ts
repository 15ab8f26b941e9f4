import { FluxApp } from 'fluxspan';
import { externalSecrets, externalSecretsCrds, gatewayApiCrds } from 'fluxspan/addons';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { checkCluster } from '../../src/check/index.js';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import type { CompiledCluster } from '../../src/compile/compiled-cluster.js';
import { findCriticalPath } from '../../src/compile/critical-path.js';
import app, { dev, prod } from '../../src/platform/app.js';
import { addon, clusterOf } from '../support/synthesize.js';

const [cluster, ...others] = [dev, prod].map((one) => compileCluster(app, one, openCompileContext(app))) as [
  CompiledCluster,
  ...CompiledCluster[],
];

/** The codes that appear where an addon doesn't wait for another one. */
const without = (from: string, to: string): ReadonlySet<string> => {
  const changed = cluster.addons.map((addon) => {
    if (addon.built.name !== to) return addon;
    const dependsOn = addon.built.dependsOn.filter((one) => one !== from);
    expect(dependsOn.length, `${to} waits for ${from}`).toBe(addon.built.dependsOn.length - 1);
    return { ...addon, built: { ...addon.built, dependsOn } };
  });
  expect(checkCluster(cluster, {}).filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = checkCluster({ ...cluster, addons: changed }, {});
  return new Set(found.flatMap(({ severity, code }) => (severity === 'error' ? [code] : [])));
};

describe("the order of this repository's clusters", () => {
  it('has four levels, as the hand-written tree had, and none by choice', () => {
    for (const { built } of [cluster, ...others]) {
      expect(findCriticalPath(built)).toEqual({
        levels: 4,
        path: ['external-secrets-crds', 'external-secrets', 'secrets-manager-store', 'authentik'],
        others: 1,
        chosen: 0,
      });
    }
  });

  it('needs the store before the apps that read it', () => {
    for (const name of ['authentik', 'headlamp']) expect(without('secrets-manager-store', name)).toContain('FX307');
  });

  it('needs the webhook of External Secrets before the store that it admits', () => {
    expect(without('external-secrets', 'secrets-manager-store')).toContain('FX608');
  });

  it('lets the chart of External Secrets replace the CRDs of the other addon, where the operator does not wait for them', () => {
    const { definition } = externalSecrets;
    const crdsOf = (requires: readonly string[]) => {
      const operator = addon('external-secrets', { ...definition, requires } as never);
      const stages = { crds: [externalSecretsCrds(), gatewayApiCrds()], operators: [operator] };
      const { objects } = synthCluster(clusterOf(stages, { app: new FluxApp() }));
      const release = objects.find(({ kind }) => kind === 'HelmRelease') as { spec: { install: object } } | undefined;
      return release?.spec.install;
    };
    expect(crdsOf(definition.requires ?? [])).toMatchObject({ crds: 'Skip' });
    expect(crdsOf([])).toMatchObject({ crds: 'CreateReplace' });
  });

  it('needs no wait for the load balancer controller, which is asked about no Service', () => {
    for (const { addons } of [cluster, ...others]) {
      const release = addons
        .find(({ built }) => built.name === 'alb-controller')
        ?.objects.find(({ kind }) => kind === 'HelmRelease')?.json as { spec: { values: object } } | undefined;
      // With it, a chart with a Service can't be installed until the controller's pods serve.
      expect(release?.spec.values).toMatchObject({ enableServiceMutatorWebhook: false });
    }
  });
});

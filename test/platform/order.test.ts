import { describe, expect, it } from 'vitest';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import type { CompiledCluster } from '../../src/compile/compiled-cluster.js';
import { findCriticalPath } from '../../src/dependencies/critical-path.js';
import app, { dev, prod } from '../../src/platform/app.js';
import { checkCluster } from '../../src/rules/index.js';

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
  return new Set(found.flatMap(({ severity, code }) => (severity === 'notice' ? [] : [code])));
};

describe("the order of this repository's clusters", () => {
  it('has three levels, one less than the hand-written tree had, and none by choice', () => {
    for (const { built } of [cluster, ...others]) {
      expect(findCriticalPath(built)).toEqual({
        levels: 3,
        path: ['external-secrets', 'secrets-manager-store', 'authentik'],
        others: 2,
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

  it('needs the CRDs of External Secrets before the store, and not before the operator, which waits by itself', () => {
    expect(without('external-secrets-crds', 'secrets-manager-store')).toContain('FX605');
    const operator = cluster.addons.find(({ built }) => built.name === 'external-secrets')!;
    expect(operator.built.dependsOn).toEqual([]);
    // It brings no object of theirs, and its chart leaves them to the addon that has them.
    expect(operator.objects.filter(({ group }) => group === 'external-secrets.io')).toEqual([]);
    const release = operator.objects.find(({ kind }) => kind === 'HelmRelease')?.json as { spec: object } | undefined;
    expect(release?.spec).toMatchObject({ install: { crds: 'Skip' }, values: { installCRDs: false } });
  });

  it('needs no wait for the Gateway, on which routes hang as soon as it is there', () => {
    for (const name of ['authentik', 'headlamp']) {
      const { built, objects } = cluster.addons.find((one) => one.built.name === name)!;
      expect(objects.some(({ kind }) => kind === 'HTTPRoute')).toBe(true);
      expect(built.dependsOn).not.toContain('gateway-api');
      expect(without('gateway-api-crds', name)).toContain('FX605');
    }
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

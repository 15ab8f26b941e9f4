import { ConfigMap } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';

/** By the name of their addon, what FX648 refuses, and Flux's words. */
const cases: Readonly<Record<string, readonly [expression: string, says: string]>> = {
  syntax: ["data.text = 'a'", 'failed to parse the expression Current: failed to parse the CEL expression'],
  'has-no-field': ['has(data)', 'invalid argument to has() macro'],
};

const cluster = () =>
  clusterOf({
    all: Object.entries(cases).map(([name, [current]]) =>
      addon(
        name,
        {
          build: (scope) => {
            new ConfigMap(scope, 'text', { data: { text: 'a' } });
          },
        },
        { kustomization: { healthCheckExprs: [{ apiVersion: 'v1', kind: 'ConfigMap', current }] } },
      ),
    ),
  });

describeLive(
  'health checks that Flux cannot compile',
  (live) => {
    it('are refused by synth', () => {
      const found = synthCluster(cluster()).diagnostics.filter(({ code }) => code === 'FX648');
      expect(found.map(({ at }) => at.addon).sort()).toEqual(Object.keys(cases).sort());
    });

    it('stall their Kustomizations, and nothing is applied', async () => {
      const files = Object.entries(synthCluster(cluster()).files).map(([path, text]) => [`k8s/${path}`, text]);
      await live().applyTree(Object.fromEntries(files));
      for (const [name, [, says]] of Object.entries(cases)) {
        await live().until(`${name}: ${says}`, async () => {
          const { status } = (await live().get(kustomization(name))) ?? {};
          return status?.conditions?.some(
            ({ type, status: is, message }) => type === 'Stalled' && is === 'True' && message?.includes(says) === true,
          );
        });
        expect(await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'default' })).toBeUndefined();
      }
    });
  },
  { long: true },
);

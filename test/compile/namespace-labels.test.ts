import { Chart, Testing } from 'cdk8s';
import { ConfigMap, defineAddon } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf, diagnosticsOfAddon, type LooseDefinition } from '../support/synthesize.js';

const ENFORCE = 'pod-security.kubernetes.io/enforce';

const inApps = (namespaceLabels: Readonly<Record<string, string>>, more: LooseDefinition = {}): LooseDefinition => ({
  namespace: 'apps',
  createNamespace: true,
  namespaceLabels,
  build: (scope) => {
    new ConfigMap(scope, 'data', { data: {} });
  },
  ...more,
});

const labelsOf = (cluster: Parameters<typeof synthCluster>[0]) => {
  const { objects, contract, diagnostics } = synthCluster(cluster);
  expect(diagnostics).toEqual([]);
  const made = (objects as unknown as readonly { kind: string; metadata: { name: string; labels?: object } }[]).find(
    ({ kind, metadata }) => kind === 'Namespace' && metadata.name === 'apps',
  );
  return { made: made?.metadata.labels, contract: contract.namespaces.find(({ name }) => name === 'apps')?.labels };
};

it('whoever creates a namespace gives it the labels that all addons in it need', () => {
  const all = { [ENFORCE]: 'baseline', team: 'a', tier: 'web' };
  const stages = {
    first: [addon('web', inApps({ [ENFORCE]: 'baseline', tier: 'web' }))],
    second: [addon('shop', inApps({ [ENFORCE]: 'baseline', team: 'a' }))],
  };
  expect(labelsOf(clusterOf(stages))).toEqual({ made: all, contract: all });
});

it('a Namespace beside a Kustomization that lives in it has them too', () => {
  const lives = addon('web', inApps({ team: 'a' }), { kustomization: { namespace: 'apps' } });
  expect(labelsOf(clusterOf({ first: [lives] })).made).toEqual({ team: 'a' });
});

it("the cluster's code says others over those of the addon", () => {
  const used = addon('web', inApps({ [ENFORCE]: 'privileged', team: 'a' }), { namespaceLabels: { team: 'b' } });
  expect(labelsOf(clusterOf({ first: [used] })).made).toEqual({ [ENFORCE]: 'privileged', team: 'b' });
});

it('an addon in a plain cdk8s chart makes its namespace with them', () => {
  const chart = new Chart(Testing.app(), 'plain');
  const web = defineAddon({
    name: 'web',
    namespace: 'apps',
    createNamespace: true,
    namespaceLabels: { team: 'a' },
    build(scope) {
      new ConfigMap(scope, 'data', { data: {} });
    },
  });
  web.addTo(chart);
  expect(Testing.synth(chart)[0].metadata).toMatchObject({ name: 'apps', labels: { team: 'a' } });
});

it('an addon without a namespace has none to label', () => {
  const found = diagnosticsOfAddon(inApps({ team: 'a' }, { namespace: undefined, createNamespace: false }));
  expect(found.map(({ code, at }) => [code, at.path])).toContainEqual(['FX108', 'namespaceLabels']);
});

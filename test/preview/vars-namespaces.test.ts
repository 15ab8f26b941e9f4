import { expect, it } from 'vitest';
import type { FluxApp } from '../../src/cluster/flux-app.js';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { applyCluster } from '../../src/preview/apply-cluster.js';
import { exampleConfigMaps } from '../../src/preview/given-config-maps.js';
import { spread } from '../terraform/clusters.js';

const app = spread.node.root as FluxApp;
const compiled = compileCluster(app, spread, openCompileContext(app));
const infra = exampleConfigMaps(compiled.contract);
const readerWith = (configMaps: typeof infra.configMaps) =>
  applyCluster(compiled, { ...infra, configMaps }).find(({ name }) => name === 'reader')!;

it('reads the vars of a Kustomization in its own namespace', () => {
  const reader = readerWith(infra.configMaps);
  expect(reader.error).toBeUndefined();
  expect(reader.vars.get('TF_TEXT')?.from).toBe('ConfigMap apps/cluster-vars');
  const elsewhere = readerWith(infra.configMaps.filter(({ namespace }) => namespace !== 'apps'));
  expect(elsewhere.error).toBe('substitute from \'ConfigMap/cluster-vars\' error: configmaps "cluster-vars" not found');
});

import { synthCluster } from 'fluxspan/testing';
import { expect } from 'vitest';
import app from '../../../src/platform/app.js';
import { planModule } from '../../../src/terraform/module/plan-module.js';
import { many, none, relaxed, spread } from '../clusters.js';

/** The Terraform modules of the test clusters, and after them of this repository's own. */
export const clusterModules = [many, none, relaxed, spread, ...app.clusters].map((cluster) => {
  const { contract, diagnostics } = synthCluster(cluster);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { title: cluster.name, contract, module: planModule(contract) };
});

export type ClusterModule = (typeof clusterModules)[number];

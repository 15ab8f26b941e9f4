import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { dev } from './app.js';

it('synthesizes dev without a diagnostic', () => {
  const { contract, diagnostics, files, objects } = synthCluster(dev);
  expect(diagnostics).toEqual([]);
  expect(Object.keys(contract.vars)).toEqual(['TF_CLUSTER_NAME', 'TF_GUESTBOOK_HOST', 'TF_K8S_NODE_ROLE_NAME']);
  expect(objects.filter(({ kind }) => kind === 'HelmRelease')).not.toEqual([]);
  expect(files['apps/dev/guestbook/helm-release.yaml']).toMatchSnapshot();
});

import { ConfigMap } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf } from '../support/synthesize.js';

const namespacesIn = (namespace: string): readonly string[] => {
  const web = addon('web', {
    namespace,
    createNamespace: true,
    build: (scope) => {
      new ConfigMap(scope, 'data', { data: {} });
    },
  });
  const { files } = synthCluster(clusterOf({ first: [web] }));
  return Object.keys(files).filter((path) => path.endsWith('namespace.yaml'));
};

it('takes no namespace for one of Kubernetes by its first letters', () => {
  expect(namespacesIn('kube-flannel')).toEqual(['addons/dev/web/namespace.yaml']);
  expect(namespacesIn('kube-system')).toEqual([]);
});

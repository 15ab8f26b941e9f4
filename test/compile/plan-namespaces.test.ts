import type { Construct } from 'constructs';
import { ConfigMap, Namespace } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
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

describe('a Namespace object for one that is there before any addon', () => {
  const labelled = (addons: readonly string[], namespace: string, options: object = {}) => {
    const build = (scope: Construct) => {
      new Namespace(scope, 'labelled', { name: namespace, labels: { team: 'platform' } });
    };
    return synthCluster(
      clusterOf({ first: addons.map((name) => addon(name, { namespace: undefined, build })) }, { options }),
    );
  };
  const codesOf = (result: ReturnType<typeof labelled>) => result.diagnostics.map(({ code }) => code);

  it.each(['default', 'kube-system', 'kube-public', 'kube-node-lease', 'flux-system'])('labels %s', (namespace) => {
    const { diagnostics, files } = labelled(['labels'], namespace);
    expect(diagnostics).toEqual([]);
    const text = files['addons/dev/labels/namespace.yaml'];
    expect(text).toContain('team: platform');
    expect(text).toContain('prune: disabled');
  });

  it('is refused in two addons, which would take the labels from each other', () => {
    expect(codesOf(labelled(['one', 'two'], 'kube-system'))).toContain('FX207');
  });

  it('is refused for a namespace that the cluster says others create', () => {
    const result = labelled(['one'], 'given', { external: [{ kind: 'Namespace', name: 'given' }] });
    expect(codesOf(result)).toEqual(['FX207']);
    expect(result.diagnostics[0]?.fix).toContain('or take "given" out of the cluster\'s `external`');
  });
});

import { ApiObject } from 'cdk8s';
import { FluxApp } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { planWithBase } from '../../src/synth/plan-with-base.js';
import { Repository } from '../changes/repository.js';
import { addon, clusterOf } from '../support/synthesize.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const textOf = async (build: (scope: ConstructorParameters<typeof ApiObject>[0]) => void, settings: object = {}) => {
  const app = new FluxApp();
  clusterOf({ first: [addon('web', { build, ...settings })] }, { app });
  const { diagnostics } = await planWithBase(app, [], { project: repository.folder, base: {} });
  return sortDiagnostics(diagnostics).map(printDiagnostic).join('');
};
const widget = (scope: ConstructorParameters<typeof ApiObject>[0]) => {
  new ApiObject(scope, 'widget', { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'web' } });
};
const config = (scope: ConstructorParameters<typeof ApiObject>[0]) => {
  const metadata = { name: 'web', namespace: 'monitoring' };
  new ApiObject(scope, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata });
};

const kustomization = (name: string, path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 1h, prune: true, path: ${path}, sourceRef: { kind: GitRepository, name: flux-system } }
`;
const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.org }
spec:
  group: example.org
  scope: Namespaced
  names: { kind: Widget, plural: widgets }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: monitoring }\n';

/** Root → infra → crds, outside of the tree. */
const nested = () => {
  repository.write('k8s/clusters/dev/infra.yaml', kustomization('infra', './infra'));
  repository.write('infra/crds.yaml', kustomization('crds', './crds'));
  repository.write('infra/namespace.yaml', NAMESPACE);
  repository.write('crds/widgets.yaml', CRD);
  repository.publish('by hand');
};

it('says who applies a namespace already, and how to say so', async () => {
  expect(await textOf(config)).toContain('error FX207 namespace-without-creator: nothing creates the namespace');
  nested();
  const text = await textOf(config);
  expect(text).toContain(
    `no addon creates the namespace "monitoring", and the code doesn't declare that Kustomization "infra", which fluxspan did not write, applies it\n`,
  );
  expect(text).toContain(
    "fix  add { kind: 'Namespace', name: 'monitoring' } to the cluster's external; or, to take it over, make it in the",
  );
});

it('says who brings CRDs already, and how to wait for them', async () => {
  expect(await textOf(widget)).toContain('error FX605 crd-provider: nothing in the cluster provides the CRDs of');
  nested();
  const text = await textOf(widget);
  expect(text).toContain(
    `no addon provides the CRDs of "example.org", and the code doesn't declare that Kustomization "crds", which fluxspan did not write, installs them\n`,
  );
  expect(text).toContain(
    "fix  add { kind: 'Kustomization', name: 'crds', provides: ['example.org'] } to the cluster's external, and let the addon require 'example.org'",
  );
});

it('says who has the CRDs of a group that an addon requires, and that no addon provides', async () => {
  const requires = { requires: ['example.org'] };
  const words = "error FX203 missing-provider: addon 'web' requires 'example.org', which no earlier stage provides\n";
  const alone = await textOf(widget, requires);
  expect(alone).toContain(words);
  expect(alone).toContain('fix  add an addon that provides it to an earlier stage');
  nested();
  const text = await textOf(widget, requires);
  expect(text).toContain(words);
  expect(text).toContain('note Kustomization "crds", which fluxspan did not write, has its CRDs\n');
  expect(text).toContain(
    "fix  add { kind: 'Kustomization', name: 'crds', provides: ['example.org'] } to the cluster's external\n",
  );
});

it('knows what the root itself applies, and no file of its own', async () => {
  repository.write('k8s/clusters/dev/widgets.yaml', CRD);
  repository.publish('by hand');
  const text = await textOf(widget);
  expect(text).toContain("the code doesn't declare that the root Kustomization installs them");
  expect(text).toContain("fix  add 'example.org' to the cluster's external\n");
  const told = await textOf(config, { namespace: 'monitoring' });
  expect(told).toContain('nothing creates the namespace "monitoring"');
});

describe('of what ResourceSets of others make', () => {
  const set = (resource: string, more = 'inputs: [{ name: monitoring }]') => `apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSet
metadata: { name: tenants, namespace: flux-system }
spec:
  ${more}
  resources:
    - ${resource.trim().replaceAll('\n', '\n      ')}
`;
  const openInputs = `inputsFrom: [{ name: tenants }]`;
  const provider = `---
apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSetInputProvider
metadata: { name: tenants, namespace: flux-system }
spec: { type: GitHubBranch, url: https://github.com/acme/tenants }
`;
  const named = NAMESPACE.replace('monitoring', '"<< inputs.name >>"');
  const publish = (text: string) => {
    repository.write('k8s/clusters/dev/infra.yaml', kustomization('infra', './infra'));
    repository.write('infra/set.yaml', text);
    repository.publish('by hand');
  };

  it('says which set makes a namespace, or may', async () => {
    publish(set(named));
    expect(await textOf(config)).toContain(
      `no addon creates the namespace "monitoring", and the code doesn't declare that ResourceSet/tenants in flux-system, which fluxspan did not write, applies it\n`,
    );
    publish(set(named, openInputs) + provider);
    expect(await textOf(config)).toContain(
      `and the code doesn't declare whether ResourceSet/tenants in flux-system, which fluxspan did not write, applies it\n`,
    );
    publish(set(named, 'inputs: [{ name: other }]'));
    expect(await textOf(config)).toContain('nothing creates the namespace "monitoring"');
  });

  it('says which set brings CRDs, and how to wait for them', async () => {
    publish(set(CRD));
    const text = await textOf(widget);
    expect(text).toContain(
      `the code doesn't declare that ResourceSet/tenants in flux-system, which fluxspan did not write, installs them\n`,
    );
    expect(text).toContain(
      "fix  add { kind: 'Kustomization', name: 'infra', provides: ['example.org'] } to the cluster's external",
    );
    publish(set(named, openInputs) + provider);
    expect(await textOf(widget)).toContain('nothing in the cluster provides the CRDs of "example.org"');
  });
});

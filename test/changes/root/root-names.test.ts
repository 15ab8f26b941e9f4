import { spawnSync } from 'node:child_process';
import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../../src/addon/define-addon.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { printDiagnostic, printDiagnostics } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type SampleCluster, sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';
import { fluxInstance, gotkSync } from './flux-files.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const FOLDER = 'k8s/clusters/dev';
const configMap = (name: string) => ({ kind: 'ConfigMap', name, namespace: 'web' });
const web = { objects: [configMap('a')] };
const dev = (addons: SampleCluster['addons'], reads = 'fleet') =>
  sampleApp({ dev: { addons: { web, ...addons } } }, new FluxApp({ source: { kind: 'GitRepository', name: reads } }));
const named = (name: string) => dev({ [name]: { objects: [configMap('b')] } });
const source = (name: string) => ({
  kind: 'GitRepository',
  name,
  namespace: 'flux-system',
  spec: { interval: '1m', url: 'https://example.org/other' },
});
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');

const instance = (name?: string, more = '') =>
  fluxInstance(`./${FOLDER}`, { more: `${name === undefined ? '' : `    name: ${name}\n`}${more}` });

const sync = (name: string) => gotkSync(`./${FOLDER}`, { name });

describe('the names of what Flux Operator makes for a hand-written FluxInstance', () => {
  it.each([`${FOLDER}/flux-system/instance.yaml`, `${FOLDER}/instance.yaml`])('clash with addons: %s', async (path) => {
    repository.write(path, instance('fleet'));
    repository.publish('a FluxInstance');
    expect((await synth(repository, named('shop'))).codes).toEqual([]);
    repository.publish('a cluster');
    const found = await synth(repository, named('fleet'));
    expect(found.codes).toContain('FX506');
    expect(found.written).toBe(false);
    expect(textOf(found)).toContain(
      'Kustomization/fleet in flux-system would have two owners: Flux Operator makes it from spec.sync of FluxInstance/flux in flux-system, and addon "fleet" makes it, too',
    );
    expect(textOf(found)).toContain('fix  give the addon another name');
  });

  it("are refused for an addon's objects", async () => {
    repository.write(`${FOLDER}/flux-system/instance.yaml`, instance('fleet'));
    repository.publish('a FluxInstance');
    const bring = (name: string) => synth(repository, dev({ more: { objects: [source(name)] } }));
    expect((await bring('other')).codes).toEqual([]);
    const found = await bring('fleet');
    expect(found.codes).toEqual(['FX506']);
    expect(textOf(found)).toContain("The root would read what the addon's source fetches, and delete everything else");
    expect(textOf(found)).toContain('fix  give the GitRepository another name');
  });

  it('include the names that its patches set', async () => {
    const patch = `  kustomize:
    patches:
      - target: { kind: Kustomization }
        patch: '[{ "op": "replace", "path": "/metadata/name", "value": "renamed" }]'
`;
    repository.write(`${FOLDER}/flux-system/instance.yaml`, instance('fleet', patch));
    repository.publish('a FluxInstance');
    expect((await synth(repository, named('fleet'))).codes).toEqual([]);
    expect((await synth(repository, named('renamed'))).codes).toEqual(['FX506']);
  });
});

it('checks the names of an instance that the code declares', async () => {
  repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [../../../flux-settings/dev]\n');
  const app = (name: string) => {
    const made = new FluxApp({ source: { kind: 'GitRepository', name: 'fleet' } });
    const url = 'https://example.org/fleet';
    const sync = { kind: 'GitRepository', name: 'fleet', url, ref: 'refs/heads/main' } as const;
    const bring = defineAddon({
      name: 'more',
      build: (scope) => {
        const metadata = { name, namespace: 'flux-system' };
        new ApiObject(scope, 'source', { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', metadata });
      },
    });
    new FluxCluster(made, 'dev', { flux: { version: '2.9', operator: { sync } } }).stage('all', [bring()]);
    return made;
  };
  expect((await synth(repository, app('other'))).codes).toEqual([]);
  repository.publish('a cluster');
  expect((await synth(repository, app('fleet'))).codes).toEqual(['FX506']);
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')("the names in Flux's own files", () => {
  const bootstrap = (name: string) => {
    repository.write(`${FOLDER}/flux-system/gotk-sync.yaml`, sync(name));
    repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
    repository.publish('flux bootstrap');
  };

  it('clash with addons', async () => {
    bootstrap('fleet');
    expect((await synth(repository, named('shop'))).codes).toEqual([]);
    repository.publish('a cluster');
    const found = await synth(repository, named('fleet'));
    expect(found.codes).toContain('FX530');
    // That its folder changes follows from the name.
    const { text: printed } = printDiagnostics(found.diagnostics);
    expect(printed).toContain("rename the addon: Flux's root needs this name");
    expect(printed).not.toContain('handover --from');
    expect(printed).not.toContain('.replaced(');
  });

  it.each(['flux-system', 'fleet'])("are refused for an addon's objects: %s", async (name) => {
    bootstrap(name);
    expect((await synth(repository, dev({ more: { objects: [source('other')] } }, name))).codes).toEqual([]);
    const found = await synth(repository, dev({ more: { objects: [source(name)] } }, name));
    expect(found.codes).toContain('FX506');
    expect(textOf(found)).toContain('give it another name in the addon: Flux itself needs this one');
  });
});

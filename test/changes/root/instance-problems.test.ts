import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type SampleCluster, type SampleObject, sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';
import { fluxInstance } from './flux-files.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const FOLDER = 'k8s/clusters/dev';
const PATH = `${FOLDER}/instance.yaml`;
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const foundIn = ({ diagnostics }: Synthesized) => diagnostics.map(({ code, severity }) => `${severity} ${code}`);
const configMap: SampleObject = { kind: 'ConfigMap', name: 'a', namespace: 'web' };
const dev = (objects: readonly SampleObject[] = [], more: Partial<SampleCluster> = {}) =>
  sampleApp({
    dev: { addons: { web: { objects: [configMap, ...objects] } }, ...more },
  });
const instance = (more = '', namespace = 'flux-system') => fluxInstance(`./${FOLDER}`, { namespace, more });
const start = async (text: string) => {
  repository.write(PATH, text);
  repository.publish('a FluxInstance');
};

describe('the shards of a FluxInstance', () => {
  const SHARDS = '  sharding: { shards: [one, two] }\n';
  const sharded = (value: string, kind = 'HelmRelease'): SampleObject => ({
    kind,
    name: 'shop',
    namespace: 'web',
    labels: { 'sharding.fluxcd.io/key': value },
  });

  it('must include the shard of every labelled object', async () => {
    await start(instance(SHARDS));
    const found = await synth(repository, dev([sharded('three')]));
    expect(foundIn(found)).toEqual(['warning FX552']);
    expect(textOf(found)).toContain(
      'nothing reconciles HelmRelease/shop in web, with sharding.fluxcd.io/key: three: FluxInstance/flux in flux-system has no such shard',
    );
  });

  it('must keep a shard that objects still use', async () => {
    await start(instance(SHARDS));
    expect(foundIn(await synth(repository, dev([sharded('two')])))).toEqual([]);
    repository.publish('a cluster');
    repository.write(PATH, instance('  sharding: { shards: [one] }\n'));
    expect(foundIn(await synth(repository, dev([sharded('two')])))).toEqual(['warning FX552']);
  });

  it.each([
    ['without shards', '', sharded('three')],
    ['with another key', '  sharding: { key: example.org/shard, shards: [one] }\n', sharded('three')],
    ["on an object that isn't Flux's", SHARDS, sharded('three', 'PersistentVolumeClaim')],
  ])("don't matter for a label %s", async (_, more, object) => {
    await start(instance(more));
    expect(foundIn(await synth(repository, dev([object])))).toEqual([]);
  });
});

describe('a FluxInstance with multitenant', () => {
  const MULTI = '  cluster: { multitenant: true }\n';

  it("is a warning if the code doesn't declare it", async () => {
    await start(instance(MULTI));
    const found = await synth(repository, dev());
    expect(foundIn(found)).toEqual(['warning FX553']);
    expect(textOf(found)).toContain(
      'applies Kustomization/web in flux-system with the rights of ServiceAccount "default" of its namespace',
    );
    expect(textOf(found)).toContain("noCrossNamespaceRefs: true, defaultServiceAccount: 'default' }");
  });

  it.each([
    ['sets false', '  cluster: { multitenant: false }\n', {}],
    ['is declared', MULTI, { noCrossNamespaceRefs: true, defaultServiceAccount: 'default' }],
  ])("isn't reported where it %s", async (_, more, settings) => {
    await start(instance(more));
    const app = sampleApp({
      dev: { addons: { web: { objects: [configMap] } }, flux: { version: '2.9', ...settings } },
    });
    const codes = (await synth(repository, app)).codes.filter((code) => code === 'FX553');
    expect(codes).toEqual([]);
  });
});

describe('a second FluxInstance', () => {
  it('is refused', async () => {
    await start(instance());
    expect(foundIn(await synth(repository, dev()))).toEqual([]);
    repository.publish('a cluster');
    repository.write(`${FOLDER}/second.yaml`, instance('', 'team').replace(/ {2}sync:[\s\S]*/, ''));
    const found = await synth(repository, dev());
    expect(foundIn(found)).toEqual(['error FX506']);
    expect(textOf(found)).toContain(
      'FluxInstance/flux in team is a second FluxInstance beside FluxInstance/flux in flux-system',
    );
  });
});

describe('a hand-written file for an object that Flux Operator makes', () => {
  const source = (url: string, name = 'flux-system') => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 5m, url: ${url}, ref: { branch: main } }
`;
  const root = (path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 10m, path: ${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;
  const bring = async (text: string) => {
    await start(instance());
    expect(foundIn(await synth(repository, dev()))).toEqual([]);
    repository.publish('a cluster');
    repository.write(`${FOLDER}/more.yaml`, text);
    return synth(repository, dev());
  };

  it.each([
    [
      'the source',
      source('https://example.org/other'),
      'url "https://example.org/fleet" → "https://example.org/other"',
    ],
    ['the root', root('./apps'), `path "${FOLDER}" → "apps"`],
  ])('must not declare it differently: %s', async (_, text, words) => {
    const found = await bring(text);
    expect(found.codes).toContain('FX506');
    expect(textOf(found)).toContain(`"${FOLDER}/more.yaml" declares it otherwise: ${words}`);
  });

  it.each([
    ['the same', source('https://example.org/fleet')],
    ['a source with another name', source('https://example.org/other', 'other')],
  ])('is accepted: %s', async (_, text) => {
    expect((await bring(text)).codes).not.toContain('FX506');
  });
});

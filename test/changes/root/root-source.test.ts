import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type SampleCluster, sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const FOLDER = 'k8s/clusters/dev';
const SYNC = `${FOLDER}/flux-system/gotk-sync.yaml`;
const source = (name: string) => ({ kind: 'GitRepository', name, namespace: 'flux-system' }) as const;
const addons: SampleCluster['addons'] = {
  web: { objects: [{ kind: 'ConfigMap', name: 'a', namespace: 'web' }] },
  shop: { objects: [{ kind: 'ConfigMap', name: 'b', namespace: 'web' }] },
};
const dev = (reads = 'flux-system', external: SampleCluster['external'] = []) =>
  sampleApp({ dev: { addons, external } }, new FluxApp({ source: source(reads) }));
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');

const git = (name: string, interval = '1m') => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: ${interval}, url: https://example.org/fleet, ref: { branch: main } }
---
`;
const root = (reads: string, { interval = '10m', prune = 'true', more = '' } = {}) =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: ${interval}
  path: ./${FOLDER}
  prune: ${prune}
  sourceRef: { kind: GitRepository, name: ${reads} }
${more}`;

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a change of gotk-sync.yaml', () => {
  const change = async (text: string, app = dev(), list = true) => {
    repository.write(SYNC, git('flux-system') + root('flux-system'));
    if (list) repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
    expect((await synth(repository, dev())).codes).toEqual([]);
    repository.publish('a cluster');
    repository.write(SYNC, text);
    return synth(repository, app);
  };

  it.each([
    ['is removed', true, root('flux-system')],
    ['is removed, without a list', false, root('flux-system')],
    ['gets another name', true, git('fleet') + root('flux-system')],
  ])('is refused where the source that the root reads %s', async (_, list, text) => {
    const found = await change(text, dev(), list);
    expect(found.codes).toEqual(['FX523']);
    expect(textOf(found)).toContain(
      "GitRepository/flux-system in flux-system is removed, and Kustomization/flux-system in flux-system, Flux's root, and 2 more still read it: no commit reaches the cluster any more",
    );
    expect(textOf(found)).toContain(`fix  keep it in "${SYNC}"`);
  });

  it('is refused if the addons still read the old source', async () => {
    const moved = git('fleet') + root('fleet');
    const found = await change(moved);
    expect(found.codes).toEqual(['FX542', 'FX523']);
    expect(textOf(found)).toContain(
      'Kustomization/shop in flux-system and 1 more still read it: no commit reaches them',
    );
    expect(textOf(found)).toContain(
      "until the app reads another: new FluxApp({ source: { kind: 'GitRepository', name: 'fleet'",
    );
    // Follows the fix: adds the new source, then lets the app read it.
    repository.write(SYNC, git('flux-system') + moved);
    expect((await synth(repository, dev())).codes).toEqual(['FX542']);
    expect((await synth(repository, dev('fleet'))).codes).not.toContain('FX523');
  });

  it('is reported if nothing makes the source that the root would read', async () => {
    const found = await change(git('flux-system') + root('fleet'));
    expect(found.codes).toEqual(['FX542']);
    expect(textOf(found)).toContain('note nothing that Flux reads makes GitRepository "fleet"');
  });

  it.each([
    ['interval of the root', git('flux-system') + root('flux-system', { interval: '5' }), 'spec.interval', 8],
    ['prune of the root', git('flux-system') + root('flux-system', { prune: '"yes"' }), 'spec.prune', 8],
    ['interval of the source', git('flux-system', '5') + root('flux-system'), 'spec.interval', 3],
  ])('is refused if the API server would refuse it: %s', async (_, text, path, line) => {
    const found = await change(text);
    expect(found.codes).toEqual(['FX315']);
    expect(found.written).toBe(false);
    expect(textOf(found)).toContain(`at   ${SYNC}:${line}  ${path}`);
    expect(textOf(found)).toContain('No commit would reach the cluster any more');
  });

  it('is a warning if a newer Flux may accept it', async () => {
    const found = await change(git('flux-system') + root('flux-system', { more: '  waits: true\n' }));
    expect(found.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning FX315']);
  });

  it('is accepted otherwise', async () => {
    const text = git('flux-system', '5m') + root('flux-system', { interval: '1h', more: '  wait: false\n' });
    expect((await change(text)).codes).toEqual([]);
  });
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('the source of the app', () => {
  const bootstrap = (name: string) => {
    repository.write(SYNC, git(name) + root(name));
    repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
    repository.publish('flux bootstrap');
  };

  it("must exist if Flux's own files declare another one", async () => {
    bootstrap('fleet');
    const found = await synth(repository, dev());
    expect(found.codes).toEqual(['FX551']);
    expect(textOf(found)).toMatchInlineSnapshot(`
      "error FX551 source-missing: Kustomization/shop in flux-system and 1 more read GitRepository/flux-system in flux-system, the source of the app, and nothing that Flux reads makes it: Flux's root reads GitRepository/fleet in flux-system
        at   dev/GitRepository/flux-system in flux-system
        fix  new FluxApp({ source: { kind: 'GitRepository', name: 'fleet', namespace: 'flux-system' } }); if others make that source, list it in the cluster's options: external: [{ kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' }]
      "
    `);
    expect((await synth(repository, dev('fleet'))).codes).toEqual([]);
    expect((await synth(repository, dev('flux-system', [source('flux-system')]))).codes).toEqual([]);
  });

  it("is a warning if a part of what Flux reads can't be seen", async () => {
    bootstrap('fleet');
    repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml, other.yaml]\n');
    const other = git('other').replace('example.org/fleet', 'example.org/other');
    repository.write(
      `${FOLDER}/flux-system/other.yaml`,
      `${other}${root('other').replace('name: flux-system', 'name: other')}`,
    );
    repository.publish('another repository');
    const found = await synth(repository, dev());
    expect(found.codes).toEqual(['FX551', 'FX505']);
    expect(textOf(found)).toContain(
      "warning FX551 source-missing: Kustomization/shop in flux-system and 1 more read GitRepository/flux-system in flux-system, the source of the app, and nothing that is seen of what Flux reads makes it: Flux's root reads GitRepository/fleet in flux-system",
    );
    expect((await synth(repository, dev('fleet'))).codes).toEqual([]);
  });

  it('may be any source that Flux applies', async () => {
    bootstrap('fleet');
    repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml, more.yaml]\n');
    repository.write(`${FOLDER}/flux-system/more.yaml`, git('flux-system'));
    expect((await synth(repository, dev())).codes).toEqual([]);
  });

  it('may come from a FluxInstance', async () => {
    repository.write(
      `${FOLDER}/flux-system/instance.yaml`,
      `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
  sync: { kind: GitRepository, url: https://example.org/fleet, ref: refs/heads/main, path: ${FOLDER}, name: fleet }
`,
    );
    repository.publish('a FluxInstance');
    expect((await synth(repository, dev('fleet'))).codes).toEqual([]);
    expect((await synth(repository, dev())).codes).toEqual(['FX551']);
  });

  it.each([
    ['makes', 'GitRepository', 'inputs: [{ name: flux-system }]', []],
    ['may make', 'GitRepository', 'inputsFrom: [{ name: sources }]', []],
    ['may bring through a Kustomization', 'Kustomization', 'inputsFrom: [{ name: sources }]', []],
    ["doesn't make", 'GitRepository', 'inputs: [{ name: other }]', ['FX551']],
    ["can't make", 'HelmRepository', 'inputsFrom: [{ name: sources }]', ['FX551']],
  ])('may be what a ResourceSet %s: %s with %s', async (_, kind, inputs, codes) => {
    bootstrap('fleet');
    repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml, set.yaml]\n');
    const made = `apiVersion: source.toolkit.fluxcd.io/v1
      kind: ${kind}
      metadata: { name: "<< inputs.name >>", namespace: flux-system }
      spec: { interval: 1m, url: https://example.org/fleet }`;
    repository.write(
      `${FOLDER}/flux-system/set.yaml`,
      `apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSet
metadata: { name: sources, namespace: flux-system }
spec:
  ${inputs}
  resources:
    - ${made}
`,
    );
    repository.publish('a set');
    const found = await synth(repository, dev());
    // That what a set makes isn't compared is a notice.
    expect(found.codes.filter((code) => code !== 'FX505')).toEqual(codes);
  });

  it("may be created by hand if the root's source is", async () => {
    repository.write(SYNC, root('fleet'));
    repository.publish('a root');
    expect((await synth(repository, dev())).codes).toEqual([]);
  });
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a source with suspend: true', () => {
  const suspended = (name: string, value = true) => git(name).replace('spec: {', `spec: { suspend: ${value},`);
  const start = async (source: string, reads = 'flux-system') => {
    repository.write(SYNC, source + root('flux-system'));
    repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
    repository.publish('flux bootstrap');
    return synth(repository, dev(reads));
  };

  it.each([
    ['root', suspended('flux-system'), 'flux-system', "Flux's root"],
    ['addons', git('flux-system') + suspended('fleet'), 'fleet', 'addons'],
  ])("is a warning if it's the one of the %s", async (_, text, reads, who) => {
    const found = await start(text, reads);
    expect(found).toMatchObject({ codes: ['FX546'], written: true });
    expect(textOf(found)).toContain(
      `GitRepository/${reads} in flux-system is suspended: Flux fetches no commit for what reads it, ${who} included`,
    );
    expect(textOf(found)).toContain(`at   ${SYNC}  spec.suspend`);
  });

  it.each([
    ['that the cluster reads nothing from', git('flux-system') + suspended('other')],
    ['with suspend: false', suspended('flux-system', false)],
  ])("doesn't matter to the cluster: one %s", async (_, text) => {
    expect((await start(text)).codes).toEqual([]);
  });
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a source that only the addons read', () => {
  const OWN = `${FOLDER}/flux-system/fleet.yaml`;
  const fleet = (url: string, { branch = 'main', interval = '1m' } = {}) =>
    git('fleet', interval).replace('https://example.org/fleet', url).replace('branch: main', `branch: ${branch}`);
  const start = async () => {
    repository.write(SYNC, git('flux-system') + root('flux-system'));
    repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml, fleet.yaml]\n');
    repository.write(OWN, fleet('https://example.org/apps'));
    repository.publish('flux bootstrap');
    expect((await synth(repository, dev('fleet'))).codes).toEqual([]);
    repository.publish('a cluster');
  };

  it.each([
    ['repository', fleet('https://example.org/other'), 'url "https://example.org/apps" → "https://example.org/other"'],
    ['branch', fleet('https://example.org/apps', { branch: 'next' }), 'branch "main" → "next"'],
  ])('may have different files with another %s', async (_, text, words) => {
    await start();
    repository.write(OWN, text);
    const found = await synth(repository, dev('fleet'));
    expect(found).toMatchObject({ codes: ['FX542'], written: true });
    expect(textOf(found)).toContain(
      `Kustomizations "shop", "web" would read other files: GitRepository/fleet in flux-system has ${words}. Flux deletes what they don't find there`,
    );
    expect(textOf(found)).toContain(`at   ${OWN}`);
  });

  it.each([
    ['another interval', fleet('https://example.org/apps', { interval: '5m' })],
    ['another spelling of the same address', fleet('ssh://git@example.org/apps.git')],
  ])('has the same files with %s', async (_, text) => {
    await start();
    repository.write(OWN, text);
    expect((await synth(repository, dev('fleet'))).codes).toEqual([]);
  });
});

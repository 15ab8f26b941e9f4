import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printDiagnostics } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const app = () => sampleApp({ dev: { addons: { other: { objects: [{ kind: 'ConfigMap', name: 'other' }] } } } });
const textOf = ({ diagnostics }: Synthesized) => printDiagnostics(diagnostics).text;
const kustomization = (name: string, path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 1h, prune: true, path: ${path}, sourceRef: { kind: GitRepository, name: flux-system } }
`;
const claim = (name: string) =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: ${name}, namespace: web }\n`;
const list = (...entries: readonly string[]) => `resources:\n${entries.map((one) => `  - ${one}\n`).join('')}`;

/** Root → apps → a and b, each with a claim. */
const publish = async (): Promise<void> => {
  repository.write('k8s/clusters/dev/apps.yaml', kustomization('apps', './apps'));
  repository.write('apps/kustomization.yaml', list('./a/ks.yaml', './b/ks.yaml'));
  for (const name of ['a', 'b']) {
    repository.write(`apps/${name}/ks.yaml`, kustomization(name, `./apps/${name}/app`));
    repository.write(`apps/${name}/app/claim.yaml`, claim(name));
  }
  await synth(repository, app());
  repository.publish('by hand');
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a file that Flux no longer reads', () => {
  it('is reported with the kustomization file that lost its entry, and with the effects of that', async () => {
    await publish();
    repository.write('apps/kustomization.yaml', list('./a/ks.yaml'));
    expect(textOf(await synth(repository, app()))).toMatchInlineSnapshot(`
      "error FX531 not-listed: "apps/kustomization.yaml" no longer lists "./b/ks.yaml", though it is still there: Flux deletes 2 objects
        at   apps/kustomization.yaml
        fix  add to its resources what is below; or, to remove it, delete the files too: each removal is then reported alone, with the way to declare it
        - ./b/ks.yaml
        because of this:
          error FX502 removal-not-declared: Kustomization "b" is removed, and Flux deletes its object (Kustomization/b in flux-system)

      "
    `);
  });

  it('is reported with a new kustomization file', async () => {
    await publish();
    repository.write('k8s/clusters/dev/kustomization.yaml', list('other.yaml'));
    expect(textOf(await synth(repository, app()))).toMatchInlineSnapshot(`
      "error FX531 not-listed: "k8s/clusters/dev/kustomization.yaml" is new and doesn't list "apps.yaml", so Flux no longer reads it and deletes 5 objects
        at   k8s/clusters/dev/kustomization.yaml
        fix  add to its resources what is below; or, to remove it, delete the files too: each removal is then reported alone, with the way to declare it
        - apps.yaml
        because of this:
          error FX502 removal-not-declared: Kustomization "a" is removed, and Flux deletes its object (Kustomization/a in flux-system)
          error FX502 removal-not-declared: Kustomization "apps" is removed, and Flux deletes its 2 objects (Kustomization/apps in flux-system)
          error FX502 removal-not-declared: Kustomization "b" is removed, and Flux deletes its object (Kustomization/b in flux-system)

      "
    `);
  });

  it("isn't a cause if the file is deleted too, or the removal destroys nothing else", async () => {
    await publish();
    repository.write('apps/kustomization.yaml', list('./a/ks.yaml'));
    repository.delete('apps/b');
    expect((await synth(repository, app())).codes).toEqual(['FX502']);
    repository.git('checkout', '.');
    repository.write(
      'apps/settings.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: set, namespace: web }\n',
    );
    repository.write('apps/kustomization.yaml', list('./a/ks.yaml', './b/ks.yaml', './settings.yaml'));
    repository.publish('settings');
    repository.write('apps/kustomization.yaml', list('./a/ks.yaml', './b/ks.yaml'));
    expect((await synth(repository, app())).codes).toEqual([]);
  });

  it("is reported with the line if it's deleted while its entry stays, and deletes nothing", async () => {
    await publish();
    repository.delete('apps/b/ks.yaml');
    const result = await synth(repository, app());
    expect(textOf(result)).toMatchInlineSnapshot(`
      "error FX530 root-not-built: "apps/kustomization.yaml" lists "./b/ks.yaml", which the change deletes: Kustomization "apps" would not build any more, and Flux would apply nothing of it
        at   apps/kustomization.yaml:3
        fix  take "./b/ks.yaml" out of "apps/kustomization.yaml" too, and Flux deletes what it declared; or restore "apps/b/ks.yaml"

      "
    `);
    expect(result.codes).toEqual(['FX530']);
    repository.git('checkout', '.');
    repository.write('k8s/clusters/dev/kustomization.yaml', list('nothing.yaml', 'apps.yaml', 'other.yaml'));
    const root = await synth(repository, app());
    expect(textOf(root)).toContain('at   k8s/clusters/dev/kustomization.yaml:2');
    expect(root.codes).toEqual(['FX530']);
  });

  it('is reported with a root that reads another folder', async () => {
    repository.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', kustomization('flux-system', './k8s/clusters/dev'));
    repository.write('k8s/clusters/prod/claim.yaml', claim('prod'));
    await publish();
    repository.write(
      'k8s/clusters/dev/flux-system/gotk-sync.yaml',
      kustomization('flux-system', './k8s/clusters/prod'),
    );
    const result = await synth(repository, app());
    expect(textOf(result).match(/^\S+ FX\d+/gm)).toEqual(['error FX541']);
    expect(textOf(result)).toContain('  because of this:\n    error FX502');
  });
});

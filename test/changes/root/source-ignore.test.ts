import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const app = () => sampleApp({ dev: { addons: { web: { objects: [{ kind: 'ConfigMap', name: 'keep' }] } } } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

const FOLDER = 'k8s/clusters/dev';
const kustomization = (name: string, path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 10m, path: ${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;
const sync = (settings = '') => `${kustomization('flux-system', `./${FOLDER}`)}---
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1m, url: https://example.org/fleet, ref: { branch: main }${settings} }
`;
const running = async () => {
  repository.write(`${FOLDER}/flux-system/gotk-sync.yaml`, sync());
  repository.write(`${FOLDER}/legacy.yaml`, kustomization('legacy', './flux/legacy'));
  repository.write(
    'flux/legacy/data.yaml',
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data, namespace: default }\nspec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }\n',
  );
  repository.write(
    'flux/legacy/more.yaml',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: more, namespace: default }\n',
  );
  expect((await synth(repository, app())).written).toBe(true);
  repository.publish('a cluster');
};

describe("a file that Flux's source excludes", () => {
  it.each([
    ['.sourceignore', 'flux/**/data.yaml\n'],
    [`${FOLDER}/flux-system/gotk-sync.yaml`, sync(", ignore: 'flux/legacy/data.yaml'")],
  ])("is deleted if it's hand-written: %s", async (path, text) => {
    await running();
    repository.write(path, text);
    const found = await synth(repository, app());
    expect(found).toMatchObject({ codes: ['FX502'], written: false });
    expect(linesOf(found)).toContain('- PersistentVolumeClaim/data in default (legacy)');
  });

  it("is refused if it's generated", async () => {
    await running();
    repository.write('.sourceignore', '# what Flux needs no more\nk8s/addons/\n');
    const found = await synth(repository, app());
    expect(found.codes).toContain('FX544');
    expect(textOf(found)).toContain('".sourceignore" has the line "k8s/addons/"\n  at   .sourceignore:2');
    repository.write('.sourceignore', '/*\n!/k8s\n!/flux\n');
    expect((await synth(repository, app())).codes).toEqual([]);
    for (const ignored of ['# what Flux needs no more\nk8s/addons/\n', '/*\n!/flux\n']) {
      repository.write('.sourceignore', ignored);
      const line = /with a last line: (\S+):/.exec(textOf(await synth(repository, app())))?.[1];
      repository.write('.sourceignore', `${ignored}${line}\n`);
      expect((await synth(repository, app())).codes, `${ignored}${line}`).toEqual([]);
    }
    repository.delete('.sourceignore');
    repository.write(`${FOLDER}/flux-system/gotk-sync.yaml`, sync(", sparseCheckout: ['k8s/clusters', 'flux']"));
    const sparse = await synth(repository, app());
    expect(sparse.codes).toContain('FX544');
    expect(textOf(sparse)).toContain('its sparseCheckout does not name their folder');
    expect(textOf(sparse)).toContain('add to the list: k8s:');
  });
});

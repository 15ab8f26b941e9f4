import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { Repository } from './repository.js';
import { sampleApp } from './sample-app.js';
import { adopt, type Synthesized, synth } from './synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const web = { objects: [{ kind: 'ConfigMap', name: 'web', namespace: 'web' }] };
const app = () => sampleApp({ dev: { addons: { shop: web } } });
const textOf = ({ diagnostics }: Pick<Synthesized, 'diagnostics'>) => diagnostics.map(printDiagnostic).join('');
const kustomization = (name: string, path: string, more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: kube-system
spec: { interval: 1h, prune: true, path: ${path}, sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system }${more} }
`;
const config = (name: string, namespace = 'web') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: ${namespace} }\n`;

/** A root in the cluster's folder, and a Kustomization in a folder that it doesn't read. */
const publish = (path = 'setup/web.yaml', text = kustomization('web', './infrastructure/web')): void => {
  repository.write('k8s/clusters/dev/root.yaml', kustomization('dev', './k8s/clusters/dev'));
  repository.write('k8s/clusters/dev/config.yaml', config('other'));
  repository.write(path, text);
  repository.write('infrastructure/web/config.yaml', config('web'));
  repository.publish('by hand');
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a Kustomization that no visible root applies', () => {
  it("may own an addon's object, which is a notice with its line", async () => {
    publish();
    const result = await synth(repository, app());
    expect(result.written).toBe(true);
    expect(textOf(result)).toMatchInlineSnapshot(`
      "notice FX548 uncertain-owner: 1 object of the plan may have two owners: "./infrastructure/web" has it, which Kustomization "kube-system/web" reads. Nothing that the cluster's root reads applies that Kustomization, but somebody may have done so by hand
        at   setup/web.yaml:4
        note objects: ConfigMap/web in web
        fix  see whether the cluster has it: kubectl -n kube-system get kustomization web; if so, first let the root apply its file, below "k8s/clusters/dev", and merge that; then take over what it has: npx fluxspan handover --from k8s/clusters/dev
      "
    `);
    expect(textOf(adopt(repository, app(), 'k8s/clusters/dev'))).toContain('at   setup/web.yaml:4');
  });

  it('can be handed over once the root applies its file', async () => {
    publish();
    repository.git('mv', 'setup/web.yaml', 'k8s/clusters/dev/web.yaml');
    repository.publish('below the root');
    expect((await synth(repository, app())).codes).toEqual(['FX506']);
    expect(adopt(repository, app(), 'k8s/clusters/dev')).toMatchObject({ step: 'first' });
  });

  it.each([
    ['reads no folder of the plan', 'setup/web.yaml', kustomization('web', './infrastructure/else')],
    ["is in another cluster's folder", 'k8s/clusters/prod/web.yaml', kustomization('web', './infrastructure/web')],
    ['is for another cluster', 'setup/web.yaml', kustomization('web', './infrastructure/web', ', kubeConfig: {}')],
    [
      'puts the object into another namespace',
      'setup/web.yaml',
      kustomization('web', './infrastructure/web', ', targetNamespace: apps'),
    ],
    ['has the name of one that Flux has', 'setup/web.yaml', kustomization('dev', './infrastructure/web')],
    ['has a path with vars', 'setup/web.yaml', kustomization('web', './infrastructure/${NAME}')],
  ])("isn't reported where it %s", async (_, path, text) => {
    publish(path, text);
    expect((await synth(repository, app())).codes).toEqual([]);
  });

  it("isn't reported if a bootstrapped cluster reads it, through any folders", async () => {
    const root = kustomization('flux-system', './prod').replaceAll('kube-system', 'flux-system');
    repository.write('prod/flux-system/gotk-sync.yaml', root);
    repository.write('prod/setup.yaml', kustomization('setup', './setup'));
    publish();
    expect((await synth(repository, app())).codes).toEqual([]);
  });

  it("isn't reported if it reads another repository's source", async () => {
    const other =
      'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: { name: other, namespace: flux-system }\n';
    repository.write('k8s/clusters/dev/other.yaml', `${other}spec: { interval: 1h, url: https://example.org/other }\n`);
    publish(
      'setup/web.yaml',
      kustomization('web', './infrastructure/web').replace('name: flux-system, n', 'name: other, n'),
    );
    expect((await synth(repository, app())).codes).toEqual([]);
  });

  it("isn't reported for objects that are already in the base", async () => {
    publish();
    await synth(repository, app());
    repository.publish('the tree');
    expect((await synth(repository, app())).codes).toEqual([]);
  });
});

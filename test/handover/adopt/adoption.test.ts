import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FluxApp } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { HandoverOutcome } from '../../../src/handover/steps/handover-outcome.js';
import { devCluster } from '../../../src/platform/dev.js';
import { Repository } from '../../changes/repository.js';
import { adopt, finish, synth } from '../../changes/synth.js';

const reference = fileURLToPath(new URL('./reference', import.meta.url));
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!hasKubectl) console.warn('adoption builds what is there with kubectl, which is not installed: skipped');

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
  repository.copy(`${reference}/k8s`, 'k8s');
  repository.write(
    'k8s/clusters/dev/flux-system/gotk-components.yaml',
    'apiVersion: v1\nkind: Namespace\nmetadata: { name: flux-system }\n',
  );
  repository.publish('a tree written by hand');
});
afterEach(() => repository.remove());

/** This repository's own cluster `dev`. */
const dev = (): FluxApp => {
  const app = new FluxApp();
  devCluster(app);
  return app;
};
const from = 'k8s/clusters/dev';
const textOf = ({ diagnostics }: Pick<HandoverOutcome, 'diagnostics'>) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: HandoverOutcome) => clusters.flatMap(({ changes }) => printChanges(changes));
const kustomizations = ['addons', 'alb-controller', 'crds', 'karpenter'];

describe.runIf(hasKubectl || process.env['CI'] === 'true')('fluxspan handover --from, on the reference tree', () => {
  it('first edits only the files of the old owners, so that they give up their objects, and then writes the new tree', async () => {
    const refused = await synth(repository, dev());
    expect(refused.written).toBe(false);
    expect(new Set(refused.codes)).toEqual(new Set(['FX505', 'FX506', 'FX530']));

    const first = adopt(repository, dev(), from);
    expect(first.files.map(({ path }) => path)).toEqual([
      'k8s/clusters/dev/addons.yaml',
      'k8s/clusters/dev/crds.yaml',
      'k8s/clusters/dev/karpenter.yaml',
    ]);
    expect(repository.git('diff', '-U0', '--', 'k8s/clusters/dev/crds.yaml').split('\n').slice(4)).toEqual([
      '@@ -6,0 +7 @@ spec:',
      '+  deletionPolicy: Orphan # handover, step 1 of 2',
      '@@ -9 +10 @@ spec:',
      '-  prune: true',
      '+  prune: false # handover, step 1 of 2',
      '',
    ]);
    // This one stays, and loses the nodes: what it applies is marked.
    expect(repository.git('diff', '-U0', '--', 'k8s/clusters/dev/karpenter.yaml').split('\n').slice(5)).toEqual([
      '+  commonMetadata:',
      '+    annotations:',
      '+      kustomize.toolkit.fluxcd.io/prune: disabled # handover, step 1 of 2',
      '',
    ]);
    const plan = linesOf(first);
    expect(plan).toContain('→ NodePool/default (addons and karpenter → karpenter-nodes)');
    expect(plan).toContain(
      '→ HelmRelease/karpenter in karpenter (addons → karpenter), and it changes: fluxspan diff shows how',
    );
    expect(plan).toContainEqual(
      expect.stringContaining('→ Kustomization/external-secrets-crds in flux-system (crds → flux-system)'),
    );
    expect(plan).toContainEqual(
      expect.stringContaining(
        '→ CustomResourceDefinition/httproutes.gateway.networking.k8s.io (crds → gateway-api-crds)',
      ),
    );
    expect(plan.filter((line) => line.includes('not handed over') || line.startsWith('±'))).toEqual([]);
    expect(plan.filter((line) => line.startsWith('-'))).toEqual([
      '- ConfigMap/alb-controller-values-base in kube-system (addons and alb-controller)',
      '- Kustomization/addons in flux-system (flux-system)',
      '- Kustomization/crds in flux-system (flux-system)',
    ]);
    expect(
      plan.filter((line) => line.startsWith('○')).every((line) => /^○ ConfigMap\/.*-values-base /.test(line)),
    ).toBe(true);
    expect(textOf(first)).toMatch(/note version: '1\.8\.3' for addon "karpenter", src\/platform\/platform\.ts:\d+/);
    expect(textOf(first)).toContain(`note version: { 'istio-base': '1.28.1', 'istiod': '1.28.1' } for addon "istio", `);

    // Again before it is merged: nothing to write, and the tree is as it should be.
    expect(adopt(repository, dev(), from)).toMatchObject({ step: 'first', files: [] });
    expect(await synth(repository, dev(), { check: true })).toMatchObject({ clean: true, codes: ['FX510'] });
    repository.publish('step 1');
    expect(await synth(repository, dev(), { check: true })).toMatchObject({ clean: true, codes: ['FX510'] });
    // Other branches go on, also with the files that the second step takes away.
    const theirs = 'k8s/addons/base/karpenter/values.yaml';
    repository.write(theirs, `${repository.read(theirs)}# somebody else's change\n`);
    expect(await synth(repository, dev())).toMatchObject({ written: true, codes: ['FX510'] });
    expect(repository.git('status', '--porcelain').trim()).toBe(`M ${theirs}`);
    repository.git('checkout', '--quiet', '--', theirs);
    expect(textOf(finish(repository, dev()))).toContain(
      `the command of the first step writes the second one, too: npx fluxspan handover --from ${from}`,
    );

    // Adoption changes no version, unless that is said.
    expect(textOf(adopt(repository, dev(), from))).toContain('error FX514 version-changed');
    expect(repository.git('status', '--porcelain')).toBe('');
    const second = adopt(repository, dev(), from, { withUpgrades: true });
    expect(second.step).toBe('second');
    expect(linesOf(second)).toEqual(plan);
    expect(second.files.filter(({ mark }) => mark === '-').map(({ path }) => path)).toContain(
      'k8s/addons/base/karpenter/values.yaml',
    );
    const left = Object.entries(repository.files('k8s')).filter(([, text]) => !text.includes('fluxspan'));
    expect(left.map(([path]) => path)).toEqual([
      'k8s/clusters/dev/flux-system/gotk-components.yaml',
      'k8s/clusters/dev/flux-system/gotk-sync.yaml',
      'k8s/clusters/dev/flux-system/kustomization.yaml',
    ]);
    // authentik's chart runs no redis any more.
    expect(await synth(repository, dev(), { check: true })).toMatchObject({ clean: true, codes: ['FX516', 'FX524'] });
    repository.publish('step 2');
    expect(await synth(repository, dev(), { check: true })).toMatchObject({ clean: true, codes: [] });
  });

  it('refuses to install a release again until the code declares it', () => {
    const path = 'k8s/addons/base/karpenter/helm-release.yaml';
    repository.write(path, repository.read(path).replace('\nspec:\n', '\nspec:\n  storageNamespace: kube-system\n'));
    repository.publish('the history is elsewhere');
    const refused = adopt(repository, dev(), from);
    expect(refused.files).toEqual([]);
    expect(textOf(refused)).toContain(
      'error FX515 replacement-not-declared: HelmRelease/karpenter in karpenter is replaced: storage namespace "kube-system" → "karpenter"\n',
    );
  });

  it('fails if both steps would reach Flux at once', async () => {
    const first = adopt(repository, dev(), from);
    expect(first.step).toBe('first');
    repository.commit('step 1, not merged');
    for (const name of kustomizations) repository.delete(`k8s/clusters/dev/${name}.yaml`);
    for (const folder of ['addons', 'crds']) repository.delete(`k8s/${folder}`);
    const result = await synth(repository, dev());
    expect(result.written).toBe(false);
    expect(result.codes).toContain('FX501');
    expect(textOf(result)).toContain('from Kustomization "crds" to "');
    expect(textOf(result)).toContain(
      'run npx fluxspan handover --from k8s/clusters/dev: it writes the first of two commits',
    );
  });

  it('edits files that Terraform writes only with --terraform-applied', () => {
    repository.copy(`${reference}/terraform`, 'terraform');
    repository.publish('terraform');
    const refused = adopt(repository, dev(), from);
    expect(refused.files).toEqual([]);
    expect(textOf(refused)).toContain('error FX512 terraform-writes: Terraform writes "k8s/clusters/dev/addons.yaml"');
    expect(textOf(refused)).toContain('note   from = github_repository_file.kustomization\n');
    expect(textOf(refused)).not.toContain('github_repository_file.readme');
    expect(adopt(repository, dev(), from, { terraformApplied: true }).files).toHaveLength(3);
  });

  it('leaves files of other clusters alone, and Kustomizations without objects of the plan', () => {
    const staging = kustomizations.map((name) => repository.read(`k8s/clusters/dev/${name}.yaml`));
    for (const [index, name] of kustomizations.entries()) {
      repository.write(`k8s/clusters/staging/${name}.yaml`, staging[index]!.replaceAll('/dev', '/staging'));
    }
    repository.copy(`${reference}/k8s/addons/dev/authentik`, 'k8s/addons/staging/authentik');
    repository.write(
      'k8s/clusters/dev/team.yaml',
      staging[2]!.replace('name: crds', 'name: team').replace('./k8s/crds/dev', './k8s/team'),
    );
    repository.write(
      'k8s/team/config.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: team, namespace: default }\n',
    );
    repository.publish('more');
    adopt(repository, dev(), from);
    expect(repository.git('diff', '--name-only')).not.toContain('team');
    repository.publish('step 1');
    const second = adopt(repository, dev(), from, { withUpgrades: true });
    expect(textOf(second)).not.toContain('error');
    const paths = Object.keys(repository.files('k8s'));
    expect(paths).toContain('k8s/addons/base/authentik/values.yaml');
    expect(paths).not.toContain('k8s/addons/base/karpenter/values.yaml');
    expect(paths).toContain('k8s/clusters/dev/team.yaml');
    expect(paths).toContain('k8s/team/config.yaml');
  });

  it('does not edit files that another cluster also reads', () => {
    const crds = repository.read('k8s/clusters/dev/crds.yaml');
    repository.write('k8s/every-cluster/crds.yaml', crds);
    repository.delete('k8s/clusters/dev/crds.yaml');
    const list =
      '{ "resources": ["../../every-cluster/crds.yaml", "karpenter.yaml", "alb-controller.yaml", "addons.yaml", "flux-system"] }\n';
    repository.write('k8s/clusters/dev/kustomization.yaml', list);
    repository.write('k8s/clusters/staging/kustomization.yaml', 'resources: [../../every-cluster/crds.yaml]\n');
    repository.publish('shared');
    const result = adopt(repository, dev(), from);
    expect(textOf(result)).toContain(
      'Kustomization "crds" cannot let go: "k8s/every-cluster/crds.yaml" is also read by "k8s/clusters/staging/kustomization.yaml"',
    );
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('does not take over objects whose change the API server would reject', () => {
    const path = 'k8s/addons/base/storage-class/storage-class.yaml';
    repository.write(path, repository.read(path).replace('iops: "3000"', 'iops: "5000"'));
    repository.publish('faster volumes');
    const refused = adopt(repository, dev(), from);
    expect(textOf(refused)).toContain(
      `error FX520 update-refused: StorageClass/storage-class can't be updated: parameters.iops "5000" → "3000"`,
    );
    expect(refused.files).toEqual([]);
  });

  it('fails for files with uncommitted changes, missing folders, and folders that do not build', () => {
    const path = 'k8s/clusters/dev/crds.yaml';
    const text = repository.read(path);
    repository.write(path, `${text}# mine\n`);
    expect(textOf(adopt(repository, dev(), from))).toContain(`"${path}" has changes that are not committed`);
    expect(repository.git('diff', '--name-only').trim()).toBe(path);
    repository.git('checkout', '--quiet', '-b', 'other');
    repository.commit('mine');
    const changed = textOf(adopt(repository, dev(), from));
    expect(changed).toContain(`"${path}" is not as origin/main has it: this branch has changed it`);
    const back = /fix {2}revert the change, with git (checkout \w+ -- \S+), and run handover again/.exec(changed);
    repository.git(...back![1]!.split(' '));
    expect(adopt(repository, dev(), from).step).toBe('first');
    repository.git('checkout', '--quiet', '--force', 'main');
    expect(textOf(adopt(repository, dev(), from, { base: 'other' }))).toContain('git rebase other');
    repository.git('checkout', '--quiet', '--force', 'other');

    expect(textOf(adopt(repository, dev(), 'clusters/dev'))).toContain('"clusters/dev" is not a folder of origin/main');
    repository.write('clusters/dev/crds.yaml', text);
    repository.delete('k8s/crds/base/gateway-api/crds.yaml');
    repository.publish('broken');
    repository.git('checkout', '--quiet', '-B', 'main', 'origin/main');
    expect(textOf(adopt(repository, dev(), 'clusters/dev'))).toContain(
      'Flux reads "clusters/dev", and cluster "dev" would be written to "k8s/clusters/dev"',
    );
    const broken = textOf(adopt(repository, dev(), from));
    expect(broken).toContain(
      'error FX507 base-not-built: the folder "k8s/crds/dev" of Kustomization "crds" does not build',
    );
    repository.delete('.git');
    expect(textOf(adopt(repository, dev(), from))).toContain('error FX504 no-base');
  });
});

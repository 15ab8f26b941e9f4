import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execFileSync } from '../../support/child-process.js';
import { makeProject, type TestProject } from '../../support/project.js';
import { runMain } from '../../support/run.js';

const MAIN = `module "flux_contract" {
  source = "../k8s/contract/dev"
}

resource "kubernetes_config_map_v1" "web" {
  metadata {
    name      = "web"
    namespace = "web"
  }
}

resource "helm_release" "cilium" {
  name      = "cilium"
  namespace = "kube-system"
}
`;

let project: TestProject;
beforeAll(async () => {
  project = makeProject();
  execFileSync('git', ['init', '-q'], { cwd: project.folder });
  // The module of the contract, which Terraform calls.
  await runMain(project.folder, 'synth', '--no-base', '--no-typecheck');
  project.write('infra/main.tf', MAIN);
}, 120_000);
afterAll(() => project.remove());

const found =
  'error FX781 two-tools: ConfigMap/web in web has two owners: Kustomization "web" and Terraform\'s kubernetes_config_map_v1.web';

describe('fluxspan owners', () => {
  it('lists everything by owner, with the HCL that calls the contract', async () => {
    const run = await runMain(project.folder, 'owners', 'dev');
    expect(run.stdout).toMatchInlineSnapshot(`
      "dev: 9 things, 5 owners

      bootstrap: Flux's own files in flux-system (3)
        Flux's controllers and their source
        Kustomization/flux-system in flux-system
        Namespace/flux-system

      Terraform in infra (2)
        ConfigMap/web in web  [kubernetes_config_map_v1.web, infra/main.tf:5]
        Helm release cilium in kube-system  [helm_release.cilium, infra/main.tf:12]

      Terraform's module of the contract (1)
        ConfigMap/cluster-vars-terraform in flux-system

      Kustomization "flux-system" (1)
        Kustomization/web in flux-system

      Kustomization "web" (2)
        ConfigMap/web in web
        Namespace/web
      "
    `);
    expect(run.stderr).toContain(found);
    expect(run.stderr).toContain('infra/main.tf:5');
    expect(run.code).toBe(1);
  }, 60_000);

  it('leaves HCL out that works on another cluster', async () => {
    const run = await runMain(project.folder, 'owners', 'prod', '--json');
    const { ok, owners } = JSON.parse(run.stdout) as { ok: boolean; owners: readonly { owner: string }[] };
    expect(ok).toBe(true);
    expect(owners.map(({ owner }) => owner)).not.toContain('Terraform in infra');
    expect(owners.map(({ owner }) => owner)).toContain('Kustomization "web"');
  }, 60_000);

  it('takes a root module or a plan on demand, for any cluster', async () => {
    const folder = await runMain(project.folder, 'owners', 'prod', '--terraform', 'infra');
    expect(folder.stderr).toContain(found);
    const change = {
      address: 'helm_release.x',
      mode: 'managed',
      type: 'helm_release',
      name: 'x',
      change: { actions: ['create'], after: { name: 'x', namespace: 'y' }, after_unknown: {} },
    };
    writeFileSync(
      join(project.folder, 'plan.json'),
      JSON.stringify({ format_version: '1.2', resource_changes: [change] }),
    );
    const plan = await runMain(project.folder, 'owners', 'prod', '--terraform', 'plan.json');
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain('Terraform in plan.json (1)\n  Helm release x in y  [helm_release.x]\n');
  }, 60_000);

  it.each([
    ['what is no Terraform', 'package.json', 1, /FX412 .*package\.json is none of the forms that are read/],
    ['a folder without any', 'src', 2, /"src" has no files of Terraform/],
    ['a file that is missing', 'none.json', 2, /cannot read "none\.json"/],
  ])(
    'refuses %s',
    async (_, name, code, message) => {
      const run = await runMain(project.folder, 'owners', 'dev', '--terraform', name);
      expect(run).toMatchObject({ code, stderr: expect.stringMatching(message) });
    },
    60_000,
  );
});

describe('fluxspan synth', () => {
  it('refuses to write what HCL in the repository owns, too', async () => {
    const run = await runMain(project.folder, 'synth', '--no-base', '--no-typecheck');
    expect(run.stderr).toContain(found);
    expect(run.stderr).toContain('nothing was written');
    const check = await runMain(project.folder, 'check');
    expect(check.stderr).toContain(found);
  }, 120_000);

  it('writes once Terraform has let go', async () => {
    const removed = 'removed {\n  from = kubernetes_config_map_v1.web\n  lifecycle {\n    destroy = false\n  }\n}\n';
    project.write('infra/main.tf', MAIN.replace(/resource "kubernetes_config_map_v1"[\s\S]*?\n}\n/, removed));
    const run = await runMain(project.folder, 'synth', '--no-base', '--no-typecheck');
    expect(run.code).toBe(0);
    project.write('infra/main.tf', MAIN);
  }, 60_000);

  it('leaves out what has another provider than the contract', async () => {
    const other = MAIN.replace('dev"\n', 'dev"\n  providers = {\n    kubernetes = kubernetes.dev\n  }\n');
    project.write('infra/main.tf', other);
    expect((await runMain(project.folder, 'check')).code).toBe(0);
    const same = other.replace('_v1" "web" {', '_v1" "web" {\n  provider = kubernetes.dev');
    project.write('infra/main.tf', same);
    expect((await runMain(project.folder, 'check')).stderr).toContain('FX781');
    project.write('infra/main.tf', MAIN);
  }, 120_000);

  it('warns of HCL that it cannot read, and writes', async () => {
    project.write('infra/main.tf', MAIN.replace(/resource "kubernetes_config_map_v1"[\s\S]*?\n}\n/, ''));
    project.write('infra/bad.tf', 'resource "helm_release" "x" {\n  name =\n}\n');
    const run = await runMain(project.folder, 'synth', '--no-base', '--no-typecheck');
    expect(run.stderr).toContain('warning FX780 terraform-unread: Terraform\'s file "infra/bad.tf" can\'t be read');
    expect(run.code).toBe(0);
  }, 60_000);
});

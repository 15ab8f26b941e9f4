import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeProject, type TestProject } from '../../support/project.js';
import { runCommand } from '../../support/run.js';

let project: TestProject;
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
    cwd: project.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
/** What is committed is what Flux has: no remote is needed for that. */
const merge = (message: string) => {
  git('add', '--all');
  git('commit', '--quiet', '-m', message);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
};

beforeEach(() => {
  project = makeProject();
  git('init', '--quiet', '--initial-branch=main');
  project.write('.gitignore', 'node_modules\n.fluxspan\n');
  merge('start');
  expect(runCommand(project.folder, 'synth')).toMatchObject({ code: 0, stderr: '' });
  merge('the tree');
});
afterEach(() => {
  vi.unstubAllEnvs();
  project.remove();
});

const rename = () => {
  project.edit('src/web.ts', "name: 'web'", "name: 'site'");
  // Its object keeps its name, and so changes its owner.
  project.edit('src/web.ts', "'data', {", "'data', { name: 'web',");
};

describe('the two steps, as commands', () => {
  it('says what is refused, writes the first step, and then the second', () => {
    rename();
    const refused = runCommand(project.folder, 'synth');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('error FX501 owner-changed: 1 object would change owner in one change');
    expect(refused.stderr).toContain('→ ConfigMap/web in web (web → site): not handed over');
    expect(refused.stderr).toContain('nothing was written');
    const folded = runCommand(project.folder, 'synth', '--check');
    expect(folded.stderr).toMatch(/\d+ more files differ: synth --check shows how once the errors are fixed\n$/);
    expect(folded.stdout).not.toContain('--- a/');

    const first = runCommand(project.folder, 'handover');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('~ k8s/clusters/dev/web.yaml\n');
    expect(first.stdout).toContain(
      '\ndev, once both steps are reconciled: 1 to create, 2 with a new owner, 1 to delete',
    );
    expect(first.stdout).toContain('  → ConfigMap/web in web (web → site)\n');
    expect(first.stdout).toContain('run npx fluxspan handover --finish: it writes the second step\n');
    const check = runCommand(project.folder, 'synth', '--check');
    expect(check.code).toBe(0);
    expect(check.stderr).toContain('notice FX510 handover-step: cluster "dev": handover, step 1 of 2');
    expect(check.stdout).toMatch(
      /^2 clusters, once both steps are reconciled: 1 to create, 2 with a new owner, 1 to delete \(since /,
    );
    expect(check.stdout).toContain('  → ConfigMap/web in web (web → site)\n');
    expect(check.stdout).not.toContain('not handed over');
    const { owners } = JSON.parse(runCommand(project.folder, 'synth', '--check', '--json').stdout);
    expect(owners[0].newOwner.map(({ handedOver }: { handedOver: boolean }) => handedOver)).toEqual([true, true]);
  });

  it('keeps the first step in other branches, until the command asks for the second', () => {
    rename();
    expect(runCommand(project.folder, 'handover')).toMatchObject({ code: 0, stderr: '' });
    merge('step 1');
    const other = runCommand(project.folder, 'synth');
    expect(other.code).toBe(0);
    expect(other.stderr).toMatch(
      /notice FX510 handover-step: cluster "dev": a handover is under way since \S+ \(commit \w{10}\): 2 objects go from "web" to "site"\n/,
    );
    expect(other.stderr).toContain('npx fluxspan handover --finish --cluster dev --cluster prod');
    expect(other.stdout).not.toContain('new owner');
    expect(git('status', '--porcelain')).toBe('');
    const lost = runCommand(project.folder, 'handover', '--finish', '--context', 'nowhere');
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain(
      'error FX509 handover-blocked: kubectl can\'t read the Kustomizations of context "nowhere"',
    );
    expect(git('status', '--porcelain')).toBe('');
    const second = runCommand(project.folder, 'handover', '--finish');
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toContain('+ k8s/clusters/dev/site.yaml\n');
    expect(second.stdout).toContain('\ndev: 1 to create, 2 with a new owner, 1 to delete\n');
    expect(second.stdout).toMatch(/\n {2}dev: flux get kustomizations -A: web Ready, at \w{10} or a later commit\n/);
    expect(runCommand(project.folder, 'synth', '--check').code).toBe(0);
  });

  it('prints JSON', () => {
    rename();
    const owners = JSON.parse(runCommand(project.folder, 'synth', '--check', '--json').stdout).owners;
    expect(owners.map(({ cluster }: { cluster: string }) => cluster)).toEqual(['dev', 'prod']);
    expect(owners[0].newOwner).toContainEqual({
      group: '',
      kind: 'ConfigMap',
      namespace: 'web',
      name: 'web',
      from: ['flux-system/web'],
      to: ['flux-system/site'],
      handedOver: false,
      changes: false,
    });
    const { ok, step, files, diagnostics } = JSON.parse(
      runCommand(project.folder, 'handover', '--cluster', 'dev', '--json').stdout,
    );
    expect({ ok, step, diagnostics }).toEqual({ ok: true, step: 'first', diagnostics: [] });
    expect(files.map(({ path }: { path: string }) => path)).toEqual([
      'k8s/clusters/dev/README.md',
      'k8s/clusters/dev/web.yaml',
    ]);
  });

  it('refuses what cannot be', () => {
    expect(runCommand(project.folder, 'synth', '--base', 'HEAD', '--no-base')).toMatchObject({ code: 2 });
    const mistyped = runCommand(project.folder, 'synth', '--base', 'orign/main');
    expect(mistyped.code).toBe(1);
    expect(mistyped.stderr).toContain('error FX504 no-base');
    expect(mistyped.stderr).toContain('"orign/main" is not a commit of this repository');
    expect(mistyped.stderr).toContain('nothing was written');
    const lost = runCommand(project.folder, 'handover', '--cluster', 'dve');
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain('the app has no cluster "dve"');
    const nowhere = runCommand(project.folder, 'handover', '--from', 'k8s/clusters/old');
    expect(nowhere.stderr).toContain('error FX509 handover-blocked: "k8s/clusters/old" is the folder of no cluster');
    expect(nowhere.stderr).toContain('note cluster "dev" has the folder "k8s/clusters/dev"\n');
    const two = runCommand(project.folder, 'handover', '--from', 'k8s/clusters/dev', '--cluster=dev', '--cluster=prod');
    expect(two).toMatchObject({ code: 2 });
    expect(runCommand('/', 'handover', '--help').stdout).toContain('usage: fluxspan handover');
    git('update-ref', '-d', 'refs/remotes/origin/main');
    const without = runCommand(project.folder, 'handover');
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('this repository has no remote, so it has no branch "origin/main"');
    expect(runCommand(project.folder, 'synth', '--check')).toMatchObject({ code: 0 });
    expect(runCommand(project.folder, 'synth', '--check', '--no-base')).toMatchObject({ code: 0, stderr: '' });
  });

  it('refuses options that exclude each other', () => {
    const from = ['--from', 'k8s/clusters/dev'];
    for (const wrong of [
      ['--finish', '--abort'],
      ['--finish', ...from],
      ['--context', 'dev'],
    ]) {
      expect(runCommand(project.folder, 'handover', ...wrong)).toMatchObject({ code: 2 });
    }
  });

  it('leads out of an object that a file outside of the tree applies too', () => {
    const extra = (annotations: string) => `apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: web${annotations} }
data: { other: text }
`;
    project.write('k8s/clusters/dev/extra.yaml', extra('').replace('name: web,', 'name: other,'));
    expect(runCommand(project.folder, 'synth', '--check')).toMatchObject({ code: 0, stderr: '' });
    project.write('k8s/clusters/dev/extra.yaml', extra(''));
    const early = runCommand(project.folder, 'synth', '--check');
    expect(early.code).toBe(1);
    expect(early.stderr).toContain('error FX506 foreign-owner: 1 object of the plan would have two owners');
    expect(early.stderr).toContain('fix  take it out of this file, or out of the addon');
    project.write('k8s/clusters/dev/broken.yaml', 'kind: [');
    expect(runCommand(project.folder, 'synth', '--check').stderr).toContain('error FX507 base-not-built');
    rmSync(join(project.folder, 'k8s/clusters/dev/broken.yaml'));
    merge('a second owner');
    const refused = runCommand(project.folder, 'synth', '--check');
    expect(refused.stderr).toContain('error FX506 foreign-owner');
    expect(refused.stderr).toContain('annotate it there with kustomize.toolkit.fluxcd.io/prune: disabled');
    // What it says, step by step.
    project.write(
      'k8s/clusters/dev/extra.yaml',
      extra(', annotations: { kustomize.toolkit.fluxcd.io/prune: disabled }'),
    );
    expect(runCommand(project.folder, 'synth', '--check', '--no-base').code).toBe(0);
    merge('it lets go');
    rmSync(join(project.folder, 'k8s/clusters/dev/extra.yaml'));
    expect(runCommand(project.folder, 'synth', '--check')).toMatchObject({ code: 0, stderr: '' });
  });

  it('tells a damaged repository from a partial one', () => {
    const blob = git('rev-parse', 'HEAD:k8s/clusters/dev/web.yaml').trim();
    rmSync(join(project.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    // A file of the work tree that is the same would do.
    rmSync(join(project.folder, 'k8s/clusters/dev/web.yaml'));
    rename();
    const { code, stderr } = runCommand(project.folder, 'synth', '--check');
    expect(code).toBe(1);
    expect(stderr).toContain(`the repository is damaged: the object ${blob} is missing`);
    expect(stderr).toContain('git fsck says what is broken');
  });

  it.each([
    // Git's own tests make it so.
    [
      'GIT_TEST_ASSUME_DIFFERENT_OWNER',
      '1',
      /dubious ownership in .*\n {2}fix {2}git config --global --add safe\.directory '/,
    ],
    ['PATH', '/nonexistent', /git is not installed\n {2}fix {2}install git/],
  ])('says what git needs: %s', (name, value, said) => {
    vi.stubEnv(name, value);
    const { code, stderr } = runCommand(project.folder, 'synth', '--check');
    expect(code).toBe(1);
    expect(stderr).toMatch(said);
    expect(stderr).toContain('or pass --no-base to skip the comparison');
    expect(runCommand(project.folder, 'synth', '--check', '--no-base')).toMatchObject({ code: 0, stderr: '' });
  });

  it('says what a partial clone does not hold, and how to fetch it', () => {
    const origin = join(project.folder, 'node_modules/origin.git');
    const partial = join(project.folder, 'node_modules/partial');
    git('clone', '--quiet', '--bare', '.', origin);
    git('-C', origin, 'config', 'uploadpack.allowFilter', 'true');
    git('clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${origin}`, partial);
    rmSync(join(project.folder, '.git'), { recursive: true });
    renameSync(join(partial, '.git'), join(project.folder, '.git'));
    git('reset', '--quiet');
    // What is as the base has it need not be read.
    expect(runCommand(project.folder, 'synth', '--check')).toMatchObject({ code: 0, stderr: '' });

    rename();
    // What the work tree has as the base has it is read there.
    expect(runCommand(project.folder, 'synth', '--check').stderr).toContain('error FX501 owner-changed');
    rmSync(join(project.folder, 'k8s/clusters/dev/web.yaml'));
    const blind = runCommand(project.folder, 'synth', '--check');
    expect(blind.code).toBe(1);
    expect(blind.stderr).toContain('FX504 no-base');
    expect(blind.stderr).toContain('this clone does not hold all files of the commit that Flux has');
    expect(runCommand(project.folder, 'handover').stderr).toContain('git fetch --refetch --no-filter origin');

    git('fetch', '--quiet', '--refetch', '--no-filter', 'origin');
    expect(runCommand(project.folder, 'synth').stderr).toContain('error FX501 owner-changed');
  });
});

describe('a change that destroys', () => {
  /** The addon with a release and a database of Crossplane; `destroys` is the change. */
  const write = (destroys: boolean) => {
    project.write(
      'src/web.ts',
      `import { ApiObject } from 'cdk8s';
import { defineAddon, HelmRelease, helmChart } from 'fluxspan';
import { z } from 'zod';

export const web = defineAddon({
  name: 'web',
  namespace: 'web',
  createNamespace: true,
  charts: { web: helmChart({ url: 'https://charts.example.org', chart: '${destroys ? 'valkey' : 'redis'}', version: '1.0.0' }) },
  options: z.object({ title: z.string() }),
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
    ${destroys ? '' : "new ApiObject(scope, 'db', { apiVersion: 'rds.aws.upbound.io/v1beta1', kind: 'Instance', metadata: { name: 'db' }, spec: { forProvider: {} } } as never);"}
  },
});
`,
    );
  };

  it('is refused with exit code 1, the plan and what to declare, and passes once it is declared', () => {
    write(false);
    project.edit('src/app.ts', "['dev', 'prod']", "['dev']");
    project.edit('src/app.ts', "{ flux: '2.9' }", "{ external: ['rds.aws.upbound.io'] }");
    rmSync(join(project.folder, 'k8s'), { recursive: true });
    merge('without a tree');
    expect(runCommand(project.folder, 'synth').stderr).not.toContain('error');
    merge('the database');
    write(true);
    const refused = runCommand(project.folder, 'synth');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'error FX515 replacement-not-declared: HelmRelease/web in web is replaced: chart name "redis" → "valkey"\n',
    );
    expect(refused.stderr).toContain(
      'error FX502 removal-not-declared: Instance/db in web is removed, and with it the external',
    );
    expect(refused.stderr).toContain(
      '  ± HelmRelease/web in web is replaced: chart name "redis" → "valkey" (web): Helm uninstalls release "web"',
    );
    expect(refused.stderr).toContain(
      '  - Instance/db in web (web): the external resource that it manages, with its data\n',
    );
    expect(refused.stderr).toContain('nothing was written');

    project.edit(
      'src/app.ts',
      '})]);',
      `})])
    .replaced({ kind: 'HelmRelease', name: 'web', namespace: 'web' }, { reason: 'valkey takes its place' })
    .removed({ kind: 'Instance', name: 'db', namespace: 'web' }, { reason: 'moved elsewhere' });`,
    );
    const declared = runCommand(project.folder, 'synth', '--json');
    expect(declared.code).toBe(0);
    const [{ replace }] = JSON.parse(declared.stdout).owners;
    expect(replace).toMatchObject([{ name: 'web', differences: ['chart name "redis" → "valkey"'], certain: true }]);
  });
});

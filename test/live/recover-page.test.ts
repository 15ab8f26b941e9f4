import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeBlocks } from '../docs/code-blocks.js';
import { withoutKubectl } from '../reference/kubectl.js';
import { makeProject, type TestProject } from '../support/project.js';
import { root as repository } from '../support/root.js';
import { runCommand } from '../support/run.js';
import { ageKeygen, binaryPath, sopsProgram } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import { redirect } from './redirect.js';
import { type Shims, serveShims } from './shims.js';
import { takeSnapshot } from './snapshot.js';
import { fluxEdit, platformAccount } from './tenant-rights.js';
import { buildProvider, makeTerraformRoot, missingTerraform, type TerraformRoot } from './terraform.js';
import { readTree } from './tree.js';

const PLATFORM = `import { ApiObject } from 'cdk8s';
import { ConfigMap, defineAddon, encryptedFile, FluxApp, FluxCluster, helmChart, HelmRelease, hostname, sops } from 'fluxspan';
import { teamsIn } from '../imports/teams.js';

const dns = defineAddon({
  name: 'dns',
  namespace: 'dns',
  createNamespace: true,
  infra: { vars: { TF_DOMAIN: hostname() } },
  build: (scope, { vars }) => void new ConfigMap(scope, 'dns', { data: { domain: vars.TF_DOMAIN } }),
});
const secrets = defineAddon({
  name: 'secrets',
  namespace: 'shop',
  createNamespace: true,
  build: (scope) => encryptedFile(scope, 'secrets/db.enc.yaml'),
});
const shop = defineAddon({
  name: 'shop',
  namespace: 'shop',
  charts: { shop: helmChart({ url: 'oci://registry.example.org/charts', chart: 'shop', version: '1.0.0' }) },
  build: (scope, { charts }) => {
    new HelmRelease(scope, 'release', { chart: charts.shop, values: { replicas: 1 } });
    const labels = { app: 'reader' };
    new ApiObject(scope, 'reader', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'reader' },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'reader', image: 'reader:1.0.0', envFrom: [{ secretRef: { name: 'db' } }] }] },
        },
      },
    });
  },
});

const app = new FluxApp();
new FluxCluster(app, 'dev', {
  flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true },
  secrets: sops({ age: 'AGE' }),
})
  .stage('base', [dns(), secrets()])
  .stage('apps', [shop()])
  .stage('tenants', teamsIn('dev', () => ({ vars: { TF_DOMAIN: hostname() } })));

export default app;
`;

const TEAM = `import { ConfigMap, defineAddon, FluxApp, FluxTenant } from 'fluxspan';
import { namespaces, platform, vars } from '../imports/claims.dev.js';

const web = defineAddon({
  name: 'web',
  namespace: namespaces[0],
  infra: { vars: { TF_DOMAIN: vars.TF_DOMAIN } },
  build: (scope, { vars }) =>
    void new ConfigMap(scope, 'settings', { name: 'settings', data: { host: \`web.\${vars.TF_DOMAIN}\` } }),
});

const app = new FluxApp();
new FluxTenant(app, 'dev', platform).stage('apps', [web()]);
export default app;
`;

const urlOf = (name: string) => `https://git.example.org/${name}`;
const TEAMS = `apiVersion: fluxspan.dev/v1
kind: Teams
environments: [dev]
teams:
  claims:
    groups: claims-developers
    source: { url: ${urlOf('claims')}, secretRef: { name: git } }
    branch: main
    path: ./k8s/clusters/dev
    vars: [TF_DOMAIN]
  people: { source: ${urlOf('people')}, branch: main }
`;

const git = (folder: string, ...args: readonly string[]) => {
  const settings = ['user.name=A', 'user.email=a@example.org', 'protocol.file.allow=always'];
  return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], { cwd: folder, stdio: 'pipe' });
};
const commitAll = (folder: string) => {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'a change');
};

const missing = missingTool([sopsProgram, ageKeygen]) ?? missingTerraform ?? withoutKubectl();
buildProvider({ long: true });
buildBefore(sopsProgram, { long: true, missing });
buildBefore(ageKeygen, { long: true, missing });

const minutes: string[] = [];

describeLive(
  'docs/how-to/recover.md, with teams from a repository of their own',
  (live) => {
    let fleet: TestProject;
    let own: TestProject;
    let systems: string;
    let terraform: TerraformRoot;
    let shims: Shims;

    const run = (project: TestProject, ...argv: readonly string[]) => {
      const { code, stdout, stderr } = runCommand(project.folder, ...argv);
      if (code !== 0) throw new Error(`${argv.join(' ')}: ${stdout}${stderr}`);
    };

    /** What people have before anything is lost: three repositories, a key, and Terraform's root. */
    const makeRepositories = async () => {
      writeFileSync(join(systems, 'teams.yaml'), TEAMS);
      git(systems, 'init', '--quiet', '--initial-branch=main');
      commitAll(systems);
      fleet.write('.gitignore', 'node_modules\n.fluxspan\n*.agekey\n');
      git(fleet.folder, 'init', '--quiet', '--initial-branch=main');
      git(fleet.folder, 'config', 'protocol.file.allow', 'always');
      git(fleet.folder, 'submodule', '--quiet', 'add', systems, 'systems');
      const key = join(fleet.folder, 'age.agekey');
      execFileSync(binaryPath('age-keygen'), ['-o', key], { stdio: 'pipe' });
      const age = execFileSync(binaryPath('age-keygen'), ['-y', key], { encoding: 'utf8', stdio: 'pipe' }).trim();
      fleet.write('src/app.ts', PLATFORM.replace('AGE', age));
      fleet.write(
        'secrets/db.enc.yaml',
        'apiVersion: v1\nkind: Secret\nmetadata: { name: db, namespace: shop }\nstringData: { password: one }\n',
      );
      const arguments_ = ['encrypt', '--in-place', '--age', age, '--encrypted-regex', '^(data|stringData)$'];
      execFileSync(binaryPath('sops'), [...arguments_, 'secrets/db.enc.yaml'], { cwd: fleet.folder, stdio: 'pipe' });
      run(fleet, 'import', 'teams', 'systems/');
      run(fleet, 'synth', '--no-base');
      run(fleet, 'publish');
      commitAll(fleet.folder);
      git(fleet.folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');

      own.write('src/app.ts', TEAM);
      run(own, 'import', 'platform', `${fleet.folder}/published/claims.dev.json`);
      run(own, 'synth', '--no-base', '--no-typecheck');

      const tree = readTree(join(fleet.folder, 'k8s'));
      await live().serveSources(tree);
      await live().pushRepository(urlOf('claims'), own.files('k8s'));
      const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' }, data: { of: 'people' } };
      await live().pushRepository(urlOf('people'), { 'map.yaml': JSON.stringify(map) });
      await live().commit(redirect(tree, live().redirects()));

      terraform = makeTerraformRoot(live().kubeconfig, join(fleet.folder, 'k8s/contract'));
      const [call = ''] = /^module "flux_contract"[\s\S]*?^\}$/m.exec(fleet.read('k8s/contract/dev/README.md')) ?? [];
      terraform.write(`${call}\n`);
      await terraform.run('init', '-no-color');
    };

    beforeAll(async () => {
      fleet = makeProject();
      own = makeProject();
      systems = mkdtempSync(join(tmpdir(), 'systems-'));
      shims = await serveShims({
        // What stands for the command that people run: Flux's own is no Go module that can be built.
        flux: async (args) => {
          expect(args.slice(0, 2)).toEqual(['bootstrap', 'github']);
          expect(args).toContain('--path=k8s/clusters/dev');
          await live().startFlux();
          await live().apply(fluxEdit, ...platformAccount);
          await live().follow({ cluster: 'dev' });
          await live().patch(kustomization('flux-system'), { spec: { serviceAccountName: 'kustomize-controller' } });
          return '';
        },
        terraform: async (args) => {
          expect(args).toEqual(['apply']);
          return terraform.apply();
        },
      });
      const npx = join(shims.folder, 'npx');
      writeFileSync(
        npx,
        `#!/bin/sh\n[ "$1" = fluxspan ] && shift\nexec "${process.execPath}" "${repository}/bin/fluxspan.js" "$@"\n`,
      );
      chmodSync(npx, 0o755);
      await makeRepositories();
    }, 300_000);
    afterAll(async () => {
      if (minutes.length > 0) console.log(`docs/how-to/recover.md, followed: ${minutes.join(', ')}`);
      await shims?.stop();
      terraform?.remove();
      fleet?.remove();
      own?.remove();
      if (systems !== undefined) rmSync(systems, { recursive: true });
    });

    /** Does what the page says, block by block, and compares what it shows. */
    const followPage = async () => {
      const start = Date.now();
      let said = '';
      const env = {
        KUBECONFIG: live().kubeconfig,
        TOKEN: 'token-of-this-test',
        PATH: [shims.folder, process.env['PATH']].join(delimiter),
      };
      const withoutCount = (line: string) => line.trim().replace(/\d+ up to date(?: in \d+ ms)?$/, 'all up to date');
      const blocks = codeBlocks.filter(({ at }) => at.startsWith('docs/how-to/recover.md:'));
      expect(blocks.map(({ language }) => language)).toEqual(['sh', '', 'sh', 'sh', 'sh', 'sh']);
      for (const { language, text } of blocks) {
        if (language === 'sh') said = await shims.run(text, fleet.folder, env);
        else expect(said.split('\n').map(withoutCount)).toContain(withoutCount(text));
        expect(said).not.toContain('AGE-SECRET-KEY');
      }
      await live().untilReady({ timeout: 240_000 });
      minutes.push(`${((Date.now() - start) / 60_000).toFixed(1)} min`);
    };

    const dataOf = async (kind: string, namespace: string, name: string) =>
      ((await live().get({ apiVersion: 'v1', kind, namespace, name }))?.['data'] ?? {}) as Readonly<
        Record<string, string>
      >;
    const expectAll = async () => {
      expect(await dataOf('ConfigMap', 'claims', 'settings')).toEqual({
        host: expect.stringMatching(/^web\.[\w.]+$/),
      });
      expect(await dataOf('ConfigMap', 'people', 'own')).toEqual({ of: 'people' });
      const { password = '' } = await dataOf('Secret', 'shop', 'db');
      expect(Buffer.from(password, 'base64').toString()).toBe('one');
    };

    let first: Record<string, object> = {};

    it('brings an empty cluster up', async () => {
      expect(await live().list({ apiVersion: 'v1', kind: 'ConfigMap' })).not.toContainEqual(
        expect.objectContaining({ metadata: expect.objectContaining({ namespace: 'flux-system' }) }),
      );
      await followPage();
      await expectAll();
      first = await takeSnapshot(live());
    }, 600_000);

    it('brings the same back, object by object, when the cluster was deleted', async () => {
      await live().startAnew({ flux: false });
      expect(await live().get({ apiVersion: 'v1', kind: 'Namespace', name: 'claims' })).toBeUndefined();
      await followPage();
      await expectAll();
      const second = await takeSnapshot(live());
      expect(Object.keys(second)).toEqual(Object.keys(first));
      expect(Object.keys(first).length).toBeGreaterThan(100);
      for (const [id, object] of Object.entries(first)) expect(second[id], id).toEqual(object);
    }, 600_000);
  },
  { long: true, missing, flux: false },
);

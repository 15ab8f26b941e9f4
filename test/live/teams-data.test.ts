import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProject, type TestProject } from '../support/project.js';
import { runCommand } from '../support/run.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import { readyOf } from './kustomization-state.js';
import { redirect } from './redirect.js';
import { fluxEdit, platformAccount } from './tenant-rights.js';
import { readTree, type Tree } from './tree.js';

const APP = `import { FluxApp, FluxCluster } from 'fluxspan';
import { teamsIn } from '../imports/teams.js';

const app = new FluxApp();
new FluxCluster(app, 'dev', {
  flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true },
}).stage('tenants', teamsIn('dev'));

export default app;
`;

const urlOf = (name: string) => `https://git.example.org/${name}`;
/** What the other repository has: two teams, of which one gets what is asked. */
const teamsWith = (teal: string) => `# yaml-language-server: $schema=…
apiVersion: fluxspan.dev/v1
kind: Teams
environments: [dev, prod]
defaults:
  kustomization: { retryInterval: 2s }
teams:
  # Of the first hour.
  red:
    source: ${urlOf('red')}
    branch: main
  teal:
    source: ${urlOf('teal')}
    environments:
      dev: { ${teal} }
      prod: { tag: v1 }
# The end.
`;

const git = (folder: string, ...args: readonly string[]) => {
  const settings = ['user.name=A', 'user.email=a@example.org', 'protocol.file.allow=always'];
  return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** A commit of a team: one ConfigMap that says which it is. */
const content = (version: string): Tree => ({
  'map.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' }, data: { version } }),
});
const core = (kind: string, name: string, namespace?: string) => ({
  apiVersion: 'v1',
  kind,
  name,
  ...(namespace === undefined ? {} : { namespace }),
});
const ownMap = (namespace: string) => core('ConfigMap', 'own', namespace);

describeLive(
  'teams from teams.yaml in a repository of its own',
  (live) => {
    let project: TestProject;
    let systems: string;
    beforeAll(async () => {
      project = makeProject();
      systems = mkdtempSync(join(tmpdir(), 'systems-'));
      git(systems, 'init', '--quiet', '--initial-branch=main');
      await live().apply(fluxEdit, ...platformAccount);
    });
    afterAll(() => {
      project?.remove();
      if (systems !== undefined) rmSync(systems, { recursive: true });
    });

    /** A commit of the other repository. */
    const publish = (text: string) => {
      writeFileSync(join(systems, 'teams.yaml'), text);
      git(systems, 'add', '--all');
      git(systems, 'commit', '--quiet', '-m', 'teams');
    };
    const run = (...argv: readonly string[]) => {
      const { code, stdout, stderr } = runCommand(project.folder, ...argv);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    /** The platform's pull request is merged, and Flux applies it. */
    const merge = async () => {
      git(project.folder, 'add', '--all');
      git(project.folder, 'commit', '--quiet', '-m', 'a change');
      git(project.folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
      const commit = await live().applyTree(redirect(readTree(join(project.folder, 'k8s')), live().redirects()));
      await live().patch(kustomization('flux-system'), { spec: { serviceAccountName: 'kustomize-controller' } });
      await live().until('the platform has applied the commit', async () => {
        const all = await live().list(kustomization('flux-system'));
        const own = all.filter(({ metadata }) => metadata.namespace === 'flux-system');
        return own.every(
          (one) => readyOf(one)?.status === 'True' && one.status?.lastAppliedRevision?.endsWith(commit) === true,
        );
      });
    };
    const untilVersion = (team: string, version: string) =>
      live().until(`team ${team} has version ${version}`, async () => {
        const data = (await live().get(ownMap(team)))?.['data'] as { readonly version?: string } | undefined;
        return data?.version === version;
      });
    const untilGone = (ref: Parameters<ReturnType<typeof live>['get']>[0]) =>
      live().until(`${ref.kind} "${ref.name}" is gone`, async () => (await live().get(ref)) === undefined);

    it('each get the branch or the tag of their environment', async () => {
      await live().pushRepository(urlOf('red'), content('one'));
      await live().pushRepository(urlOf('teal'), content('tagged'), { tag: 'v1' });
      await live().pushRepository(urlOf('teal'), content('newer'));
      publish(teamsWith('tag: v1'));
      project.write('.gitignore', 'node_modules\n.fluxspan\n');
      project.write('src/app.ts', APP);
      git(project.folder, 'init', '--quiet', '--initial-branch=main');
      git(project.folder, 'submodule', '--quiet', 'add', systems, 'systems');
      run('import', 'teams', 'systems/');
      run('synth', '--no-base');
      await merge();
      await untilVersion('red', 'one');
      await untilVersion('teal', 'tagged');
    });

    it('change in the cluster with the commit of the platform, and not with that of the other repository alone', async () => {
      publish(teamsWith('branch: main'));
      expect(run('synth', '--check')).toContain('the tree is up to date');
      git(project.folder, 'submodule', '--quiet', 'update', '--remote', 'systems');
      run('synth');
      await merge();
      await untilVersion('teal', 'newer');
    });

    it('are added by one command', async () => {
      await live().pushRepository(urlOf('blue'), content('new'));
      const said = run('tenant', 'add', 'blue', '--source', urlOf('blue'), '--in', 'dev=main');
      expect(said).toContain('Next, team "blue" does this, once it is merged:');
      git(join(project.folder, 'systems'), 'commit', '--quiet', '--all', '-m', 'Add blue');
      await merge();
      await untilVersion('blue', 'new');
    });

    it('are removed in two steps: what they run goes, the namespace stays', async () => {
      run('tenant', 'remove', 'red', '--reason', 'the team has moved');
      git(join(project.folder, 'systems'), 'commit', '--quiet', '--all', '-m', 'Offboard red');
      await merge();
      await untilGone(ownMap('red'));
      expect(await live().get(core('ServiceAccount', 'reconciler', 'red'))).toBeDefined();
      run('tenant', 'remove', 'red');
      git(join(project.folder, 'systems'), 'commit', '--quiet', '--all', '-m', 'Remove red');
      await merge();
      await untilGone(core('ServiceAccount', 'reconciler', 'red'));
      expect(await live().get(core('Namespace', 'red'))).toMatchObject({ status: { phase: 'Active' } });
      expect(await live().get(ownMap('blue'))).toBeDefined();
      const text = project.read('systems/teams.yaml');
      expect(text).toContain('  # Of the first hour.\n  teal:\n');
      expect(text.endsWith('# The end.\nremoved:\n  red: the team has moved\n')).toBe(true);
    });
  },
  { long: true },
);

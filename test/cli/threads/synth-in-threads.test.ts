import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runProcessWith } from '../../support/run.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = projectOfEachTest();
const caches = temporaryFolder();

/** Thirty-six clusters, so that two threads share them; each thread leaves a file that says that it was there. */
const app = (line = '') => `import { writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { FluxApp, FluxCluster } from 'fluxspan';
import { web } from './web.js';

writeFileSync(\`thread-\${threadId}\`, '');
console.log('loaded');
const app = new FluxApp();
for (let at = 10; at < 46; at++) {
  const cluster = new FluxCluster(app, \`c-\${at}\`, { flux: '2.9' });
  cluster.stage('apps', [web({ title: \`the web of \${at}\` })]);
  ${line}
}
export default app;
`;

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: project.folder, stdio: 'ignore' });
const commit = () => {
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'a');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
};

interface Ran {
  readonly code: number | null;
  readonly text: string;
  readonly tree: Readonly<Record<string, string>>;
  readonly threads: number;
}

const run = (threads: number, args: readonly string[]): Ran => {
  for (const id of [0, 1]) rmSync(join(project.folder, `thread-${id}`), { force: true });
  // A cache of its own for each number of threads: both start from the same.
  const env = {
    FLUXSPAN_THREADS: String(threads),
    XDG_CACHE_HOME: join(caches, `${threads}-${project.folder.slice(-6)}`),
  };
  const { code, stdout, stderr } = runProcessWith(env, project.folder, 'synth', '--no-typecheck', ...args);
  const text = `${stdout}${stderr}`.replace(/(?: in |"milliseconds": )\d+(?: ms)?/g, ' <time>');
  const used = [0, 1].filter((id) => existsSync(join(project.folder, `thread-${id}`))).length;
  return { code, text, tree: project.files('k8s'), threads: used };
};

/** What two threads do, which is what one does with the same files. */
const both = (...args: readonly string[]): Ran => {
  const before = project.files('k8s');
  const two = run(2, args);
  rmSync(join(project.folder, 'k8s'), { recursive: true, force: true });
  for (const [path, text] of Object.entries(before)) project.write(path, text);
  const one = run(1, args);
  expect(one.threads).toBe(1);
  expect({ ...two, threads: 1 }).toEqual(one);
  return two;
};

describe('synth with two threads', { timeout: 240_000 }, () => {
  beforeEach(() => {
    git('init', '--quiet', '--initial-branch', 'main');
    project.write('.gitignore', 'node_modules\n.fluxspan\nthread-*\n');
    project.write('src/app.ts', app());
  });

  it('finds the policy of a marker in versions.yaml in the clusters of any thread', () => {
    const head = 'apiVersion: fluxspan.dev/v1\nkind: Versions\nmetadata:\n  name: versions\n';
    const marker = '# {"$imagepolicy": "apps:web:tag"}';
    project.write('versions.yaml', `${head}versions:\n  web:\n    version: 1.2.3 ${marker}\n`);
    const reads = "import { version } from '../imports/versions.js';\nversion('web');\n";
    const external = "external: [{ kind: 'ImagePolicy', namespace: 'apps', name: 'web' }]";
    project.write('src/app.ts', reads + app());
    // The first run writes the module of names.
    run(1, ['--no-base']);
    expect(both('--no-base').text.match(/FX732/g)).toHaveLength(1);
    project.write(
      'src/app.ts',
      reads + app().replace("flux: '2.9'", `flux: '2.9', ...(at === 45 ? { ${external} } : {})`),
    );
    const { text, threads } = both('--no-base');
    expect({ threads, unknown: text.includes('FX732') }).toEqual({ threads: 2, unknown: false });
  });

  it('writes the same tree, and says the same, as one', () => {
    const first = both('--no-base');
    expect(first).toMatchObject({ code: 0, threads: 2 });
    expect(Object.keys(first.tree)).toHaveLength(36 * 9);
    // What the app prints is printed once.
    expect(first.text.match(/^loaded$/gm)).toHaveLength(1);
    commit();
    expect(both()).toMatchObject({ code: 0, threads: 2 });

    project.edit('src/app.ts', 'the web of', 'our web of');
    const stale = both('--check');
    expect(stale).toMatchObject({ code: 1, threads: 2 });
    expect(stale.text).toContain('0 missing, 36 out of date');
    const json = both('--json', '--check');
    expect(JSON.parse(json.text.replace('loaded\n', '').replace(' <time>', '"milliseconds": 0')).owners).toHaveLength(
      36,
    );
    const changed = both();
    expect(changed.text).toContain('36 clusters: 1 to change (since origin/main, ');
    expect(changed).toMatchObject({ code: 0, threads: 2 });
  });

  it('prints what the app prints while clusters are built, once for each of them', () => {
    project.edit('src/web.ts', 'new ConfigMap(scope', "console.log('built');\n    new ConfigMap(scope");
    const { code, text, threads } = both('--no-base');
    expect({ code, threads }).toEqual({ code: 0, threads: 2 });
    expect(text.match(/^built$/gm)).toHaveLength(36);
  });

  it('says what is wrong as one does, wherever it is', () => {
    project.write('src/app.ts', app(`if (at > 40) cluster.stage('late', [web({ title: 'twice' })]);`));
    const refused = both('--no-base');
    expect(refused).toMatchObject({ code: 1, threads: 2, tree: {} });
    expect(refused.text).toContain('nothing was written');
  });

  it('keeps what a person edited, in any of the clusters', () => {
    both('--no-base');
    commit();
    for (const name of ['c-12', 'c-44']) {
      for (const path of [`k8s/addons/${name}/web/config-map.yaml`, `k8s/contract/${name}/README.md`])
        project.write(path, `${project.read(path)}# mine\n`);
    }
    const { code, text } = both('--no-base');
    expect(code).toBe(1);
    expect(text.match(/^! .*$/gm)).toEqual([
      '! k8s/addons/c-12/web/config-map.yaml',
      '! k8s/addons/c-44/web/config-map.yaml',
      '! k8s/contract/c-12/README.md',
      '! k8s/contract/c-44/README.md',
    ]);
  });

  it('tells of clusters that are no longer declared, once', () => {
    both('--no-base');
    commit();
    project.edit('src/app.ts', 'at < 46', 'at < 44');
    const { code, text } = both();
    expect(code).toBe(0);
    expect(text.match(/FX\d+ .*c-44/g)?.length).toBeGreaterThan(0);
    project.edit(
      'src/app.ts',
      "stage('apps', [web({ title: `the web of ${at}` })])",
      "removed('web', { reason: 'unused' })",
    );
    expect(both()).toMatchObject({ code: 0, threads: 2 });
  });

  it('does it all in one thread where another cannot load the app, or has other clusters', () => {
    project.write('src/app.ts', app(`if (threadId > 0) throw new Error('not here');`));
    expect(both('--no-base')).toMatchObject({ code: 0, threads: 2 });
    project.write('src/app.ts', app(`if (threadId > 0) process.exit(3);`));
    expect(both('--no-base')).toMatchObject({ code: 0, threads: 2 });
    project.write('src/app.ts', app().replace('at < 46', 'at < (threadId > 0 ? 40 : 46)'));
    expect(both('--no-base')).toMatchObject({ code: 0, threads: 2 });
  });
});

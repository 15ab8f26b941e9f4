import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installTypeScript } from '../../support/install-typescript.js';
import { makeProject, type TestProject } from '../../support/project.js';
import { runCommand } from '../../support/run.js';

let project: TestProject;
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
    cwd: project.folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-20T12:00:00Z', GIT_AUTHOR_DATE: '2026-11-20T12:00:00Z' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
/** What is committed is what Flux has: no remote is needed for that. */
const merge = (message: string) => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '-m', message);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
};
const promote = (...args: readonly string[]) => runCommand(project.folder, 'promote', ...args);

const ADDONS = `import { ConfigMap, defineAddon, HelmRelease, helmChart } from 'fluxspan';
import { z } from 'zod';
import { image, version } from '../imports/versions.js';

export const podinfo = defineAddon({
  name: 'podinfo',
  namespace: 'apps',
  createNamespace: true,
  charts: {
    podinfo: helmChart({
      url: 'oci://ghcr.io/acme/charts/podinfo',
      version: (ring) => version('podinfo', ring),
    }),
  },
  options: z.object({ replicas: z.number() }),
  build(scope, { charts, options, ring }) {
    new HelmRelease(scope, 'podinfo', {
      chart: charts.podinfo,
      values: { replicas: options.replicas, image: { tag: image('web', 'tag', ring) } },
    });
  },
});

export const extra = defineAddon({
  name: 'extra',
  namespace: 'apps',
  build(scope) {
    new ConfigMap(scope, 'extra', { data: { a: 'b' } });
  },
});
`;

const APP = `import { FluxApp, FluxCluster } from 'fluxspan';
import { setting } from '../imports/versions.js';
import { extra, podinfo } from './addons.js';

const app = new FluxApp({
  rollout: { dev: ['dev'], staging: ['staging'], prod: ['prod-eu', 'prod-us'] },
});
for (const name of ['dev', 'staging', 'prod-eu', 'prod-us']) {
  const ring = app.ringOf(name);
  const cluster = new FluxCluster(app, name, { flux: '2.9' }).stage('apps', [
    podinfo({ replicas: setting('replicas', ring) }),
  ]);
  if (setting('extra', ring)) cluster.stage('more', [extra()]);
}

export default app;
`;

const VERSIONS = `# What runs where.
apiVersion: fluxspan.dev/v1
kind: Versions
metadata:
  name: versions
versions:
  podinfo:
    # renovate: datasource=docker depName=ghcr.io/acme/charts/podinfo
    version: 6.6.0 # bots change this line
    rings:
      staging:
        promoted: '6.5.0' # tried since Monday
      # The sale lasts until 9 December.
      prod:
        promoted: '6.5.0'
        hold:
          by: ada
          reason: nothing moves during the sale
          until: 2999-12-09
images:
  web:
    image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web"}
    rings:
      staging:
        promoted: ghcr.io/acme/web:1.2.3
      prod:
        promoted: ghcr.io/acme/web:1.2.2
settings:
  replicas:
    value: 3
    rings:
      staging:
        promoted: 3
      prod:
        promoted: 3
  extra:
    value: true
    rings:
      staging:
        promoted: false
      prod:
        promoted: false
`;

beforeEach(() => {
  project = makeProject();
  git('init', '--quiet', '--initial-branch=main');
  project.write('.gitignore', 'node_modules\n.fluxspan\n');
  project.write('src/addons.ts', ADDONS);
  project.write('src/app.ts', APP);
  project.write('versions.yaml', VERSIONS);
  merge('start');
  expect(runCommand(project.folder, 'synth', '--no-typecheck')).toMatchObject({ code: 0 });
  merge('the tree');
});
afterEach(() => project.remove());

/** Lines of versions.yaml that differ from what is committed. */
const changedLines = () =>
  git('diff', '--unified=0', 'versions.yaml')
    .split('\n')
    .filter((line) => /^[-+](?![-+])/.test(line));
const changedFiles = () =>
  git('status', '--porcelain')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(3));

describe('promote', () => {
  it('writes the next ring, shows what changes there, and leaves the others alone', () => {
    const dry = promote('podinfo', '--dry-run');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain('\nnothing was written (--dry-run)\n');
    expect(git('status', '--porcelain')).toBe('');

    const { code, stdout, stderr } = promote('podinfo');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/\b[0-9a-f]{10}\b/g, '0123456789')).toBe(`staging gets version "podinfo": 6.5.0 → 6.6.0

staging: 1 to change (origin/main (0123456789) → the working tree)
  ~ OCIRepository/podinfo in flux-system (podinfo)
      ! Helm upgrades HelmRelease/podinfo in apps
      spec.ref.tag  "6.5.0" → "6.6.0"

~ versions.yaml
~ k8s/addons/staging/podinfo/oci-repository.yaml
`);
    expect(changedLines()).toEqual([
      "-        promoted: '6.5.0' # tried since Monday",
      '+        promoted: 6.6.0 # tried since Monday',
    ]);
    expect(changedFiles()).toEqual([
      'k8s/addons/staging/podinfo/oci-repository.yaml',
      'k8s/checksums/staging/podinfo.txt',
      'versions.yaml',
    ]);
    expect(runCommand(project.folder, 'synth', '--check', '--no-typecheck').code).toBe(0);
  });

  it('promotes a setting that turns an addon on, and one value to all clusters of a ring', () => {
    const { stdout } = promote('extra');
    expect(stdout).toContain('staging gets setting "extra": false → true\n');
    expect(stdout).toContain('  + ConfigMap/extra in apps (extra)\n');
    expect(stdout).toContain('+ k8s/clusters/staging/extra.yaml\n');
    merge('extra in staging');
    const image = promote('--to', 'prod', '--json');
    expect(JSON.parse(image.stdout)).toMatchObject({
      ok: true,
      written: true,
      ring: 'prod',
      promoted: [
        { list: 'images', name: 'web', from: 'ghcr.io/acme/web:1.2.2', to: 'ghcr.io/acme/web:1.2.3' },
        { list: 'settings', name: 'extra', from: 'false', to: 'true' },
      ],
      clusters: [{ cluster: 'prod-eu' }, { cluster: 'prod-us' }],
    });
    expect(project.read('k8s/addons/prod-us/podinfo/helm-release.yaml')).toContain('tag: 1.2.3');
    expect(project.read('k8s/clusters/prod-eu/extra.yaml')).toContain('kind: Kustomization');
  });

  it('warns where the ring before has a value in the working tree alone', () => {
    project.edit('versions.yaml', 'version: 6.6.0', 'version: 6.7.0');
    const uncommitted = promote('podinfo', '--to', 'staging', '--dry-run', '--json');
    const [commit] = git('rev-parse', '--short=10', 'HEAD').split('\n');
    expect(JSON.parse(uncommitted.stdout)).toMatchObject({ ok: true, promoted: [{ to: '6.7.0' }] });
    expect(
      JSON.parse(uncommitted.stdout).diagnostics.filter(({ code }: { code: string }) => code === 'FX749'),
    ).toMatchObject([
      {
        severity: 'warning',
        message: `ring "dev" doesn't have version "podinfo" 6.7.0 at origin/main (${commit}), so it hasn't run there`,
        at: { file: 'versions.yaml:9' },
      },
    ]);
    // On a branch that isn't merged, it's the same.
    git('checkout', '--quiet', '-b', 'update');
    git('commit', '--quiet', '--all', '-m', 'podinfo 6.7.0');
    expect(promote('podinfo', '--to', 'staging', '--dry-run').stderr).toContain('warning FX749');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(promote('podinfo', '--to', 'staging', '--dry-run').stderr).not.toContain('FX749');
  });

  it('gives a ring its first value, which the code reads already', () => {
    const [before, after] = VERSIONS.split(/(?<=1\.2\.3\n) {6}prod:\n {8}promoted: ghcr\.io\/acme\/web:1\.2\.2\n/);
    project.write('versions.yaml', `${before}${after}`);
    expect(runCommand(project.folder, 'check').stderr).toContain(
      'error FX743 no-ring-value: image "web" has no value for ring "prod"',
    );
    const { code, stdout } = promote('web', '--to', 'prod');
    expect(stdout).toContain('prod gets image "web": ghcr.io/acme/web:1.2.3\n');
    expect(code).toBe(0);
    expect(project.read('versions.yaml')).toBe(VERSIONS.replace('web:1.2.2', 'web:1.2.3'));
    expect(project.read('k8s/addons/prod-eu/podinfo/helm-release.yaml')).toContain('tag: 1.2.3');
  });

  it('prints what each ring has, since which commit, and what is held back', () => {
    const [commit] = git('log', '--format=%h', '--abbrev=10', '--', 'versions.yaml').split('\n');
    const since = `2026-11-20 ${commit}`;
    expect(promote('--status', 'podinfo', 'web')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `         dev                    staging                prod
podinfo  6.6.0                  6.5.0 ←                6.5.0 !
         ${since}  ${since}  ${since}
web      1.2.3                  1.2.3                  1.2.2 ←
         ${since}  ${since}  ${since}

prod doesn't get version "podinfo" until 2999-12-09, by ada: nothing moves during the sale

← the ring before has another value; ↑ newer than the ring before; ! held back
`,
    });
    project.edit('versions.yaml', '2999-12-09', '2000-12-09');
    const ended = promote('--status', '--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true, diagnostics: [{ code: 'FX745', severity: 'warning' }] });
    expect(runCommand(project.folder, 'check').stderr).toContain('warning FX745 hold-ended');
  });

  it('refuses, and writes nothing', () => {
    const refused = (...args: readonly string[]) => {
      const { code, stderr } = promote(...args);
      expect(code).toBe(1);
      expect(stderr).toMatch(/nothing was written\n$/);
      expect(git('status', '--porcelain').replace(' M versions.yaml\n', '')).toBe('');
      return stderr;
    };
    expect(refused('podnfo')).toContain(
      'error FX746 not-promoted: versions.yaml has no version, image or setting "podnfo"',
    );
    promote('podinfo');
    merge('podinfo in staging');
    expect(refused('podinfo', '--to', 'prod')).toContain('error FX747 held-back: ring "prod" of version "podinfo"');
    expect(refused()).toContain('several rings are behind the one before them: staging (extra); prod (podinfo, web)');
    project.edit('versions.yaml', '          until: 2999-12-09\n', '');
    expect(refused('--to', 'staging')).toContain('error FX710 bad-versions-file: the hold of ring "prod"');
    project.edit('versions.yaml', '      prod:\n', '      production:\n');
    project.edit('versions.yaml', '          reason:', '          until: 2999-12-09\n          reason:');
    expect(refused('--to', 'staging')).toContain(
      'error FX742 unknown-ring: version "podinfo" has ring "production", which the rollout of the app doesn\'t have',
    );
    expect(runCommand(project.folder, 'synth', '--no-typecheck').stderr).toContain('error FX742 unknown-ring');
  });

  it('gives each name rings with --init, after which the code must say for which one it reads', () => {
    project.write(
      'versions.yaml',
      VERSIONS.replace(/ {4}rings:\n {6}staging:\n {8}promoted: ghcr[^\n]*\n {6}prod:\n[^\n]*\n/, ''),
    );
    project.edit('src/addons.ts', "image('web', 'tag', ring)", "image('web', 'tag')");
    expect(runCommand(project.folder, 'check').stderr).toContain(
      'notice FX744 same-in-all-rings: image "web" is the same in all rings',
    );
    const { code, stdout } = promote('--init');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('~ versions.yaml: web\n') });
    expect(changedLines()).toEqual([
      '-        promoted: ghcr.io/acme/web:1.2.2',
      '+        promoted: ghcr.io/acme/web:1.2.3',
    ]);
    expect(promote('--init').stdout).toBe('each name has rings already\n');
    expect(runCommand(project.folder, 'synth', '--no-typecheck').stderr).toContain(
      'error FX743 no-ring-value: image "web" differs by ring, and the code reads it for none',
    );
  });

  it('has the types of settings, and asks for the ring', () => {
    installTypeScript(project);
    expect(runCommand(project.folder, 'synth')).toMatchObject({ code: 0 });
    project.edit('src/app.ts', "replicas: setting('replicas', ring)", "replicas: setting('extra', ring)");
    project.edit('src/addons.ts', "image('web', 'tag', ring)", "image('web', 'tag')");
    const { code, stderr } = runCommand(project.folder, 'synth');
    expect(code).toBe(1);
    expect(stderr).toContain("error FX016 type-error: type 'boolean' is not assignable to type 'number' (TS2322)");
    expect(stderr).toContain('error FX016 type-error: expected 3 arguments, but got 2 (TS2554)');
  });

  it('needs an app with a rollout', () => {
    project.edit(
      'src/app.ts',
      "  rollout: { dev: ['dev'], staging: ['staging'], prod: ['prod-eu', 'prod-us'] },\n",
      '',
    );
    expect(promote('--status').stderr).toContain(
      'error FX746 not-promoted: the app has no rollout, so there are no rings',
    );
    expect(promote('--status', '--to', 'prod')).toMatchObject({ code: 2 });
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runMain } from '../../support/run.js';

const project = projectOfEachTest();

/** A kubectl that keeps what it is given in a folder: an object for each file, named after its namespace, kind and name. */
const KUBECTL = `#!/bin/sh
printf '%s\\n' "kubectl $*" >>"$CLUSTER/log"
case "$1" in
  get) [ -e "$CLUSTER/$5.$2.$3" ] && echo "$2/$3"; exit 0 ;;
  create)
    if [ "$2" = namespace ]; then : >"$CLUSTER/default.namespaces.$3"; exit 0; fi
    for one; do case "$one" in --from-file=*) dir=\${one#--from-file=} ;; esac; done
    echo "$6.secrets.$4"; for key in "$dir"/* "$dir"/.[!.]*; do [ -e "$key" ] && echo "\${key##*/}=$(cat "$key")"; done; exit 0 ;;
  apply) read -r name; cat >"$CLUSTER/$name"; echo "$name serverside-applied" ;;
  wait) exit 0 ;;
esac
`;

describe('fluxspan bootstrap', () => {
  const declare = () => {
    const bootstrap = "bootstrap: { 'sops-age': secret({ keys: ['age.agekey'] }) }";
    project.edit('src/app.ts', "flux: '2.9'", `flux: '2.9', ${bootstrap}`);
    project.edit('src/app.ts', 'FluxCluster }', 'FluxCluster, secret }');
  };

  it('writes a checklist and a script, which brings each Secret, runs twice and prints none', async () => {
    declare();
    const { code, stdout, stderr } = await runMain(project.folder, 'bootstrap', 'dev');
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '.fluxspan/bootstrap/dev/bootstrap.md\n.fluxspan/bootstrap/dev/bootstrap.sh\n',
      stderr: '',
    });
    expect(project.read('.fluxspan/bootstrap/dev/bootstrap.md')).toContain(
      '| `sops-age` | `flux-system` | `age.agekey` | `SOPS_AGE_AGE_AGEKEY_FILE` |',
    );

    expect((await runMain(project.folder, 'bootstrap', 'dev')).code, 'writes over its own files').toBe(0);

    const cluster = join(project.folder, 'cluster');
    const bin = join(project.folder, 'bin');
    for (const folder of [cluster, bin]) mkdirSync(folder);
    writeFileSync(join(bin, 'kubectl'), KUBECTL);
    chmodSync(join(bin, 'kubectl'), 0o755);
    for (const name of ['cluster-vars-terraform', 'web-values-terraform'])
      for (const namespace of ['flux-system', 'web'])
        writeFileSync(join(cluster, `${namespace}.configmaps.${name}`), '');
    const run = (env: Readonly<Record<string, string>>) => {
      const PATH = [bin, process.env['PATH']].join(delimiter);
      const {
        status,
        stdout: out,
        stderr: err,
      } = spawnSync('sh', ['.fluxspan/bootstrap/dev/bootstrap.sh'], {
        cwd: project.folder,
        env: { PATH, CLUSTER: cluster, TMPDIR: project.folder, ...env },
        encoding: 'utf8',
        timeout: 30_000,
      });
      return { status, said: out + err };
    };
    const there = (name: string) => existsSync(join(cluster, name));

    // What is missing is said, and nothing is installed.
    const lacking = run({ FLUX_BOOTSTRAP: ': >"$CLUSTER/installed"' });
    expect(lacking.status).toBe(1);
    expect(lacking.said).toContain('Secret flux-system/sops-age: set SOPS_AGE_AGE_AGEKEY_FILE to the file');
    expect(there('installed')).toBe(false);

    for (const one of ['flux-system', 'web'])
      writeFileSync(join(cluster, `flux-system.kustomizations.kustomize.toolkit.fluxcd.io.${one}`), '');
    const first = run({ SOPS_AGE_AGE_AGEKEY: 'AGE-SECRET-KEY-1', FLUX_BOOTSTRAP: ': >"$CLUSTER/installed"' });
    expect(first.said).not.toContain('AGE-SECRET-KEY-1');
    expect(first.status, first.said).toBe(0);
    expect(readFileSync(join(cluster, 'flux-system.secrets.sops-age'), 'utf8')).toBe('age.agekey=AGE-SECRET-KEY-1\n');
    expect(there('installed')).toBe(true);

    // Again, without the value: what is there stays.
    const again = run({});
    expect(again.status, again.said).toBe(0);
    expect(again.said).toContain('Secret flux-system/sops-age is there');
    expect(again.said).toContain('Flux is there');
    // From a file, which replaces it.
    project.write('age.agekey', 'AGE-SECRET-KEY-2');
    const replaced = run({ SOPS_AGE_AGE_AGEKEY_FILE: join(project.folder, 'age.agekey') });
    expect(replaced.status, replaced.said).toBe(0);
    expect(readFileSync(join(cluster, 'flux-system.secrets.sops-age'), 'utf8')).toBe('age.agekey=AGE-SECRET-KEY-2\n');
    const log = readFileSync(join(cluster, 'log'), 'utf8');
    expect(log).not.toContain('AGE-SECRET-KEY');
    expect(log).toContain(
      'kubectl wait --namespace flux-system kustomizations.kustomize.toolkit.fluxcd.io/web --for=condition=Ready',
    );
    // Nothing is left in the folder for temporary files.
    expect(readdirSync(project.folder).filter((name) => name.startsWith('tmp.'))).toEqual([]);
  });

  it('keeps a file that it did not write', async () => {
    project.write('made/bootstrap.sh', 'echo mine\n');
    const { code, stderr } = await runMain(project.folder, 'bootstrap', 'dev', '--out', 'made');
    expect(code).toBe(1);
    expect(stderr).toContain('"made/bootstrap.sh" is there already, and bootstrap did not write it');
    expect(project.read('made/bootstrap.sh')).toBe('echo mine\n');
  });

  it('names the Secrets of teams, whose namespaces are there when Flux has run', async () => {
    project.write(
      'src/app.ts',
      `import { FluxApp, FluxCluster, gitSource, tenant } from 'fluxspan';

const app = new FluxApp();
const secretRef = { name: 'git', external: true } as const;
new FluxCluster(app, 'dev', { flux: '2.9' }).stage('tenants', [
  tenant({ name: 'claims', source: gitSource({ url: 'https://git.example.org/claims', ref: { branch: 'main' }, secretRef }) }),
]);
export default app;
`,
    );
    const { code, stderr } = await runMain(project.folder, 'bootstrap', 'dev');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(project.read('.fluxspan/bootstrap/dev/bootstrap.md')).toContain(
      '| `git` | `claims` | `GitRepository/claims` |',
    );
    const script = project.read('.fluxspan/bootstrap/dev/bootstrap.sh');
    expect(script.split('\n').slice(-4)).toEqual([
      '# 6. Secrets of teams',
      expect.stringContaining('wanted() {'),
      'wanted claims git',
      '',
    ]);
    expect(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('');
  });
});

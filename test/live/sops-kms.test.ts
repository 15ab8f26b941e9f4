import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { encryptedFile } from '../../src/constructs/encrypted-file.js';
import { sops } from '../../src/encryption/sops.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { type Moto, startMoto } from './aws/moto.js';
import { installPython } from './aws/python.js';
import { binaryPath, sopsProgram } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { describeLive, runsAll } from './describe-live.js';

const python = runsAll ? installPython((line) => console.log(line)) : 'only with --all';
const missing = missingTool([sopsProgram]) || (typeof python === 'string' ? python : '');
buildBefore(sopsProgram, { long: true, missing });

const FILE = 'secrets/db.enc.yaml';

const secrets = (isThere: boolean) =>
  defineAddon({
    name: 'secrets',
    namespace: 'default',
    build(scope) {
      new ConfigMap(scope, 'plain', { data: {} });
      if (isThere) encryptedFile(scope, FILE);
    },
  })();

describeLive(
  'sops({ kms: { aws } })',
  (live) => {
    const repository = new Repository();
    let moto: Moto | undefined;
    const kustomization = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      namespace: 'flux-system',
      name: 'secrets',
    };
    const run = (...args: readonly string[]) =>
      execFileSync(binaryPath('sops'), args, {
        cwd: repository.folder,
        encoding: 'utf8',
        env: { ...process.env, ...moto!.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const makeKey = async (): Promise<string> => {
      const { KeyMetadata: made } = (await moto!.aws('kms', 'create-key')) as { KeyMetadata: { Arn: string } };
      return made.Arn;
    };
    const write = async (aws: string, isThere: boolean) => {
      const app = new FluxApp();
      new FluxCluster(app, 'dev', { secrets: sops({ kms: { aws } }) }).stage('base', [secrets(isThere)]);
      const { written, diagnostics } = await synthApp(app, {
        project: repository.folder,
        context: openCompileContext(app, repository.folder),
      });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(written).toBe(true);
      repository.publish('next');
      return repository.files('k8s');
    };
    const passwordOf = async (): Promise<string> => {
      const found = await live().get({ apiVersion: 'v1', kind: 'Secret', name: 'db', namespace: 'default' });
      const { data = {} } = (found ?? {}) as { readonly data?: Readonly<Record<string, string>> };
      return Buffer.from(data['password'] ?? '', 'base64').toString();
    };

    beforeAll(async () => {
      if (typeof python === 'string') throw new Error(python);
      moto = await startMoto(python, { url: 'https://127.0.0.1', caFile: '/dev/null' });
    });
    afterAll(async () => {
      await moto?.stop();
      repository.remove();
    });

    /** What a pod gets by its account, here in the files of the home that the controllers have. */
    const giveAccess = (): void => {
      const home = join(dirname(live().kubeconfig), '.aws');
      const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key } = moto!.env;
      mkdirSync(home, { recursive: true });
      writeFileSync(join(home, 'config'), `[default]\nendpoint_url = ${moto!.url}\n`);
      writeFileSync(
        join(home, 'credentials'),
        `[default]\naws_access_key_id = ${id}\naws_secret_access_key = ${key}\n`,
      );
    };

    it('encrypts by .sops.yaml alone, and Flux decrypts by its own account', async () => {
      const first = await makeKey();
      await write(first, false);
      repository.write(FILE, 'apiVersion: v1\nkind: Secret\nmetadata:\n    name: db\nstringData:\n    password: one\n');
      run('encrypt', '--in-place', FILE);
      expect(repository.read(FILE)).toContain(`arn: ${first}`);
      expect(repository.read(FILE)).not.toContain('password: one');
      giveAccess();
      await live().applyTree(await write(first, true));
      await live().untilReady();
      expect(await passwordOf()).toBe('one');
      const { decryption } = ((await live().get(kustomization))?.spec ?? {}) as { readonly decryption?: object };
      expect(decryption).toEqual({ provider: 'sops' });
    });

    it('changes its key', async () => {
      const [first] = /arn:\S+/.exec(repository.read(FILE)) ?? [];
      const second = await makeKey();
      await write(second, true);
      run('updatekeys', '--yes', FILE);
      run('set', FILE, '["stringData"]["password"]', '"two"');
      expect(repository.read(FILE)).toContain(`arn: ${second}`);
      expect(repository.read(FILE)).not.toContain(first);
      await live().applyTree(await write(second, true));
      await live().untilReady();
      expect(await passwordOf()).toBe('two');
    });

    it('keeps what is there when KMS has lost the key', async () => {
      const [key = ''] = /arn:\S+/.exec(repository.read(FILE)) ?? [];
      run('set', FILE, '["stringData"]["password"]', '"three"');
      const tree = await write(key, true);
      await fetch(`${moto!.url}/moto-api/reset`, { method: 'POST' });
      await live().applyTree(tree);
      let last = '';
      await live().until(
        'it fails without the key',
        async () => {
          last = JSON.stringify((await live().get(kustomization))?.status ?? {});
          return last.includes('failed to decrypt sops data key with AWS KMS') || undefined;
        },
        { timeout: 60_000, explain: () => last },
      );
      expect(await passwordOf()).toBe('two');
    });
  },
  { long: true, missing },
);

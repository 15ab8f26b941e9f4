import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { encryptedFile } from '../../src/constructs/encrypted-file.js';
import { sops } from '../../src/encryption/sops.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { ageKeygen, binaryPath, sopsProgram } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { describeLive } from './describe-live.js';

const missing = missingTool([sopsProgram, ageKeygen]);
buildBefore(sopsProgram, { long: true, missing });
buildBefore(ageKeygen, { long: true, missing });

const secretOf = (name: string, value: string) => `# Comments stay.
apiVersion: v1
kind: Secret
metadata:
    name: ${name}
stringData:
    password: ${value}
`;

const secrets = (...files: readonly string[]) =>
  defineAddon({
    name: 'secrets',
    namespace: 'default',
    build(scope) {
      for (const file of files) encryptedFile(scope, file);
    },
  })();

/** Names the Secret, and says nothing of what it waits for. */
const reader = defineAddon({
  name: 'reader',
  namespace: 'default',
  build(scope) {
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
})();

describeLive(
  'sops()',
  (live) => {
    const repository = new Repository();
    const keys = mkdtempSync(join(tmpdir(), 'fluxspan-keys-'));
    const run = (name: string, ...args: readonly string[]) =>
      execFileSync(binaryPath(name), args, {
        cwd: repository.folder,
        encoding: 'utf8',
        env: { ...process.env, SOPS_AGE_KEY_FILE: join(keys, 'both.agekey') },
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim();
    const keyOf = (name: string) => readFileSync(join(keys, `${name}.agekey`), 'utf8');
    const makeKey = (name: string) => {
      run('age-keygen', '-o', join(keys, `${name}.agekey`));
      return run('age-keygen', '-y', join(keys, `${name}.agekey`));
    };
    const bring = (names: readonly string[]) =>
      live().apply({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'sops-age', namespace: 'flux-system' },
        stringData: Object.fromEntries(names.map((name) => [`${name}.agekey`, keyOf(name)])),
      });
    const key = { apiVersion: 'v1', kind: 'Secret', name: 'sops-age', namespace: 'flux-system' };
    const kustomization = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      namespace: 'flux-system',
    };
    const passwordOf = async (name: string) => {
      const found = await live().get({ apiVersion: 'v1', kind: 'Secret', name, namespace: 'default' });
      return Buffer.from(
        String((found as { data?: Record<string, string> } | undefined)?.data?.['password']),
        'base64',
      ).toString();
    };
    const write = async (age: string, ...files: readonly string[]) => {
      const app = new FluxApp();
      new FluxCluster(app, 'dev', { secrets: sops({ age }) })
        .stage('base', [secrets(...files)])
        .stage('apps', [reader]);
      const { written, diagnostics } = await synthApp(app, {
        project: repository.folder,
        context: openCompileContext(app, repository.folder),
      });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(written).toBe(true);
      for (const file of files)
        expect(repository.read(`k8s/addons/dev/secrets/encrypted.${file.slice('secrets/'.length)}`)).toBe(
          repository.read(file),
        );
      repository.publish('next');
      return repository.files('k8s');
    };

    let first = '';
    let second = '';
    const both = ['secrets/db.enc.yaml', 'secrets/api.enc.yaml'];
    beforeAll(() => {
      first = makeKey('age');
      second = makeKey('new');
      execFileSync('sh', ['-c', 'cat age.agekey new.agekey > both.agekey'], { cwd: keys });
    });
    afterAll(() => {
      repository.remove();
      rmSync(keys, { recursive: true, force: true });
    });

    it('decrypts a file, and what reads its Secret waits for it', async () => {
      repository.write('secrets/db.enc.yaml', secretOf('db', 'one'));
      run(
        'sops',
        'encrypt',
        '--in-place',
        '--age',
        first,
        '--encrypted-regex',
        '^(data|stringData)$',
        'secrets/db.enc.yaml',
      );
      const tree = await write(first, 'secrets/db.enc.yaml');
      const commit = await live().applyTree(tree);
      await live().until('it fails without the key', async () => {
        const found = await live().get({ ...kustomization, name: 'secrets' });
        return JSON.stringify(found?.status ?? {}).includes('sops-age');
      });
      expect(JSON.stringify((await live().get({ ...kustomization, name: 'reader' }))?.status)).toContain(
        'DependencyNotReady',
      );
      await bring(['age']);
      await live().reconcile({ ...kustomization, name: 'secrets' });
      await live().untilReady();
      expect(await passwordOf('db')).toBe('one');
      expect(commit).toMatch(/^[0-9a-f]{40}$/);
    });

    it('encrypts a new file by .sops.yaml alone', async () => {
      repository.write('secrets/api.enc.yaml', secretOf('api', 'two'));
      run('sops', 'encrypt', '--in-place', 'secrets/api.enc.yaml');
      expect(repository.read('secrets/api.enc.yaml')).toContain(`recipient: ${first}`);
      await live().applyTree(await write(first, ...both));
      await live().untilReady();
      expect(await passwordOf('api')).toBe('two');
    });

    it('keeps what is there when the key is lost, and goes on when it is restored', async () => {
      await live().delete(key);
      run('sops', 'set', 'secrets/db.enc.yaml', '["stringData"]["password"]', '"three"');
      await live().applyTree(await write(first, ...both));
      await live().until('it fails without the key', async () => {
        const found = await live().get({ ...kustomization, name: 'secrets' });
        return /sops-age.*not found/.test(JSON.stringify(found?.status ?? {}));
      });
      expect(await passwordOf('db')).toBe('one');
      await bring(['age']);
      await live().reconcile({ ...kustomization, name: 'secrets' });
      await live().untilReady();
      expect(await passwordOf('db')).toBe('three');
    });

    it('changes its key while Flux can decrypt at each step', async () => {
      await bring(['age', 'new']);
      await write(second, ...both);
      expect(repository.read('.sops.yaml')).toContain(second);
      expect(repository.read('.sops.yaml')).not.toContain(first);
      for (const file of both) run('sops', 'updatekeys', '--yes', file);
      run('sops', 'set', 'secrets/db.enc.yaml', '["stringData"]["password"]', '"four"');
      await live().applyTree(await write(second, ...both));
      await live().untilReady();
      expect(await passwordOf('db')).toBe('four');
      expect(repository.read('secrets/api.enc.yaml')).not.toContain(first);
      // The old key goes.
      await live().delete(key);
      await bring(['new']);
      run('sops', 'set', 'secrets/api.enc.yaml', '["stringData"]["password"]', '"five"');
      await live().applyTree(await write(second, ...both));
      await live().untilReady();
      expect(await passwordOf('api')).toBe('five');
    });
  },
  { long: true, missing },
);

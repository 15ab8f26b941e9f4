import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { FluxApp } from '../../src/cluster/flux-app.js';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { secret } from '../../src/contract/index.js';
import { verifyContract } from '../../src/terraform/verify/check-contract.js';
import { synthCluster } from '../../src/testing/index.js';
import { bootstrapScript } from '../../src/tree/bootstrap/bootstrap-script.js';
import { addon, clusterOf } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';

const VALUE = 'AGE-SECRET-KEY-FOR-THIS-TEST';

const cluster = clusterOf(
  { first: [addon('store')], second: [addon('web', { requires: ['store'] })] },
  {
    options: {
      bootstrap: { 'sops-age': secret({ keys: ['age.agekey'] }), pull: secret({ keys: ['token'], namespace: 'apps' }) },
    },
  },
);

describeLive(
  'the script that brings a cluster up',
  (live) => {
    const folder = mkdtempSync(join(tmpdir(), 'fluxspan-bootstrap-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const { files, contract } = synthCluster(cluster);
    const compiled = compileCluster(
      cluster.node.root as FluxApp,
      cluster,
      openCompileContext(cluster.node.root as FluxApp),
    );
    const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      new Promise<{ readonly code: number; readonly out: string; readonly said: string }>((resolve) => {
        const options = {
          cwd: folder,
          env: { ...process.env, KUBECONFIG: live().kubeconfig, ...env },
          timeout: 120_000,
        };
        const child = execFile(command, args, options, (_, out, err) =>
          resolve({ code: child.exitCode ?? -1, out, said: out + err }),
        );
      });
    const secrets = async () => {
      const { out } = await run('kubectl', ['get', 'secrets', '-A', '-o', 'json']);
      return verifyContract(Buffer.from(out), [contract], { file: 'secrets.json' }).diagnostics.map(({ code }) => code);
    };

    it('brings Secrets, and waits until all is ready', async () => {
      writeFileSync(join(folder, 'bootstrap.sh'), bootstrapScript(compiled));
      writeFileSync(join(folder, 'token'), 'token-of-this-test');
      expect(await secrets()).toEqual(['FX771', 'FX771']);
      const lacking = await run('sh', ['bootstrap.sh'], { SOPS_AGE_AGE_AGEKEY: VALUE, FLUX_BOOTSTRAP: 'true' });
      expect(lacking.code, lacking.said).toBe(1);
      expect(lacking.said).toContain('Secret apps/pull: set APPS_PULL_TOKEN_FILE to the file');
      await live().applyTree(Object.fromEntries(Object.entries(files).map(([path, text]) => [`k8s/${path}`, text])), {
        cluster: 'dev',
      });
      const env = { SOPS_AGE_AGE_AGEKEY: VALUE, APPS_PULL_TOKEN_FILE: join(folder, 'token'), FLUX_BOOTSTRAP: 'true' };
      const { code, said } = await run('sh', ['bootstrap.sh'], env);
      expect(code, said).toBe(0);
      expect(said).toContain('cluster dev is up');
      expect(said).not.toContain(VALUE);
      expect(said).not.toContain('token-of-this-test');
      expect(await secrets()).toEqual([]);
      const made = await live().get({ apiVersion: 'v1', kind: 'Secret', name: 'sops-age', namespace: 'flux-system' });
      expect(Buffer.from(made?.data?.['age.agekey'] ?? '', 'base64').toString()).toBe(VALUE);
    }, 240_000);

    it('changes nothing when it runs again without values', async () => {
      const ref = { apiVersion: 'v1', kind: 'Secret', name: 'sops-age', namespace: 'flux-system' };
      const before = await live().get(ref);
      const { code, said } = await run('sh', ['bootstrap.sh']);
      expect(code, said).toBe(0);
      expect(said).toContain('Secret flux-system/sops-age is there');
      expect((await live().get(ref))?.metadata['resourceVersion']).toBe(before?.metadata['resourceVersion']);
    }, 120_000);
  },
  { mayMiss: spawnSync('kubectl', ['version', '--client']).status === 0 ? '' : 'kubectl is not installed' },
);

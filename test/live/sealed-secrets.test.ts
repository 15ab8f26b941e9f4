import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/index.js';
import { codeBlocks } from '../docs/code-blocks.js';
import { withoutKubectl } from '../reference/kubectl.js';
import { linkPackages } from '../support/link-packages.js';
import { pageSteps } from '../support/page-steps.js';
import { root } from '../support/root.js';
import { runCommand, runMain } from '../support/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeFiles } from '../support/write-files.js';
import { binaryPath, kubeseal, sealedSecretsController } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { describeLive } from './describe-live.js';
import { redirect } from './redirect.js';
import { missingNamespaces } from './sealed-secrets.js';
import { type Shims, serveShims } from './shims.js';
import { planTerraformObjects } from './terraform-objects.js';
import { readTree } from './tree.js';

const missing = missingTool([sealedSecretsController, kubeseal]) ?? missingNamespaces ?? withoutKubectl();
buildBefore(sealedSecretsController, { long: true, missing });
buildBefore(kubeseal, { long: true, missing });

const PAGE = 'docs/how-to/sealed-secrets.md';
const KEY_LABEL = 'sealedsecrets.bitnami.com/sealed-secrets-key';

/** The block of commands of the page that starts so. */
const commandsOf = (start: string): string => {
  const block = codeBlocks.find(({ at, text }) => at.startsWith(`${PAGE}:`) && text.trim().startsWith(start));
  return (block ?? expect.fail(`${PAGE} has no commands that start with ${start}`)).text;
};

const sealedRef = (name: string, namespace = 'podinfo') => ({
  apiVersion: 'bitnami.com/v1alpha1',
  kind: 'SealedSecret',
  name,
  namespace,
});

describeLive(
  'Sealed Secrets',
  (live) => {
    const platform = join(temporaryFolder(), 'platform');
    let certificate = '';
    let shims: Shims;

    const run = (script: string) =>
      shims.run(script, platform, {
        KUBECONFIG: live().kubeconfig,
        PATH: [shims.folder, process.env['PATH']].join(delimiter),
      });
    const writeSecret = (password: string) =>
      writeFiles(platform, {
        'db.yaml': `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\n  namespace: podinfo\nstringData:\n  password: ${password}\n`,
      });
    const passwordOf = async (name: string, namespace = 'podinfo') => {
      const found = await live().get({ apiVersion: 'v1', kind: 'Secret', name, namespace });
      return Buffer.from(found?.data?.['password'] ?? '', 'base64').toString();
    };
    const untilPassword = (name: string, password: string, namespace?: string) =>
      live().until(
        `Secret "${name}" has the password "${password}"`,
        async () => (await passwordOf(name, namespace)) === password,
      );
    /** What the controller says of one: its status and its words. */
    const syncedOf = async (ref: ReturnType<typeof sealedRef>) => {
      const found = await live().get(ref);
      if (found?.status?.observedGeneration !== found?.metadata.generation) return undefined;
      return found?.status?.conditions?.find(({ type }) => type === 'Synced');
    };
    const untilRefused = (ref: ReturnType<typeof sealedRef>) =>
      live().until(`the controller refuses ${ref.namespace}/${ref.name}`, async () => {
        const synced = await syncedOf(ref);
        return synced?.status === 'False' ? synced : undefined;
      });
    const keys = () =>
      live()
        .list({ apiVersion: 'v1', kind: 'Secret' })
        .then((all) => all.filter(isKey));
    const isKey = ({ metadata }: { metadata: { labels?: Readonly<Record<string, string>> } }) =>
      metadata.labels?.[KEY_LABEL] !== undefined;
    /** The platform's change is merged, and Flux applies it; all of Flux is ready. */
    const merge = async () => {
      const { code, stderr } = runCommand(platform, 'synth', '--no-base');
      expect(code, stderr).toBe(0);
      const tree = readTree(join(platform, 'k8s'));
      await live().serveSources(tree, { 'sealed-secrets': ['bitnami.com'] });
      const contract = readFileSync(join(platform, 'k8s/contract/dev/contract.json'), 'utf8');
      await live().apply(...planTerraformObjects(JSON.parse(contract) as Contract));
      await live().applyTree(redirect(tree, live().redirects()));
      await live().untilReady();
    };
    const sealed = () => readFileSync(join(platform, 'secrets/db.sealed.yaml'), 'utf8');

    beforeAll(async () => {
      expect(await runMain(join(platform, '..'), 'init', 'platform', '--yes', '--no-install')).toMatchObject({
        code: 0,
      });
      linkPackages(platform);
      shims = await serveShims({
        // In a cluster, its pod is another one; here it is a process.
        rollout: async (args) => {
          expect(args.slice(1)).toEqual([
            'restart',
            'deployment/sealed-secrets-controller',
            '--namespace',
            'kube-system',
          ]);
          await live().restart('sealed-secrets');
          return '';
        },
      });
      const write = (name: string, script: string) => {
        writeFileSync(join(shims.folder, name), `#!/bin/sh\n${script}`);
        chmodSync(join(shims.folder, name), 0o755);
      };
      const kubectl = execFileSync('sh', ['-c', 'command -v kubectl'], { encoding: 'utf8' }).trim();
      write('kubectl', `[ "$1" = rollout ] && exec ${join(shims.folder, 'rollout')} "$@"\nexec ${kubectl} "$@"\n`);
      // In a cluster, kubeseal asks for the certificate through the API server, which reaches no process here.
      const url = join(shims.folder, 'url');
      write(
        'kubeseal',
        `[ "$1" = --fetch-cert ] && exec ${binaryPath('kubeseal')} --cert "$(cat ${url})" --fetch-cert\nexec ${binaryPath('kubeseal')} "$@"\n`,
      );
      write('npx', `[ "$1" = fluxspan ] && shift\nexec "${process.execPath}" "${root}/bin/fluxspan.js" "$@"\n`);
      certificate = await live().startSealedSecrets();
      writeFileSync(url, certificate);
    }, 120_000);
    afterAll(() => shims?.stop());

    it('are sealed and decrypted as the page says', async () => {
      for (const step of pageSteps(PAGE)) {
        if (step.kind === 'write') writeFiles(platform, { [step.path]: step.text });
        if (step.kind !== 'edit') continue;
        const text = readFileSync(join(platform, step.path), 'utf8');
        expect(text).toContain(step.from);
        writeFiles(platform, { [step.path]: text.replace(step.from, () => step.to) });
      }
      writeSecret('one');
      writeFiles(platform, { 'secrets/.keep': '' });
      await run(commandsOf('kubeseal --fetch-cert').replace('fluxspan synth', 'fluxspan synth --no-base'));
      expect(sealed()).not.toContain('one\n');
      await merge();
      await untilPassword('db', 'one');
      expect(await syncedOf(sealedRef('db'))).toMatchObject({ status: 'True' });
    });

    it('FX877: one that was sealed for another namespace is refused in the words that synth names', async () => {
      const text = sealed();
      const moved = text.replace(/^( {2}namespace:) podinfo$/m, '$1 default');
      expect(moved).not.toBe(text);
      writeFiles(platform, { 'secrets/db.sealed.yaml': moved });
      const { stderr } = runCommand(platform, 'synth', '--check', '--no-base');
      expect(stderr).toMatch(
        /warning FX877 sealed-elsewhere: .*was sealed for the namespace "podinfo", and has the namespace "default"/,
      );
      writeFiles(platform, { 'secrets/db.sealed.yaml': text });
      await live().apply(toObject(moved));
      expect(await untilRefused(sealedRef('db', 'default'))).toMatchObject({
        message: 'no key could decrypt secret (password)',
      });
      expect(await passwordOf('db', 'default')).toBe('');
      // The same with its template alone changed, which isn't encrypted, works.
      const other = { ...(toObject(text) as { spec: { template: object } }) };
      await live().delete(sealedRef('db', 'default'));
      await live().apply({
        ...other,
        spec: { ...other.spec, template: { metadata: { name: 'db', namespace: 'default' } } },
      });
      await live().until('it is synced again', async () => (await syncedOf(sealedRef('db')))?.status === 'True');
      expect(await passwordOf('db')).toBe('one');
    });

    it('stay as they are when the keys are lost, and go on when they are restored', async () => {
      await run(commandsOf('kubectl get secrets'));
      const before = (await keys()).map(({ metadata }) => metadata.name);
      expect(before).toHaveLength(1);
      for (const name of before)
        await live().delete({ apiVersion: 'v1', kind: 'Secret', name, namespace: 'kube-system' });
      writeSecret('two');
      await run('kubeseal --cert sealed-secrets.pem --format yaml <db.yaml >secrets/db.sealed.yaml');
      await live().restart('sealed-secrets');
      await merge();
      expect(await untilRefused(sealedRef('db'))).toMatchObject({ message: 'no key could decrypt secret (password)' });
      // Flux is ready all the same, and what was decrypted before stays.
      expect(await passwordOf('db')).toBe('one');
      await run(commandsOf('kubectl apply'));
      await untilPassword('db', 'two');
      const after = (await keys()).map(({ metadata }) => metadata.name);
      expect(after).toEqual(expect.arrayContaining(before));
    });

    it('are sealed by another key when one has leaked, which then opens nothing', async () => {
      await run(commandsOf('kubectl label'));
      const old = sealed();
      writeSecret('three');
      await run(commandsOf('kubeseal --fetch-cert').replace('fluxspan synth', 'fluxspan synth --no-base'));
      await merge();
      await untilPassword('db', 'three');
      await live().apply(toObject(old));
      await untilRefused(sealedRef('db'));
      expect(await passwordOf('db')).toBe('three');
    });

    const toObject = (yaml: string) =>
      JSON.parse(
        execFileSync(
          'kubectl',
          ['create', '--dry-run=client', '--validate=false', '--output', 'json', '--filename', '-'],
          {
            input: yaml,
            encoding: 'utf8',
            env: { ...process.env, KUBECONFIG: live().kubeconfig },
          },
        ),
      ) as object;
  },
  { long: true, missing },
);

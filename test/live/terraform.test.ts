import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withoutKubectl } from '../reference/kubectl.js';
import { describeLive } from './describe-live.js';
import type { KubeObject } from './kube-object.js';
import { servePlatform } from './platform.js';
import { buildProvider, makeTerraformRoot, missingTerraform, type TerraformRoot } from './terraform.js';
import {
  actionsOf,
  besideFlux,
  configMaps,
  copied,
  platform,
  titleOf,
  verifyContract,
  wantedConfigMaps,
  wantedNamespaces,
  withInput,
} from './terraform-module.js';
import { valuesSeen } from './values-seen.js';

const missingKubectl = withoutKubectl();
const { contract } = platform;

/** A secret of the root's own: where it turns up, a secret is shown. */
const password = 'never-to-be-seen';
const call = besideFlux(copied('module "flux_contract"')).replace(/(adminPassword = )"example"/, `$1"${password}"`);
const outputs = `${copied('output')}
output "ready" {
  value = module.flux_contract.ready
}

output "secrets" {
  value     = module.flux_contract.secrets
  sensitive = true
}
`;

const clean = { code: 0, stdout: expect.stringContaining('it keeps the contract of cluster "dev"'), stderr: '' };

buildProvider({ long: true });

describeLive(
  'the Terraform module on a new cluster',
  (live) => {
    let root: TerraformRoot;
    let main = `${call}\n${outputs}`;
    const printed: string[] = [];
    const apply = async () => printed.push(await root.apply());
    beforeAll(() => {
      root = makeTerraformRoot(live().kubeconfig);
    });
    afterAll(() => root?.remove());

    const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', name });
    const current = async () => new Map((await live().list(configMaps)).map((one) => [titleOf(one), one] as const));
    const queueSeen = async () => {
      const { settings } = await valuesSeen(live(), 'karpenter', 'karpenter');
      return (settings as { interruptionQueue?: string } | undefined)?.interruptionQueue;
    };

    /** Gives an input another value, waits until its reader has it, and prints how long Terraform and Flux took. */
    const change = async (reader: string, before: string, after: string, seen: () => Promise<string | undefined>) => {
      main = withInput(main, before, after);
      root.write(main);
      const start = Date.now();
      await apply();
      const applied = Date.now();
      // An interval is five minutes or more, and `until` gives up after one: the label on the ConfigMap brings it.
      await live().until(`${reader} has "${after}"`, async () => (await seen()) === after);
      const [own, more] = [applied - start, Date.now() - applied].map((time) => (time / 1000).toFixed(1));
      console.log(`${reader} has its changed input: terraform apply took ${own} s, Flux ${more} s more`);
    };

    it('is planned with every key proven', async () => {
      root.write(main);
      await root.run('init', '-no-color');
      const { file, plan } = await root.plan();
      const actions = Object.values(actionsOf(plan));
      // The ConfigMaps, the namespaces, and the proof.
      expect(actions).toHaveLength(wantedConfigMaps.length + wantedNamespaces.length + 1);
      expect(new Set(actions)).toEqual(new Set(['create']));
      expect(await verifyContract(file)).toMatchObject(clean);
    });

    it('writes the namespaces and ConfigMaps of the contract', async () => {
      await apply();
      for (const name of wantedNamespaces) expect(await live().get(namespace(name)), name).toBeDefined();
      const made = await current();
      const readable = ({ data = {} }: Partial<KubeObject> = {}) =>
        Object.entries(data).map(([key, text]) => [key, key.endsWith('.yaml') ? parse(text) : text]);
      for (const wanted of wantedConfigMaps) {
        const title = titleOf(wanted);
        expect(made.get(title)?.metadata, title).toMatchObject(wanted.metadata);
        expect(readable(made.get(title)), title).toEqual(readable(wanted));
      }
      const given = JSON.parse(await root.run('output', '-json')) as Record<string, { value: unknown }>;
      const uids = wantedConfigMaps.map((one) => made.get(titleOf(one))?.metadata.uid);
      expect([...(given['ready'] as { value: string[] }).value].sort()).toEqual(uids.sort());
      const secrets = given['secrets']?.value as Record<string, string>;
      const ofTerraform = Object.entries(contract.secrets).filter(([, { managedBy }]) => managedBy === 'terraform');
      expect(Object.keys(secrets).sort()).toEqual(ofTerraform.map(([secret]) => secret).sort());
      expect(JSON.parse(secrets['authentik'] ?? '')).toMatchObject({ adminPassword: password });
    });

    it('writes all that the platform needs to become ready', async () => {
      await live().applyTree(await servePlatform(live(), platform), { cluster: 'dev' });
      await live().untilReady({ timeout: 240_000 });
      const made = await current();
      const writers = wantedConfigMaps.flatMap(
        (one) => made.get(titleOf(one))?.metadata['managedFields'] as { manager: string }[],
      );
      expect(new Set(writers.map(({ manager }) => manager))).toEqual(new Set(['HashiCorp']));
    });

    it('has nothing left to do, though others label its namespaces', async () => {
      const labels = { 'kustomize.toolkit.fluxcd.io/name': 'someone', 'pod-security.kubernetes.io/warn': 'baseline' };
      const annotations = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
      for (const name of wantedNamespaces) await live().patch(namespace(name), { metadata: { labels, annotations } });
      expect(await root.isSettled()).toBe(true);
      await apply();
      for (const name of wantedNamespaces) {
        expect((await live().get(namespace(name)))?.metadata, name).toMatchObject({ labels, annotations });
      }
    });

    it('keeps the contract, as its state and its outputs say', async () => {
      const state = root.save('state.json', await root.run('show', '-json'));
      const output = root.save('output.json', await root.run('output', '-json'));
      for (const file of [state, output]) {
        const run = await verifyContract(file);
        expect(run).toMatchObject(clean);
        printed.push(run.stdout);
      }
    });

    it.skipIf(missingKubectl !== undefined)(
      `keeps the contract, as kubectl says${missingKubectl === undefined ? '' : ` (skipped: ${missingKubectl})`}`,
      async () => {
        const args = ['--kubeconfig', live().kubeconfig, 'get', 'configmaps', '-A', '-o', 'json'];
        const listed = root.save('config-maps.json', execFileSync('kubectl', args, { encoding: 'utf8' }));
        expect(await verifyContract(listed)).toMatchObject(clean);
      },
    );

    it('takes changed values to their release within seconds', () =>
      change('the release "karpenter"', 'platform-dev-karpenter', 'changed-queue', queueSeen));

    it('takes a changed var to its reader within seconds', () =>
      change('the route of Headlamp', 'headlamp.example.org', 'changed.example.org', async () => {
        const kind = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute' };
        const route = await live().get({ ...kind, name: 'headlamp', namespace: 'headlamp' });
        return `${route?.spec?.['hostnames']}`;
      }));

    it('replaces an immutable ConfigMap under its release, once', async () => {
      const ref = { ...configMaps, namespace: 'karpenter', name: 'karpenter-values-terraform' };
      const before = await live().patch(ref, { immutable: true });
      expect(await root.isSettled()).toBe(true);
      await change('the release "karpenter"', 'changed-queue', 'replaced-queue', queueSeen);
      const after = await live().get(ref);
      expect(after?.metadata.uid).not.toBe(before.metadata.uid);
      await live().untilReady();
      expect(await root.isSettled()).toBe(true);
    });

    it('shows no secret on the way', async () => {
      const state = JSON.parse(await root.run('show', '-json')) as { values: { root_module: object } };
      expect(JSON.stringify(state.values.root_module)).not.toContain(password);
      expect(printed.join('\n')).not.toContain(password);
    });
  },
  { long: true, missing: missingTerraform },
);

import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '../../src/terraform/module/module-readme.js';
import { describeLive } from './describe-live.js';
import { buildProvider, makeTerraformRoot, missingTerraform, type TerraformRoot } from './terraform.js';
import { printMovedBlocks, printOldRoot } from './terraform-before.js';
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

const call = copied('module "flux_contract"');
const addresses = platform.contract.configMaps.map(addressOf);
const all = (action: string) => Object.fromEntries(addresses.map((address) => [address, action]));

buildProvider();

describeLive(
  'the Terraform module on the platform as it was before',
  (live) => {
    let old: TerraformRoot;
    let root: TerraformRoot;
    beforeAll(() => {
      old = makeTerraformRoot(live().kubeconfig);
      root = makeTerraformRoot(live().kubeconfig);
    });
    afterAll(() => {
      old?.remove();
      root?.remove();
    });

    /** Of the module's ConfigMaps, by namespace and name. */
    const uids = async () => {
      const titles = wantedConfigMaps.map(titleOf);
      const found = (await live().list(configMaps)).filter((one) => titles.includes(titleOf(one)));
      return Object.fromEntries(found.map((one) => [titleOf(one), one.metadata.uid]));
    };

    it('would take resources of its own state over by `moved` blocks, and replace none', async () => {
      old.write(printOldRoot());
      await old.run('init', '-no-color');
      await old.apply();
      expect(Object.keys(await uids())).toHaveLength(wantedConfigMaps.length);
      old.write(`${besideFlux(call)}\n${printMovedBlocks()}`);
      await old.run('init', '-no-color');
      const { plan } = await old.plan();
      // The label comes in place.
      expect(actionsOf(plan)).toEqual({ ...all('update'), 'terraform_data.contract': 'create' });
      const moved = plan.resource_changes.filter((change) => change.previous_address !== undefined);
      expect(moved).toHaveLength(wantedConfigMaps.length + wantedNamespaces.length);
    });

    it('adopts what is there by the `import` blocks of its README, and replaces none', async () => {
      const before = await uids();
      root.write(`${call}\n${copied('import')}`);
      await root.run('init', '-no-color');
      const { plan, file } = await root.plan();
      expect(actionsOf(plan)).toEqual({ ...all('update'), 'terraform_data.contract': 'create' });
      const imported = plan.resource_changes.filter(({ change }) => change.importing !== undefined);
      // flux-system too, which is there since Flux is.
      expect(imported).toHaveLength(wantedConfigMaps.length + wantedNamespaces.length + 1);
      expect(await verifyContract(file)).toMatchObject({ code: 0 });
      await root.apply();
      expect(await uids()).toEqual(before);
      const labelled = await live().list({ ...configMaps, labelSelector: 'reconcile.fluxcd.io/watch=Enabled' });
      expect(labelled.map(titleOf).sort()).toEqual(wantedConfigMaps.map(titleOf).sort());
      expect(labelled.filter((one) => one['immutable'] === true)).toHaveLength(wantedConfigMaps.length - 1);
      expect(await root.isSettled()).toBe(true);
      // Their work is done, so they may go, as the README says.
      root.write(call);
      expect(await root.isSettled()).toBe(true);
    });

    it('replaces an immutable ConfigMap whose data changes, once', async () => {
      const title = 'karpenter/karpenter-values-terraform';
      const before = await uids();
      root.write(withInput(call, 'platform-dev-karpenter', 'second-queue'));
      await root.apply();
      const second = await uids();
      expect(second[title]).not.toBe(before[title]);
      expect({ ...second, [title]: before[title] }).toEqual(before);
      expect(await root.isSettled()).toBe(true);
      const third = withInput(call, 'platform-dev-karpenter', 'third-queue');
      root.write(withInput(third, 'headlamp.example.org', 'changed.example.org'));
      await root.apply();
      expect(await uids()).toEqual(second);
      expect(await root.isSettled()).toBe(true);
      const data = JSON.stringify((await live().list(configMaps)).map((one) => one.data));
      expect(data).toContain('third-queue');
      expect(data).toContain('changed.example.org');
    });

    it('never destroys a namespace', async () => {
      root.write(besideFlux(call));
      await expect(root.plan()).rejects.toThrow('prevent_destroy');
      root.write(call);
      await expect(root.run('destroy', '-auto-approve', '-no-color')).rejects.toThrow('prevent_destroy');
      for (const name of [...wantedNamespaces, 'flux-system']) {
        const namespace = await live().get({ apiVersion: 'v1', kind: 'Namespace', name });
        expect(namespace?.metadata['deletionTimestamp'], name).toBeUndefined();
      }
    });
  },
  { missing: missingTerraform },
);

import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { binaryPath, terraformProvider } from './binaries.js';

/** What the commit in go/terraform-provider-kubernetes was released as: `init` picks the provider by it. */
const release = '3.2.1';

/** Where Terraform and OpenTofu each look for `hashicorp/kubernetes`. */
const registries = ['registry.terraform.io', 'registry.opentofu.org'];

/** The addresses that the mirror has, for a CLI configuration with more sources than this one. */
export const mirrored = registries.map((registry) => `${registry}/hashicorp/kubernetes`);

/**
 * Lays the built provider out in an empty folder as a `filesystem_mirror` is: `terraform init` then needs no network.
 * Gives `false`, and writes nothing, where it is not built.
 * https://developer.hashicorp.com/terraform/cli/config/config-file#filesystem_mirror
 */
export const writeMirror = (folder: string): boolean => {
  const binary = binaryPath(terraformProvider.name);
  if (!existsSync(binary)) return false;
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  for (const address of mirrored) {
    const place = join(folder, address, release, platform);
    mkdirSync(place, { recursive: true });
    symlinkSync(binary, join(place, `terraform-provider-kubernetes_v${release}`));
  }
  return true;
};

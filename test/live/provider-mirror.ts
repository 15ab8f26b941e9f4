import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { binaryPath, terraformProvider } from './binaries.js';

/** What the commit in go/terraform-provider-kubernetes was released as: `init` picks the provider by it. */
const release = '3.2.1';

/** Where Terraform and OpenTofu each look for `hashicorp/kubernetes`. */
const registries = ['registry.terraform.io', 'registry.opentofu.org'];

const mirrored = registries.map((registry) => `${registry}/hashicorp/kubernetes`);

/** A folder that `terraform providers mirror` has filled. */
const mirror = process.env['FLUXSPAN_TERRAFORM_MIRROR'];

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

/**
 * Writes a CLI configuration into a folder that says where providers come from, and gives its path: hashicorp/kubernetes
 * from what was built, if it was; the others, and it too otherwise, from `FLUXSPAN_TERRAFORM_MIRROR`, else from where
 * the user's own configuration says, else from a registry.
 */
export const writeProviderSources = (folder: string): string => {
  const built = join(folder, 'built');
  mkdirSync(built, { recursive: true });
  const addresses = `= ${JSON.stringify(mirrored)}\n`;
  const isBuilt = writeMirror(built);
  const first = isBuilt ? mirrorBlock(built, `    include ${addresses}`) : '';
  const exclude = isBuilt ? `    exclude ${addresses}` : '';
  const others = mirror === undefined ? (ownSources() ?? `  direct {\n${exclude}  }\n`) : mirrorBlock(mirror, exclude);
  const file = join(folder, 'cli.tfrc');
  writeFileSync(file, `provider_installation {\n${first}${others}}\n`);
  return file;
};

const mirrorBlock = (path: string, more: string): string =>
  `  filesystem_mirror {\n    path = ${JSON.stringify(path)}\n${more}  }\n`;

/** What stands in the `provider_installation` of the user's own configuration, written as `terraform fmt` writes it. */
const ownSources = (): string | undefined => {
  const file = process.env['TF_CLI_CONFIG_FILE'] ?? join(homedir(), '.terraformrc');
  if (!existsSync(file)) return undefined;
  return /^provider_installation \{\n(.*?)^\}/ms.exec(readFileSync(file, 'utf8'))?.[1];
};

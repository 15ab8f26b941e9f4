import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { terraformProvider } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { writeMirror } from './provider-mirror.js';

/** As in test/terraform: another version, or OpenTofu, by `FLUXSPAN_TERRAFORM`. */
const program = process.env['FLUXSPAN_TERRAFORM'] ?? 'terraform';

const contracts = fileURLToPath(new URL('../../k8s/contract', import.meta.url));

const { status } = spawnSync(program, ['version'], { env: { ...process.env, CHECKPOINT_DISABLE: '1' } });

/** Why the cases that run Terraform cannot run on this machine, or `undefined` if they can. */
export const missingTerraform = status === 0 ? missingTool([terraformProvider]) : `"${program}" is not on the PATH`;

/** Builds the provider before the first case of a file, if it is not in the cache. Other files do not need it. */
export const buildProvider = ({ long = false }: { long?: boolean } = {}): void =>
  buildBefore(terraformProvider, { long, missing: missingTerraform });

/** A root module with a state of its own, in a temporary folder with the modules of the contracts where its README says. */
export interface TerraformRoot {
  /** Writes `main.tf`. The provider is configured beside it. */
  write(text: string): void;
  /** Runs `terraform` and gives what it prints; throws with that if it fails. */
  run(...args: readonly string[]): Promise<string>;
  /** Applies, as it would be done by hand. */
  apply(): Promise<string>;
  /** The plan, as `terraform show -json` prints it, in a file and parsed. */
  plan(): Promise<{ readonly file: string; readonly plan: TerraformPlan }>;
  /** Whether `terraform plan` finds nothing to do, by its own exit code. */
  isSettled(): Promise<boolean>;
  /** Writes a file beside `main.tf` and gives its path. */
  save(name: string, text: string): string;
  remove(): void;
}

/** What is read here of https://developer.hashicorp.com/terraform/internals/json-format#plan-representation. */
export interface TerraformPlan {
  readonly resource_changes: readonly {
    readonly address: string;
    readonly previous_address?: string;
    readonly change: { readonly actions: readonly string[]; readonly importing?: object };
  }[];
}

/**
 * Makes a root that writes into the cluster of a kubeconfig, from the provider that was built for it.
 *
 * @param modules the folder with the modules of the contracts; this repository's by default
 */
export const makeTerraformRoot = (kubeconfig: string, modules = contracts): TerraformRoot => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-live-terraform-'));
  const mirror = join(folder, 'mirror');
  if (!writeMirror(mirror)) throw new Error(`the provider is not built; see buildBinaries`);
  const configuration = join(folder, 'cli.tfrc');
  // No other source: what is not in the mirror must not come from a registry.
  const path = JSON.stringify(mirror);
  writeFileSync(configuration, `provider_installation {\n  filesystem_mirror {\n    path = ${path}\n  }\n}\n`);
  cpSync(modules, join(folder, 'k8s/contract'), { recursive: true });
  const root = join(folder, 'root');
  mkdirSync(root);
  writeFileSync(
    join(root, 'provider.tf'),
    `provider "kubernetes" {\n  config_path = ${JSON.stringify(kubeconfig)}\n}\n`,
  );
  const env = { ...process.env, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1', TF_INPUT: '0' };
  let asked = 0;

  // Not synchronous: Flux fetches from servers of this very process while Terraform works.
  const execute = (args: readonly string[]) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
      const child = spawn(program, args, { cwd: root, env: { ...env, TF_CLI_CONFIG_FILE: configuration } });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      child.once('error', reject);
      child.once('close', (code) =>
        resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
      );
    });
  const run = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await execute(args);
    if (code === 0) return stdout;
    throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  };
  const save = (name: string, text: string) => {
    const file = join(root, name);
    writeFileSync(file, text);
    return file;
  };

  return {
    run,
    save,
    write: (text) => void save('main.tf', text),
    apply: () => run('apply', '-auto-approve', '-no-color'),
    async plan() {
      const planned = `${++asked}.plan`;
      await run('plan', '-no-color', `-out=${planned}`);
      const text = await run('show', '-json', planned);
      return { file: save(`${planned}.json`, text), plan: JSON.parse(text) as TerraformPlan };
    },
    async isSettled() {
      const { code, stdout, stderr } = await execute(['plan', '-detailed-exitcode', '-no-color']);
      // 2 is "there is something to do".
      if (code === 0 || code === 2) return code === 0;
      throw new Error(`${program} plan ended with ${code}:\n${stdout}${stderr}`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../../src/contract/contract.js';
import { planModule } from '../../../src/terraform/module/plan-module.js';
import { writeProviderSources } from '../provider-mirror.js';
import { type Finished, runLimited } from './run-limited.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** As in test/terraform: another version, or OpenTofu, by `FLUXSPAN_TERRAFORM`; and OpenTofu, where it is installed. */
export const programs: readonly string[] = [...new Set([process.env['FLUXSPAN_TERRAFORM'] ?? 'terraform', 'tofu'])];
/** Seconds that a call of Terraform may take. Most wait for RDS, which the provider asks no earlier than after a minute. */
const limits: Readonly<Record<string, number>> = { init: 600, plan: 240, apply: 420, destroy: 420 };

const environment = (configuration: string): NodeJS.ProcessEnv => ({
  ...process.env,
  CHECKPOINT_DISABLE: '1',
  // Each call starts the large provider several times, which takes a fifth less with a garbage collector that waits.
  GOGC: '400',
  TF_CLI_CONFIG_FILE: configuration,
  TF_IN_AUTOMATION: '1',
  TF_INPUT: '0',
});

/**
 * Why a program can't apply the example, or `undefined` if it can: it isn't there, or finds no provider hashicorp/aws.
 * Without a registry in reach this ends at once.
 */
export const missingFor = async (program: string): Promise<string | undefined> => {
  if (spawnSync(program, ['version']).status !== 0) return `"${program}" is not on the PATH`;
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-live-provider-'));
  try {
    const configuration = writeProviderSources(folder);
    const needed = 'aws = { source = "hashicorp/aws", version = "~> 5.100" }';
    writeFileSync(join(folder, 'main.tf'), `terraform {\n  required_providers {\n    ${needed}\n  }\n}\n`);
    const init = await runLimited(program, ['init'], { cwd: folder, env: environment(configuration), seconds: 600 });
    return init.code === 0
      ? undefined
      : `${program} finds no provider hashicorp/aws 5.100; FLUXSPAN_TERRAFORM_MIRROR names a folder that has it`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The example as it is shipped, beside the contract of `dev`, in a folder of its own. */
export interface ExampleRoot {
  /** Writes a file beside the shipped ones; it must be new. */
  add(path: string, text: string): void;
  /** Writes over such a file. */
  replace(path: string, text: string): void;
  /** Gives the variables other values. */
  setVariables(variables: Readonly<Record<string, unknown>>): void;
  /** Writes the module of another contract where that of `dev` is. */
  replaceContract(contract: Contract): void;
  /** Runs Terraform in its time; throws with what it prints if it fails. */
  run(...args: readonly string[]): Promise<string>;
  /** What it prints as JSON of the state, or of its outputs; asked for once, until something else has run. */
  read(what: 'show' | 'output'): Promise<string>;
  /** The same as {@link run}, however it ends. */
  tryRun(...args: readonly string[]): Promise<Finished>;
  /** The file of a plan, and the plan as JSON. */
  plan(name: string, ...args: readonly string[]): Promise<{ readonly file: string; readonly json: string }>;
  /** Everything that it has printed for people so far. */
  printed(): string;
  remove(): void;
}

/**
 * @param program Terraform or OpenTofu
 * @param state the key of its state in the bucket
 * @param env what the AWS provider and the S3 backend take from the environment
 */
export const makeExampleRoot = async (
  program: string,
  state: { bucket: string; key: string; region: string },
  env: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, unknown>>,
): Promise<ExampleRoot> => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-live-example-'));
  const root = join(folder, 'examples/terraform-eks');
  // Not what someone has left there who tried it.
  const filter = (path: string) => !/\.terraform|\.tfstate|\.tfvars/.test(path);
  cpSync(join(repository, 'examples/terraform-eks'), root, { recursive: true, filter });
  cpSync(join(repository, 'k8s/contract/dev'), join(folder, 'k8s/contract/dev'), { recursive: true });
  const all = { ...environment(writeProviderSources(folder)), ...env };
  let printed = '';
  const known = new Map<string, string>();

  const tryRun = async (...args: readonly string[]): Promise<Finished> => {
    if (!args.includes('-json')) known.clear();
    const seconds = limits[args[0] ?? ''] ?? 240;
    const finished = await runLimited(program, args, { cwd: root, env: all, seconds });
    // What is asked for as JSON is for machines, and holds what a state holds.
    if (!args.includes('-json')) printed += finished.stdout + finished.stderr;
    return finished;
  };
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await tryRun(...args);
    if (code === 0) return stdout;
    throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  };
  const add = (path: string, text: string) => writeFileSync(join(root, path), text, { flag: 'wx' });

  const setVariables = (values: Readonly<Record<string, unknown>>) =>
    writeFileSync(join(root, 'test.auto.tfvars.json'), JSON.stringify(values));
  setVariables(variables);
  const backend = { ...state, use_lockfile: true, use_path_style: true };
  const settings = Object.entries(backend).map(([name, value]) => `-backend-config=${name}=${value}`);
  await run('init', '-no-color', ...settings);
  return {
    add,
    replace: (path, text) => writeFileSync(join(root, path), text),
    setVariables,
    replaceContract(contract) {
      for (const [file, text] of planModule(contract)) writeFileSync(join(folder, 'k8s/contract/dev', file), text);
    },
    run,
    tryRun,
    async read(what) {
      const text = known.get(what) ?? (await run(what, '-json'));
      known.set(what, text);
      return text;
    },
    async plan(name, ...args) {
      await run('plan', '-no-color', `-out=${name}.plan`, ...args);
      const json = await run('show', '-json', `${name}.plan`);
      const file = join(root, `${name}.plan.json`);
      writeFileSync(file, json);
      return { file, json };
    },
    printed: () => printed,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

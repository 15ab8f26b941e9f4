import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { writeProviderSources } from '../live/provider-mirror.js';
import { writeFiles } from '../support/write-files.js';

/** The program to test with: `terraform`, or another version or OpenTofu by `FLUXSPAN_TERRAFORM`. */
const program = process.env['FLUXSPAN_TERRAFORM'] ?? 'terraform';

const folders: string[] = [];

/** A new folder with files, gone after the tests of the file. */
export const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-terraform-'));
  folders.push(folder);
  writeFiles(folder, files);
  return folder;
};

const environment = (configuration: string | undefined): NodeJS.ProcessEnv => ({
  ...process.env,
  CHECKPOINT_DISABLE: '1',
  TF_IN_AUTOMATION: '1',
  TF_INPUT: '0',
  ...(configuration === undefined ? {} : { TF_CLI_CONFIG_FILE: configuration }),
});

/** No provider but the built-in one: whatever the user has configured does not matter. */
let withoutProviders: string | undefined;
const bare = (): string => {
  withoutProviders ??= join(folderWith({ 'cli.tfrc': '' }), 'cli.tfrc');
  return withoutProviders;
};

/** Runs the program and gives its output; it must succeed. */
export const terraform = (folder: string, ...args: readonly string[]): string =>
  execFileSync(program, args, {
    cwd: folder,
    env: environment(bare()),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: 'pipe',
  });

interface Message {
  readonly '@level': string;
  readonly '@testfile'?: string;
  readonly diagnostic?: { readonly summary: string; readonly detail: string };
  readonly test_run?: { readonly status?: string };
}

const messagesIn = (output: string): readonly Message[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Message);

const errorsIn = (messages: readonly Message[], hasPassed: boolean): readonly string[] => {
  const errors = messages.flatMap((message) =>
    message['@level'] === 'error' && message.diagnostic !== undefined
      ? [`${message.diagnostic.summary}\n${message.diagnostic.detail}`]
      : [],
  );
  if (hasPassed !== (errors.length === 0))
    throw new Error(`a plan ${hasPassed ? 'passed' : 'failed'} with ${errors.length} errors`);
  return errors;
};

const runWithoutProviders = (folder: string, ...args: readonly string[]) =>
  spawnSync(program, args, { cwd: folder, env: environment(bare()), encoding: 'utf8', maxBuffer: 1 << 28 });

/** The errors of a plan; empty where it succeeds. */
export const planErrors = (folder: string): readonly string[] => {
  const { status, stdout } = runWithoutProviders(folder, 'plan', '-json', '-refresh=false');
  return errorsIn(messagesIn(stdout), status === 0);
};

/**
 * The errors of a plan of each of many root modules, which call what is in `shared` as `../FOLDER`. One `terraform test`
 * plans them all: most of the time of a small plan goes into the start of the program.
 */
export const errorsOfPlans = (
  roots: readonly string[],
  shared: Readonly<Record<string, string>>,
): readonly (readonly string[])[] => {
  const run = (at: number) => `run "plans" {\n  command = plan\n  module {\n    source = "./root_${at}"\n  }\n}\n`;
  const files = roots.flatMap((main, at) => [
    [`root_${at}/main.tf`, main],
    [`root_${at}.tftest.hcl`, run(at)],
  ]);
  const folder = folderWith({ 'main.tf': '', ...shared, ...Object.fromEntries(files) });
  terraform(folder, 'init');
  const messages = messagesIn(runWithoutProviders(folder, 'test', '-json').stdout);
  return roots.map((_, at) => {
    const ofRoot = messages.filter((message) => message['@testfile'] === `root_${at}.tftest.hcl`);
    return errorsIn(
      ofRoot,
      ofRoot.some(({ test_run }) => test_run?.status === 'pass'),
    );
  });
};

const version = spawnSync(program, ['version'], { env: environment(undefined), encoding: 'utf8' });
const has = version.status === 0;
const inCi = process.env['CI'] === 'true';

/**
 * A program that is missing fails the run in CI. A provider does not: it comes from a registry, which a machine without
 * network has not; its tests are skipped there too, and say so.
 */
const describeWhere = (there: boolean, title: string, missing: string, failsInCi: boolean, tests: () => void): void => {
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    withoutProviders = undefined;
    withProviders = undefined;
  });
  if (there) describe(title, tests);
  else if (inCi && failsInCi) {
    describe(title, () => {
      it('has what it needs', () => {
        throw new Error(missing);
      });
    });
  } else describe.skip(`${title} (skipped: ${missing})`, tests);
};

/** Tests with the real program; without it they are skipped and say so, and fail in CI. */
export const describeTerraform = (title: string, tests: () => void): void =>
  describeWhere(has, title, `there is no ${program} on this machine`, true, tests);

let withProviders: string | undefined;
const providerConfiguration = (): string => {
  withProviders ??= writeProviderSources(folderWith({}));
  return withProviders;
};

/** As {@link terraform}, with providers; gives the exit code and what was printed. */
export const terraformWithProviders = (
  folder: string,
  ...args: readonly string[]
): { code: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: environment(providerConfiguration()),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, output: `${stdout}${stderr}` };
};

const found = new Map<string, boolean>();

const findsProvider = (requirement: string): boolean => {
  if (!has) return false;
  const known = found.get(requirement);
  if (known !== undefined) return known;
  const folder = folderWith({ 'main.tf': `terraform {\n  required_providers {\n    ${requirement}\n  }\n}\n` });
  // Without a registry in reach this ends at once; with one it downloads the provider.
  const { code } = terraformWithProviders(folder, 'init', '-backend=false');
  // Where all tests of a file are skipped, nothing comes after them.
  rmSync(folder, { recursive: true, force: true });
  found.set(requirement, code === 0);
  return code === 0;
};

/** Tests that need hashicorp/kubernetes too. */
export const describeKubernetesProvider = (title: string, tests: () => void): void =>
  describeWhere(
    findsProvider('kubernetes = { source = "hashicorp/kubernetes" }'),
    title,
    `${program} finds no provider hashicorp/kubernetes; "npm run test:live -- terraform" builds it, or FLUXSPAN_TERRAFORM_MIRROR names a folder that has it`,
    !has,
    tests,
  );

/** Tests that need hashicorp/aws too. */
export const describeAwsProvider = (title: string, tests: () => void): void =>
  describeWhere(
    findsProvider('aws = { source = "hashicorp/aws" }'),
    title,
    `${program} finds no provider hashicorp/aws; FLUXSPAN_TERRAFORM_MIRROR names a folder that has it`,
    !has,
    tests,
  );

/** Tests that need hashicorp/azurerm too, and hashicorp/random. */
export const describeAzureProvider = (title: string, tests: () => void): void =>
  describeWhere(
    findsProvider('azurerm = { source = "hashicorp/azurerm" }\n    random = { source = "hashicorp/random" }'),
    title,
    `${program} doesn't find the providers hashicorp/azurerm and hashicorp/random; FLUXSPAN_TERRAFORM_MIRROR names a folder that has them`,
    !has,
    tests,
  );

export const hasMocks = !version.stdout?.includes('OpenTofu');

/** Tests with mocks of providers, as Terraform has them. */
export const describeMocks = (title: string, tests: () => void): void =>
  describeWhere(
    hasMocks,
    title,
    'OpenTofu makes values up for a plan too, and they have no form: an ARN is a random word; see test/live/terraform-eks.test.ts',
    false,
    tests,
  );

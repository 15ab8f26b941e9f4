import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluxApp, type FluxAppOptions, FluxCluster } from 'fluxspan';
import { expect, it } from 'vitest';
import { outputFault } from '../../src/cli/cdk8s-output.js';
import { runMain } from '../support/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Case {
  readonly options?: FluxAppOptions;
  /** The folder of the cluster, from the repository's root. */
  readonly path?: string;
  /** Where the project is in the repository. */
  readonly below?: string;
}

const found = (text: string, { options = {}, path, below = '.' }: Case = {}): string | undefined => {
  const repository = temporaryFolder();
  mkdirSync(join(repository, '.git'));
  writeFileSync(join(repository, '.git', 'HEAD'), '');
  const folder = join(repository, below);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cdk8s.yaml'), `${text}\nfluxspan:\n  app: src/app.ts\n`);
  const app = new FluxApp(options);
  new FluxCluster(app, 'dev', path === undefined ? {} : { path });
  const fault = outputFault(app, { folder, app: join(folder, 'src/app.ts') });
  return fault && `${fault.severity} ${fault.code} ${fault.message}`;
};

const message = (output: string, what: string, where: string): string =>
  `error FX020 "output: ${output}" in cdk8s.yaml: cdk8s deletes that folder before it runs the app, and ${what} is in "${where}"`;
const tree = 'the tree that Flux applies';

it.each<[string, Case, string, string]>([
  ['k8s', {}, tree, 'k8s'],
  ['./k8s/', {}, tree, 'k8s'],
  ['.', {}, tree, 'k8s'],
  ['..', {}, tree, 'k8s'],
  ['k8s/clusters/dev', {}, tree, 'k8s'],
  ['k8s/out', {}, tree, 'k8s'],
  ['deploy', { options: { root: 'deploy/tree' } }, tree, 'deploy/tree'],
  ['clusters', { path: 'clusters/dev' }, tree, 'clusters/dev'],
  ['../clusters/dev', { path: 'clusters/dev', below: 'infra' }, tree, '../clusters/dev'],
  ['contract', { options: { root: '.' } }, tree, 'contract'],
  ['src', {}, 'your app', 'src/app.ts'],
  ['.git', {}, 'the history of git', '.git'],
  ['.git/cdk8s', {}, 'the history of git', '.git/cdk8s'],
  ['imports', {}, 'what was imported', 'imports'],
  ['imports/cdk8s', {}, 'what was imported', 'imports'],
  ['node_modules', {}, 'what npm installed', 'node_modules'],
])('cdk8s must not delete %s of %j', (output, given, what, where) => {
  expect(found(`output: ${output}`, given)).toBe(message(output, what, where));
});

it.each<[string, Case]>([
  ['output: dist', {}],
  ['output: .fluxspan/cdk8s', {}],
  ['output: k8s-out', {}],
  ['output: node_modules/.cache/cdk8s', {}],
  ['output: clusters', {}],
  ['output: out', { options: { root: '.' } }],
  ['language: typescript', { options: { root: 'dist' } }],
  ['# output: k8s', {}],
  ['app: node main.js', {}],
])('cdk8s may delete: %s %j', (text, given) => {
  expect(found(text, given)).toBeUndefined();
});

it('is where cdk8s writes by itself, if the file has an app for cdk8s', () => {
  expect(found('app: node main.js', { options: { root: 'dist' } })).toBe(message('dist', tree, 'dist'));
});

it('keeps every command from doing more', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'cdk8s.yaml'), 'output: k8s\nfluxspan:\n  app: app.ts\n');
  writeFileSync(join(folder, 'app.ts'), "import { FluxApp } from 'fluxspan';\nexport default new FluxApp();\n");
  const { code, stderr } = await runMain(folder, 'check');
  expect(code).toBe(1);
  expect(stderr).toContain('error FX020 cdk8s-output: "output: k8s" in cdk8s.yaml');
});

it('says what --cdk8s is for', async () => {
  const alone = await runMain(temporaryFolder(), 'synth', '--cdk8s');
  expect(alone.code).toBe(2);
  expect(alone.stderr).toContain('--cdk8s is for cdk8s, which says where to write: run npx cdk8s synth\n');
  const checked = await runMain(temporaryFolder(), 'synth', '--cdk8s', '--check');
  expect(checked.stderr).toContain('--cdk8s and --check exclude each other\n');
});

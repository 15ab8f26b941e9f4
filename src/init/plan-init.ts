import { printExistingApp } from './existing-app.js';
import type { CiSystem, InitOptions, Template } from './init-options.js';
import { printAgents } from './print-agents.js';
import { printReadme } from './print-readme.js';
import { shellWord } from './shell-word.js';

/** The manifest of this package, as far as a new project follows it. */
export interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const packageJson = ({ name, fluxspan, fields, template }: InitOptions, manifest: Manifest): string => {
  // The starter has a workload of cdk8s-plus.
  const used =
    template === 'existing' ? ['cdk8s', 'constructs', 'zod'] : ['cdk8s', 'cdk8s-plus-30', 'constructs', 'zod'];
  const peers = used.map((peer) => [peer, manifest.peerDependencies[peer]!]);
  const tools = ['typescript', 'vitest'].map((tool) => [tool, manifest.devDependencies[tool]!]);
  return json({
    name,
    version: '0.0.0',
    ...fields,
    private: true,
    type: 'module',
    engines: manifest.engines,
    scripts: {
      synth: 'fluxspan synth',
      watch: 'fluxspan watch',
      diff: 'fluxspan diff',
      check: 'fluxspan synth --check',
      test: 'vitest run',
    },
    dependencies: Object.fromEntries([...peers, ['fluxspan', fluxspan]].sort(([a], [b]) => (a! < b! ? -1 : 1))),
    devDependencies: Object.fromEntries(tools),
  });
};

/** Renovate finds the versions by the managers of the preset, which are copied: a preset can't lie in a package. */
const renovateJson = (preset: string): string => {
  const { customManagers } = JSON.parse(preset) as { customManagers: unknown };
  return json({
    $schema: 'https://docs.renovatebot.com/renovate-schema.json',
    extends: ['config:recommended'],
    customManagers,
  });
};

/** Files of the package that a project is made of. */
export interface TemplateFiles {
  /** Of `templates/`, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly preset: string;
  readonly manifest: Manifest;
}

const layersOf: Readonly<Record<Template, readonly string[]>> = {
  empty: ['project', 'starter'],
  eks: ['project', 'starter', 'eks'],
  aks: ['project', 'starter', 'aks'],
  existing: ['project'],
};

const CI_FILES: Readonly<Record<string, CiSystem>> = {
  '.github/workflows/fluxspan.yml': 'github',
  '.github/workflows/fluxspan-comment.yml': 'github',
  '.gitlab-ci.yml': 'gitlab',
};

/** A file that the CI reads in the root of the repository only. */
export const isCiFile = (path: string): boolean => Object.hasOwn(CI_FILES, path);

const REPORT = 'fluxspan-report/comment.md';

const yamlText = (text: string): string => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));

const ciFile = (text: string, { ci, below, manager }: InitOptions): string => {
  const installing = text.replace('npm ci', manager.ci);
  // What checks nothing out has no folder.
  if (below === '' || !text.includes('npm ci')) return installing;
  const folder = yamlText(below);
  return ci === 'github'
    ? installing
        .replace('jobs:\n', `defaults:\n  run:\n    working-directory: ${folder}\njobs:\n`)
        .replace(`path: ${REPORT}`, `path: ${yamlText(`${below}/${REPORT}`)}`)
    : installing
        .replace('  script:\n', `  script:\n    - cd ${folder}\n`)
        .replace(`[${REPORT}]`, JSON.stringify([`${below}/${REPORT}`]))
        .replace(`"$CI_PROJECT_DIR/${REPORT}"`, () => `"$CI_PROJECT_DIR"/${shellWord(`${below}/${REPORT}`)}`);
};

/** npm leaves files out whose names begin with a dot, or makes others of them: here they begin with `_`. */
const targetOf = (path: string): string => path.replace(/(^|\/)_/g, '$1.');

/** The files of a new project, by path. */
export const planInit = (
  options: InitOptions,
  { files, preset, manifest }: TemplateFiles,
): ReadonlyMap<string, string> => {
  const { template, ci, manager } = options;
  const planned = new Map<string, string>();
  for (const layer of layersOf[template]) {
    for (const [path, text] of files) {
      if (!path.startsWith(`${layer}/`)) continue;
      const target = targetOf(path.slice(layer.length + 1));
      const system = CI_FILES[target];
      if (system !== undefined && system !== ci) continue;
      planned.set(target, system === undefined ? text : ciFile(text, options));
    }
  }
  planned.set('package.json', packageJson(options, manifest));
  // Renovate reads it in the root of the repository alone.
  if (options.below === '') planned.set('renovate.json', renovateJson(preset));
  planned.set('README.md', printReadme(options));
  planned.set('AGENTS.md', printAgents(options));
  const platform = planned.get('src/platform.ts');
  // Flux follows the branch that the repository is cloned with.
  if (platform !== undefined && options.defaultBranch !== undefined && options.defaultBranch !== 'main') {
    planned.set(
      'src/platform.ts',
      platform.replace("{ flux: '2.9' }", `{ flux: '2.9', base: 'origin/${options.defaultBranch}' }`),
    );
  }
  if (template === 'existing') planned.set('src/app.ts', printExistingApp(options.roots, options.defaultBranch));
  if (manager.name === 'yarn') {
    planned.set('.yarnrc.yml', 'nodeLinker: node-modules\n');
    planned.set('.gitignore', `${planned.get('.gitignore') ?? ''}.yarn/install-state.gz\n`);
  }
  // pnpm 11 and newer fail on a package with a script that is neither allowed nor denied. Below, a root may do that.
  if (manager.name === 'pnpm' && options.below === '')
    planned.set('pnpm-workspace.yaml', 'allowBuilds:\n  esbuild: true\n');
  return new Map([...planned].sort(([a], [b]) => (a < b ? -1 : 1)));
};

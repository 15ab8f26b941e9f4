// npm run build: types by tsc, one file for each module; code by rolldown, in a few files with the names of the source,
// since to load one file for each module takes a command longer than its work.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { load } from './bundle.js';
import { splitCode } from './split-code.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
// Beside dist/, which stays as it was until all is done.
const next = join(root, '.fluxspan', `dist-${process.pid}`);

const library = ['src/index.ts', 'src/addons/index.ts'];
const synth = ['src/cli/commands/synth.ts', 'src/tree/write-tree.ts', 'src/changes/root/as-applied.ts'];
const base = ['src/handover/look-at-base.ts', 'src/changes/comparison/print-comparison.ts'];
const app = [...library, ...synth, ...base];
const owners = ['src/owners/cluster-owner-problems.ts'];
/** @param {readonly string[]} names */
const commands = (...names) => names.map((name) => `src/cli/commands/${name}.ts`);

/**
 * The files that synth loads: each has the modules that its entries need and no file before it has. Of what is loaded
 * without an app, too, they have only what the entries of `sharedWith` need. Any other module is in a file with what needs
 * it.
 *
 * @type {readonly { readonly file: string, readonly entries: readonly string[], readonly sharedWith?: readonly string[] }[]}
 */
const files = [
  { file: 'run-code', entries: ['src/cli/run-code.ts'] },
  { file: 'keep', entries: ['src/cli/compile-cache.ts', 'src/cli/run-packages.ts'] },
  { file: 'diagnostics', entries: ['src/diagnostics/index.ts'] },
  { file: 'command', entries: ['src/cli/main.ts', 'src/cli/version.ts'] },
  {
    // What starts other processes, which work while this one loads the rest.
    file: 'start',
    entries: [
      'src/cli/bundle-app.ts',
      'src/cli/version-names.ts',
      'src/cli/type-check/start-type-check.ts',
      'src/cli/blobs-file.ts',
      'src/applied/ask-ahead.ts',
    ],
  },
  { file: 'imports', entries: commands('import-chart', 'import-crd', 'init'), sharedWith: app },
  { file: 'contract', entries: commands('contract-check'), sharedWith: app },
  { file: 'hcl', entries: commands('contract-check'), sharedWith: owners },
  { file: 'library', entries: library },
  { file: 'synth', entries: synth },
  { file: 'base', entries: base },
  // Only where the repository has Terraform roots.
  { file: 'ownership', entries: owners },
];

/** What is loaded before the cache is open. */
const isSmall = new Set(['run-code', 'keep', 'diagnostics', 'command']);

/** @param {import('rolldown').ChunkingContext} graph @returns {ReadonlyMap<string, string>} the file of a module, by its id */
const placeModules = (graph) => {
  /** @param {readonly string[]} entries */
  const reached = (entries) => {
    const ids = new Set(entries.map((entry) => resolve(root, entry)));
    for (const id of ids) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(next);
    return ids;
  };
  const places = new Map();
  for (const { file, entries, sharedWith } of files) {
    const needed = reached(sharedWith ?? entries);
    for (const id of reached(entries)) if (!places.has(id) && needed.has(id)) places.set(id, file);
  }
  return places;
};

/** @type {ReadonlyMap<string, string> | undefined} */
let places;
/** @type {import('rolldown').CodeSplittingNameFunction} */
const findFile = (id, graph) => {
  places ??= placeModules(graph);
  return places.get(id) ?? null;
};

const commonJs = /^(?:cdk8s|constructs|esbuild)$/;

/**
 * CommonJS packages by `require`: to `import` one, Node first compiles a parser of CommonJS and reads all its files for
 * names, which costs every command 20 ms here and 50 ms on another core. It is the same instance either way.
 *
 * @type {import('rolldown').Plugin}
 */
const required = {
  name: 'required',
  resolveId: (id) => (commonJs.test(id) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith('\0')) return null;
    const name = id.slice(1);
    const names = Object.keys(require(name)).filter((one) => one !== 'default');
    return `import { createRequire } from 'node:module';
export const { ${names.join(', ')} } = createRequire(import.meta.url)('${name}');`;
  },
};

/** @type {import('rolldown').Plugin} */
const zodOfCommand = {
  name: 'zod-of-command',
  resolveId: (id) => (id === 'zod' ? { id: './zod.js', external: true } : null),
};

/**
 * Modules as what they export: the catalogue of diagnostics, for which `fluxspan explain` would load every rule and all
 * that a rule imports, and the page of `fluxspan graph`, as a browser gets it.
 *
 * @type {import('rolldown').Plugin}
 */
const evaluated = {
  name: 'evaluated',
  async load(id) {
    const file = ['src/cli/catalogue.ts', 'src/diagram/html/assets.ts'].find((one) => id === resolve(root, one));
    if (file === undefined) return null;
    const values = Object.entries(await load(file, { beside: true }));
    return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)};`).join('\n');
  },
};

/** A file with other characters takes Node twice the memory, and longer to read. @param {string} code */
const toAscii = (code) =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What the checks depend on: objects that another build found clean are checked again. */
const checks = createHash('sha256').update(readFileSync(join(root, 'package.json')));
for (const folder of ['src', 'imports/schemas']) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    if (/(?<!\.test)\.(?:ts|json)$/.test(file)) checks.update(readFileSync(join(root, folder, file)));
  }
}

const types = spawnSync(
  process.execPath,
  // Other threads would each resolve most types again, and `npm test` has work for the other cores.
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', next, '--singleThreaded'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { GOGC: '400', ...process.env },
  },
);
if (types.status !== 0) {
  rmSync(next, { recursive: true, force: true });
  process.exit(1);
}
/** @type {typeof import('./option-docs.js')} */
const { writeOptionDocs } = await load('scripts/option-docs.ts');
writeOptionDocs(join(root, 'src/addons'), join(next, 'src/addons'));
const entries = [
  ...['src/index', 'src/addons/index', 'src/testing/index', 'src/platform/main'],
  ...['src/cli/main', 'src/cli/compile-cache', 'src/cli/run-code', 'src/cli/run-packages', 'src/cli/watch/worker'],
  ...readdirSync(join(root, 'imports'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `imports/${file.replaceAll('\\', '/').slice(0, -'.ts'.length)}`),
];
await build({
  cwd: root,
  input: Object.fromEntries(entries.map((name) => [name, `${name}.ts`])),
  platform: 'node',
  // Packages stay imports: there is one cdk8s, one constructs and one zod in a process, the user's.
  external: (id) => /^(?!\w:)\w|^@/.test(id) && !commonJs.test(id) && id !== 'zod',
  plugins: [required, zodOfCommand, evaluated],
  transform: { target: 'node20', define: { FLUXSPAN_CHECKS: JSON.stringify(checks.digest('base64url')) } },
  preserveEntrySignatures: 'allow-extension',
  logLevel: 'warn',
  checks: { ineffectiveDynamicImport: false },
  output: {
    dir: next,
    entryFileNames: '[name].js',
    chunkFileNames: 'src/chunks/[name].js',
    minifyInternalExports: false,
    // What a function reads of a `const` outside of it, V8 checks each time.
    topLevelVar: true,
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'files', name: findFile }] },
  },
});
const chunks = join(next, 'src/chunks');
copyFileSync(join(root, 'scripts/zod-of-command.js'), join(chunks, 'zod.js'));
const large = new Set(files.filter(({ file }) => !isSmall.has(file)).map(({ file }) => `${file}.js`));
for (const file of readdirSync(next, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.js')) writeFileSync(join(next, file), toAscii(readFileSync(join(next, file), 'utf8')));
}
for (const file of readdirSync(chunks).filter((one) => large.has(one))) {
  const name = file.replace(/js$/, 'code.js');
  const { module, code } = splitCode(readFileSync(join(chunks, file), 'utf8'), name, '../cli/run-code.js');
  writeFileSync(join(chunks, name), code);
  writeFileSync(join(chunks, file), module);
}
rmSync(join(root, 'dist'), { recursive: true, force: true });
renameSync(next, join(root, 'dist'));

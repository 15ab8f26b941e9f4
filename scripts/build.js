// npm run build: types by tsc, one file for each module; code by esbuild, in few files, since loading two hundred small
// ones would take a command longer than its work.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { load } from './bundle.js';
import { dropDocstrings, dropTypes } from './drop-types.js';
import { joinChunks } from './join-chunks.js';
import { withoutExplanations } from './without-explanations.js';

const root = fileURLToPath(new URL('..', import.meta.url));
// Beside dist/, which stays as it was until all is done.
const next = join(root, '.fluxspan', `dist-${process.pid}`);

const types = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', next],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
if (types.status !== 0) {
  rmSync(next, { recursive: true, force: true });
  process.exit(1);
}

const imports = readdirSync(join(root, 'imports'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
// What the checks depend on: objects that another build found clean are checked again.
const checks = createHash('sha256');
for (const folder of ['src', 'imports/schemas']) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    if (/(?<!\.test)\.(?:ts|json)$/.test(file)) checks.update(readFileSync(join(root, folder, file)));
  }
}
checks.update(readFileSync(join(root, 'package.json')));

/**
 * By brotli, in a sixth fewer bytes than the package's own compression takes, which has room for a megabyte.
 *
 * @param {string} text
 */
const compress = (text) => {
  const bytes = Buffer.from(text);
  const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(bytes, {
    params: { [BROTLI_PARAM_SIZE_HINT]: bytes.length, [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS },
  });
};

/** All schemas as `src/schema/package-schemas.ts` reads them: the places of their texts, and the texts. */
const schemasInOne = () => {
  /** @type {Record<string, [number, number]>} */
  const places = {};
  let all = '';
  for (const file of readdirSync(join(root, 'imports/schemas')).sort()) {
    const text = JSON.stringify(JSON.parse(readFileSync(join(root, 'imports/schemas', file), 'utf8')));
    const start = Buffer.byteLength(all);
    places[basename(file, '.json')] = [start, start + Buffer.byteLength(text)];
    all += text;
  }
  return compress(`${JSON.stringify(places)}\n${all}`);
};

/**
 * CommonJS packages by `require`: to `import` one, Node first compiles a parser of CommonJS and reads all its files for
 * names, which costs every command 20 ms here and 50 ms on another core. It is the same instance either way.
 *
 * @type {import('esbuild').Plugin}
 */
const required = {
  name: 'required',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:cdk8s|constructs|esbuild)$/ }, ({ path }) => ({ path, namespace: 'required' }));
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `import { createRequire } from 'node:module';
export const { ${Object.keys(createRequire(import.meta.url)(path)).join(', ')} } = createRequire(import.meta.url)('${path}');`,
    }));
  },
};

/**
 * The catalogue of diagnostics as data: to gather it, a command would load every rule and all that a rule imports,
 * which takes `fluxspan explain` longer than its work.
 *
 * @type {import('esbuild').Plugin}
 */
const gathered = {
  name: 'gathered',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\]cli[/\\]catalogue\.ts$/ }, async () => {
      const { catalogue } = await load('src/cli/catalogue.ts');
      writeFileSync(join(next, 'src/catalogue.json.br'), compress(JSON.stringify(catalogue)));
      return {
        contents: `import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
const bytes = readFileSync(new URL('../catalogue.json.br', import.meta.url));
export const catalogue = JSON.parse(brotliDecompressSync(bytes).toString());`,
      };
    });
  },
};

/**
 * What a page of `fluxspan graph` does and how it looks, as it is minified now.
 *
 * @type {import('esbuild').Plugin}
 */
const minified = {
  name: 'minified',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\]diagram[/\\]html[/\\]assets\.ts$/ }, async () => {
      const { script, style } = await load('src/diagram/html/assets.ts', { beside: true });
      return { contents: `export const script = ${JSON.stringify(script)}, style = ${JSON.stringify(style)};` };
    });
  },
};

/**
 * The other half of that: what is in the catalogue isn't in the modules that define diagnostics.
 *
 * @type {import('esbuild').Plugin}
 */
const unexplained = {
  name: 'unexplained',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      return source.includes('defineDiagnostic({')
        ? { contents: withoutExplanations(source), loader: 'ts' }
        : undefined;
    });
  },
};

/**
 * The schemas of charts' values in one stream of brotli: by file, the name and version that a module has, and the place of
 * its text.
 */
const gatherCharts = async () => {
  /** @type {Map<string, { name: string, version: string, from: number, to: number }>} */
  const places = new Map();
  let all = '';
  for (const file of imports.filter((one) => one.endsWith('.schema.ts')).sort()) {
    const [[name, { text, version }]] = Object.entries(await load(`imports/${file}`));
    const from = Buffer.byteLength(all);
    all += JSON.stringify(JSON.parse(text));
    places.set(basename(file), { name, version, from, to: Buffer.byteLength(all) });
  }
  writeFileSync(join(next, 'imports/charts/schemas.br'), compress(all));
  return places;
};
const charts = await gatherCharts();

/**
 * The schema of a chart's values is read when values are checked by it: as a module, the start of each command would load
 * those of all addons. The stream is read once, whatever module asks first; all that the builds write lies two folders deep.
 *
 * @type {import('esbuild').Plugin}
 */
const shipped = {
  name: 'shipped',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]imports[/\\]charts[/\\][^/\\]+\.schema\.ts$/ }, ({ path }) => {
      const chart = charts.get(basename(path));
      if (chart === undefined) throw new Error(`${path} is no schema of a chart`);
      const { name, version, from, to } = chart;
      return {
        contents: `import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
const file = new URL('../../imports/charts/schemas.br', import.meta.url);
let text;
const read = () => (text ??= (globalThis[Symbol.for(file.href)] ??= brotliDecompressSync(readFileSync(file))).toString('utf8', ${from}, ${to}));
export const ${name} = /* @__PURE__ */ Object.defineProperty(() => JSON.parse(read()), 'text', { get: read });
${name}.version = ${JSON.stringify(version)};`,
      };
    });
  },
};

/**
 * Generated classes extend what the package exports: there is one `Manifest`, whatever loads first.
 *
 * @type {import('esbuild').Plugin}
 */
const based = {
  name: 'based',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]imports[/\\][^/\\]+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace("from '../src/constructs/generated.js'", "from '../src/index.js'"),
      loader: 'ts',
    }));
  },
};

const common = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: root,
  outdir: next,
  outbase: '.',
  // A seventh of the package is blanks and long forms. Lines of this length still let a stack say roughly where.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 20_000,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
// Each on its own: as entries of one bundle they would split it into ten more files, empty ones, that a command loads.
await build({
  ...common,
  plugins: [shipped, based],
  entryPoints: imports.map((file) => `imports/${file.replaceAll('\\', '/')}`),
});
writeFileSync(join(next, 'imports/schemas.br'), schemasInOne());
const { metafile } = await build({
  ...common,
  metafile: true,
  entryPoints: [
    'src/index.ts',
    'src/addons/index.ts',
    'src/testing/index.ts',
    'src/cli/compile-cache.ts',
    'src/cli/main.ts',
    'src/cli/watch/worker.ts',
    'src/platform/main.ts',
  ],
  chunkNames: 'src/chunks/[name]-[hash]',
  bundle: true,
  // Packages stay imports: there is one cdk8s, one constructs and one zod in a process, the user's.
  packages: 'external',
  splitting: true,
  plugins: [required, gathered, minified, unexplained, shipped],
  define: {
    FLUXSPAN_CHECKS: JSON.stringify(checks.digest('base64url')),
    FLUXSPAN_SCHEMAS: JSON.stringify('dist/imports/schemas.br'),
  },
});
const starts = [
  ['src/cli/main.ts', 'src/cli/commands/explain.ts'],
  ['src/cli/compile-cache.ts'],
  ['src/cli/version.ts'],
  ['src/cli/bundle-app.ts'],
  ['src/cli/commands/contract-check.ts'],
  ['src/cli/commands/import-chart.ts'],
  ['src/cli/commands/import-crd.ts'],
  ['src/index.ts', 'src/addons/index.ts'],
  ['src/cli/commands/synth.ts', 'src/tree/write-tree.ts'],
];
const named = ['src/index.ts', 'src/addons/index.ts'];
await joinChunks(root, metafile, join(next, 'src/chunks'), starts, named);
dropTypes(next, [
  ...['src/index.d.ts', 'src/addons/index.d.ts', 'src/testing/index.d.ts'],
  ...imports.map((file) => `imports/${file.replace(/\.ts$/, '.d.ts')}`),
]);
// What a user's types are made of, and what no page and no editor shows.
const internal = ['rules', 'compile', 'json', 'schema', 'substitution', 'var-safety', 'versions'];
dropDocstrings(
  next,
  [...internal.map((name) => `src/${name}`), 'src/diagnostics/ties.d.ts', 'src/diagnostics/define-diagnostic.d.ts'],
  ['src/compile/declared-cluster.d.ts', 'src/compile/external-kustomization.d.ts'],
);
rmSync(join(root, 'dist'), { recursive: true, force: true });
renameSync(next, join(root, 'dist'));

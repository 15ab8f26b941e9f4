// What every synth loads as one file: some fifty chunks, most of them small, take 20 ms longer to load than one.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/**
 * Merges what `roots` load into one chunk, but for what `apart` load too: whoever needs little goes on loading little.
 *
 * @param {string} folder absolute; where the outputs are
 * @param {import('esbuild').Metafile} metafile of the build, with paths relative to `base`
 * @param {string} base
 * @param {{ roots: RegExp, apart: RegExp }} choice by the outputs' paths in `folder`
 */
export const mergeChunks = async (folder, metafile, base, { roots, apart }) => {
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [relative(folder, join(base, path)), output]),
  );
  /** @param {string} file */
  const imports = (file) =>
    (outputs.get(file)?.imports ?? []).filter(({ kind, external }) => kind === 'import-statement' && external !== true);
  /** @param {RegExp} names */
  const closure = (names) => {
    const found = new Set([...outputs.keys()].filter((file) => names.test(file)));
    if (found.size === 0) throw new Error(`no output is ${names}`);
    for (const file of found) for (const { path } of imports(file)) found.add(relative(folder, join(base, path)));
    return found;
  };
  const left = closure(apart);
  const merged = [...closure(roots)].filter((file) => !left.has(file)).sort();
  const core = join(folder, 'src/chunks/core.js');
  /** @param {string} from a file @param {string} to a file */
  const specifier = (from, to) => {
    const path = relative(dirname(from), to).replaceAll('\\', '/');
    return path.startsWith('.') ? path : `./${path}`;
  };
  const names = merged.map((file) => outputs.get(file)?.exports ?? []);
  await build({
    stdin: {
      contents: merged
        .map((file, i) =>
          names[i]?.length
            ? `export { ${names[i].map((name) => `${name} as m${i}_${name}`).join(', ')} } from './${file}';`
            : `import './${file}';`,
        )
        .join('\n'),
      resolveDir: folder,
    },
    outfile: core,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [
      {
        name: 'apart',
        setup({ onResolve }) {
          onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, kind }) => {
            const file = join(resolveDir, path);
            const isMerged = kind !== 'dynamic-import' && merged.includes(relative(folder, file));
            return isMerged ? undefined : { path: specifier(core, file), external: true };
          });
        },
      },
    ],
  });
  // Whoever is left and loads one of them, loads them all.
  const entries = new Set([...outputs].filter(([, { entryPoint }]) => entryPoint !== undefined).map(([file]) => file));
  const needed = new Set(entries);
  for (const file of outputs.keys()) {
    if (!merged.includes(file)) for (const { path } of imports(file)) needed.add(relative(folder, join(base, path)));
  }
  for (const [i, file] of merged.entries()) {
    const path = join(folder, file);
    if (!needed.has(file)) rmSync(path);
    else {
      const list = (names[i] ?? []).map((name) => `m${i}_${name} as ${name}`);
      writeFileSync(path, `export { ${list.join(', ')} } from '${specifier(path, core)}';\n`);
    }
  }
  if (readdirSync(join(folder, 'src/chunks')).length === 0) throw new Error('nothing was written');
};

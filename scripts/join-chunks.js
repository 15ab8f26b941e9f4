// Joins what esbuild splits: it makes a chunk for each set of entries that need the same modules, thirty small ones that
// one command loads, and Node takes longer to find and link each of them than to run it.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { shortenLocals, shortenNames } from './shorten-names.js';

/** A file of the package, as another one of it imports it. @param {string} from @param {string} to both absolute */
const importPath = (from, to) => {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
};

/**
 * Rewrites the outputs of a build with `splitting`: files that the same starts need become one, `<chunks>/joined-<n>.js`.
 * What no start needs keeps its name, and so do all names under which something is imported from outside.
 *
 * @param {string} root what the paths of `metafile` are relative to
 * @param {import('esbuild').Metafile} metafile of that build
 * @param {string} chunks absolute
 * @param {readonly (readonly string[])[]} starts the sources of entries; those of one start are loaded together. What one
 *   start doesn't need is never in a file that it loads.
 * @param {readonly string[]} named the sources of entries whose names users see: of their classes, and in stacks of their
 *   own code. What none of these imports gets short names.
 */
export const joinChunks = async (root, metafile, chunks, starts, named) => {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [resolve(root, path), output]));
  const outputOf = (/** @type {string} */ source) => {
    for (const [path, { entryPoint }] of outputs) if (entryPoint === source) return path;
    throw new Error(`${source} is not an entry of the build`);
  };
  /** @type {Map<string, string>} the starts that need a file */
  const neededBy = new Map();
  starts.forEach((entries, start) => {
    const visit = (/** @type {string} */ path) => {
      const output = outputs.get(path);
      const known = neededBy.get(path) ?? '';
      if (output === undefined || known.endsWith(`,${start}`)) return;
      neededBy.set(path, `${known},${start}`);
      for (const { path: next, kind, external } of output.imports) {
        if (kind === 'import-statement' && external !== true) visit(resolve(root, next));
      }
    };
    for (const entry of entries) visit(outputOf(entry));
  });
  /** The files that keep their names. @type {Set<string>} */
  const keeping = new Set();
  const keep = (/** @type {string} */ path) => {
    if (keeping.has(path)) return;
    keeping.add(path);
    for (const { path: next, kind, external } of outputs.get(path)?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) keep(resolve(root, next));
    }
  };
  for (const entry of named) keep(outputOf(entry));
  const groups = [...new Set(neededBy.values())];
  /** The file of the group, by what is joined in it. */
  const joined = new Map(
    [...neededBy].map(([path, group]) => [path, join(chunks, `joined-${groups.indexOf(group)}.js`)]),
  );
  const members = [...joined.keys()];
  /** @type {Map<string, string>} */
  const short = new Map();
  /**
   * A file's export as the joined file exports it: like no other file's, and like no name that a minifier makes, which are
   * shorter.
   *
   * @param {string} path @param {string} name
   */
  const nameIn = (path, name) => {
    const key = `${members.indexOf(path)} ${name}`;
    short.set(key, short.get(key) ?? `_${short.size.toString(36).padStart(3, '0')}`);
    return /** @type {string} */ (short.get(key));
  };
  /** @param {string} path */
  const exportsOf = (path) => outputs.get(path)?.exports ?? [];

  /**
   * @param {string} file what is being written
   * @returns {import('esbuild').Plugin}
   */
  const plugin = (file) => ({
    name: 'joined',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir, namespace, kind }) => {
        const target = resolve(namespace === 'elsewhere' ? dirname(importer) : resolveDir, path);
        const home = joined.get(target);
        if (kind === 'import-statement' && home === file) return { path: target };
        if (kind === 'import-statement' && home !== undefined && namespace !== 'elsewhere') {
          return { path: target, namespace: 'elsewhere' };
        }
        return { path: importPath(file, target), external: true };
      });
      onLoad({ filter: /./, namespace: 'elsewhere' }, ({ path }) => {
        const names = exportsOf(path);
        const from = JSON.stringify(importPath(path, /** @type {string} */ (joined.get(path))));
        if (names.length === 0) return { contents: `import ${from};` };
        const shorts = names.map((name) => nameIn(path, name)).join(', ');
        const exports = names.map((name) => `${nameIn(path, name)} as ${name}`).join(', ');
        return { contents: `import { ${shorts} } from ${from}; export { ${exports} };` };
      });
    },
  });
  /** @param {string} file @param {Partial<import('esbuild').BuildOptions>} entry */
  const write = (file, entry) =>
    build({
      ...entry,
      absWorkingDir: root,
      outfile: file,
      allowOverwrite: true,
      bundle: true,
      packages: 'external',
      minifyWhitespace: true,
      minifySyntax: true,
      lineLimit: 20_000,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
      plugins: [plugin(file)],
      write: false,
    });
  /** @type {Promise<import('esbuild').BuildResult<{ write: false }>>[]} */
  const written = [];
  /** @type {Set<string>} */
  const keptFiles = new Set(keeping);
  for (const file of new Set(joined.values())) {
    const own = members.filter((path) => joined.get(path) === file);
    if (own.some((path) => keeping.has(path))) keptFiles.add(file);
    const contents = own.map((path) => {
      const names = exportsOf(path).map((name) => `${name} as ${nameIn(path, name)}`);
      const from = JSON.stringify(importPath(file, path));
      return names.length === 0 ? `import ${from};` : `export { ${names.join(', ')} } from ${from};`;
    });
    written.push(
      /** @type {any} */ (
        write(file, { stdin: { contents: contents.join('\n'), resolveDir: dirname(file), sourcefile: file } })
      ),
    );
  }
  for (const [path, { entryPoint }] of outputs) {
    if (!path.endsWith('.js')) continue;
    // Of what is joined, entries stay, since others name them.
    if (joined.has(path) && entryPoint === undefined) continue;
    const contents = `export { ${exportsOf(path).join(', ')} } from ${JSON.stringify(importPath(path, path))};`;
    written.push(
      /** @type {any} */ (
        write(
          path,
          joined.has(path)
            ? { stdin: { contents, resolveDir: dirname(path), sourcefile: path } }
            : { entryPoints: [path] },
        )
      ),
    );
  }
  for (const { outputFiles } of await Promise.all(written)) {
    for (const { path, text } of outputFiles) {
      writeFileSync(path, await (keptFiles.has(path) ? shortenLocals : shortenNames)(text));
    }
  }
  for (const path of members) if (outputs.get(path)?.entryPoint === undefined) rmSync(path);
};

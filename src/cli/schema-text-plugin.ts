import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** What `fluxspan import chart` writes beside a chart's types: the name, and the version if it is known. */
const WRITTEN = /`;\n\n.*\nexport const (\w+) = [^`]*\{ text(, version: '[\w.+-]+')? \},\n\);\n$/;
const START = 'const text = String.raw`';

/**
 * Leaves the schemas of charts where they are, to be read when values are checked: a bundle with megabytes of text, and
 * a source map of its lines, takes longer to load than the rest of the app.
 */
export const schemaTextPlugin = (): Plugin => ({
  name: 'schema-text',
  setup(build) {
    build.onLoad({ filter: /\.schema\.ts$/, namespace: 'file' }, async ({ path }) => {
      const file = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
      const written = WRITTEN.exec(file.slice(-1000));
      if (written === null || !file.includes(`\n${START}{`)) return undefined;
      const [end, name, version = ''] = written;
      const contents = [
        "import { readFileSync } from 'node:fs';",
        'let text;',
        `const file = () => readFileSync(${JSON.stringify(path)}, 'utf8').replaceAll('\\r\\n', '\\n');`,
        `const read = (all) => all.slice(all.indexOf('${START}') + ${START.length}, -${end.length});`,
        `const parse = () => JSON.parse(${name}.text);`,
        `export const ${name} = /* @__PURE__ */ Object.defineProperty(`,
        `  Object.assign(parse, { ${version.slice(2)} }), 'text', { get: () => (text ??= read(file())) },`,
        ');',
      ].join('\n');
      return { contents, loader: 'js' };
    });
  },
});

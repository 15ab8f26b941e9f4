import { readFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Loader, type Plugin, transform } from 'esbuild';

const loaders: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.jsx': 'jsx',
};

/**
 * Gives each bundled module the `import.meta.url`, `dirname` and `filename` of its own file; the bundle has but one.
 *
 * @param filter the modules that it looks at
 */
export const importMetaPlugin = (filter = /\.[cm]?[jt]sx?$/): Plugin => ({
  name: 'import-meta',
  setup(build) {
    build.onLoad({ filter }, async ({ path, namespace }) => {
      if (namespace !== 'file') return undefined;
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta')) return undefined;
      const { code } = await transform(text, {
        loader: loaders[extname(path)] ?? 'js',
        sourcefile: path,
        sourcemap: 'inline',
        sourcesContent: false,
        target: 'node20',
        logLevel: 'silent',
        define: {
          'import.meta.url': JSON.stringify(pathToFileURL(path).href),
          'import.meta.dirname': JSON.stringify(dirname(path)),
          'import.meta.filename': JSON.stringify(path),
        },
      });
      return { contents: code, loader: 'js' };
    });
  },
});

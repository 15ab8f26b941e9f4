// Short names in a file of the package, and imports that don't name a thing twice.
import { transform } from 'esbuild';

/** An import of names that are short already. */
const SHORT_IMPORT = /\bimport\{((?:_\w+,?)+)\}from"([^"]+)";/g;

/**
 * Gives a module's own names short forms, and not those that it imports from a joined file: each would be named twice.
 * Taken out, they are globals to esbuild, which leaves them as they are.
 *
 * @param {string} text
 */
export const shortenNames = async (text) => {
  /** @type {Map<string, string[]>} */
  const imported = new Map();
  const rest = text.replace(SHORT_IMPORT, (_, names, from) => {
    imported.set(from, [...(imported.get(from) ?? []), ...names.split(',')]);
    return '';
  });
  const isImported = new Set([...imported.values()].flat());
  /** What is only passed on. @type {string[]} */
  const passed = [];
  const own = rest.replace(/\bexport\{([^}]*)\};/g, (_, entries) => {
    const kept = entries.split(',').filter((/** @type {string} */ entry) => {
      const isPassed = isImported.has(entry.split(' ')[0] ?? '');
      if (isPassed) passed.push(entry);
      return !isPassed;
    });
    return kept.length === 0 ? '' : `export{${kept.join(',')}};`;
  });
  const { code } = await transform(own, {
    minify: true,
    lineLimit: 20_000,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    treeShaking: false,
  });
  const used = new Set(`${own} ${passed.join(' ')}`.match(/\b_\w+/g));
  const imports = [...imported].map(([from, names]) => {
    const needed = names.filter((name) => used.has(name)).sort();
    return needed.length === 0 ? '' : `import{${needed.join(',')}}from"${from}";`;
  });
  const exports = passed.length === 0 ? '' : `export{${passed.join(',')}};\n`;
  return imports.join('') + code + exports;
};

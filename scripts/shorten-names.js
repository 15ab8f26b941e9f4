// Short names in a file of the package, and imports that don't name a thing twice.
import { minify } from 'terser';

/** Lines of this length still let a stack say roughly where. */
const format = { max_line_len: 20_000 };

/** An import of names that are short already. */
const SHORT_IMPORT = /\bimport\{((?:_\w+,?)+)\}from"([^"]+)";/g;

/**
 * Gives short names to what functions have inside, where users see the names of the module's functions and classes.
 *
 * @param {string} text
 */
export const shortenLocals = async (text) => {
  const mangle = { toplevel: false, keep_fnames: true, keep_classnames: true };
  return (await minify(text, { mangle, compress: false, format })).code ?? '';
};

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
  const { code = '' } = await minify(own, {
    module: true,
    compress: { ecma: 2020 },
    format,
  });
  const used = new Set(`${own} ${passed.join(' ')}`.match(/\b_\w+/g));
  const imports = [...imported].map(([from, names]) => {
    const needed = names.filter((name) => used.has(name)).sort();
    return needed.length === 0 ? '' : `import{${needed.join(',')}}from"${from}";`;
  });
  const exports = passed.length === 0 ? '' : `export{${passed.join(',')}};\n`;
  return imports.join('') + code + exports;
};

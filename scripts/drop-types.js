// Removes the types that a user's compiler never reads: tsc writes some for each module, and most are internal.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * @param {string} folder
 * @param {readonly string[]} entries in it: files whose types others import
 */
export const dropTypes = (folder, entries) => {
  const reached = new Set();
  /** @param {string} path */
  const visit = (path) => {
    if (reached.has(path) || !existsSync(path)) return;
    reached.add(path);
    for (const [, name] of readFileSync(path, 'utf8').matchAll(/(?:from |import |import\()['"](\.[^'"]+)['"]/g)) {
      visit(resolve(dirname(path), /** @type {string} */ (name).replace(/\.js$/, '.d.ts')));
    }
  };
  for (const entry of entries) visit(join(folder, entry));
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.d.ts') && !reached.has(join(folder, file))) rmSync(join(folder, file));
  }
};

const DOCSTRING = /^[ \t]*\/\*\*[\s\S]*?\*\/\r?\n/gm;

/**
 * Takes the docstrings out of types that a user's compiler reads and no one looks at.
 *
 * @param {string} folder
 * @param {readonly string[]} internal folders and files in it
 * @param {readonly string[]} shown files in those folders that an editor shows after all
 */
export const dropDocstrings = (folder, internal, shown) => {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const name = file.replaceAll('\\', '/');
    if (!name.endsWith('.d.ts') || shown.includes(name)) continue;
    if (!internal.some((one) => name === one || name.startsWith(`${one}/`))) continue;
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(DOCSTRING, ''));
  }
};

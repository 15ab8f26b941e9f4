/** What `import` and `require` of a package give alike, as esbuild prints it. */
const IMPORT = /^import (?:\* as ([^\s,{}]+)|\{([^{}"']*)\}) from "([^"\\]+)";$/gm;
const NAME = 'fluxspanRequire';

/**
 * A bundle that gets packages by `require`: to `import` one of CommonJS, Node first compiles a parser of CommonJS and reads
 * all its files for names. Each line stays in its place, for the stacks and the source map.
 *
 * @param imports the packages that the bundle imports, once for each statement
 * @param isLoaded whether a package was loaded by `require`
 */
export const requirePackages = (
  contents: Uint8Array,
  imports: readonly string[],
  isLoaded: (name: string) => boolean,
): Uint8Array => {
  const text = Buffer.from(contents.buffer, contents.byteOffset, contents.length).toString('latin1');
  if (text.startsWith('#!') || text.includes(NAME)) return contents;
  const statements = [...text.matchAll(IMPORT)];
  // A text in the app may look like a statement, and a statement may have another form: then Node imports the package.
  const isKnown = (name: string): boolean =>
    isLoaded(name) &&
    statements.filter(([, , , one]) => one === name).length === imports.filter((one) => one === name).length;
  const known = new Set(imports.filter(isKnown));
  if (known.size === 0) return contents;
  const loads: string[] = [];
  const rest = text.replaceAll(
    IMPORT,
    (statement, all: string | undefined, names: string | undefined, name: string) => {
      if (!known.has(name)) return statement;
      loads.push(all === undefined ? destructured(name, names!) : `const ${all} = ${NAME}All("${name}");`);
      return statement.replaceAll(/[^\n]+/g, '');
    },
  );
  return Buffer.from(`${HEAD}${loads.join('')}${rest}`, 'latin1');
};

/**
 * What an \`import\` of CommonJS gives: all that is exported, with `module.exports` as the default. A name may be exported
 * with the value undefined; of one that isn't exported, the error is Node's own, which has no place.
 */
const HEAD = [
  `import { createRequire as ${NAME}From } from "node:module";const ${NAME} = ${NAME}From(import.meta.url)`,
  `${NAME}All = (name) => { const all = ${NAME}(name); return Object.create(null, { ...Object.getOwnPropertyDescriptors(Object(all)), default: { value: all, enumerable: true } }); }`,
  `${NAME}Names = (name, names) => { const all = names.includes("default") ? ${NAME}All(name) : Object(${NAME}(name)); for (const one of names) if (!(one in all)) throw Object.assign(new SyntaxError(\`The requested module '\${name}' does not provide an export named '\${one}'\`), { stack: "" }); return all; };`,
].join(', ');

const destructured = (name: string, names: string): string => {
  const each = names
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [exported = '', local] = one.split(' as ');
      return { exported, text: local === undefined ? exported : `${exported}: ${local}` };
    });
  const wanted = JSON.stringify(each.map(({ exported }) => exported));
  return `const { ${each.map(({ text }) => text).join(', ')} } = ${NAME}Names("${name}", ${wanted});`;
};

// A built module as two files: code that is a function of what the module imports, and the module, which runs it and
// exports what it returns. Node compiles a module again in each process; of a function's code, what V8 made can be kept.
import { parseAst } from 'rolldown/parseAst';

/** Names by which the code has what only a module has. */
const URL_NAME = '__url';
const IMPORT_NAME = '__import';

/** @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Tree */

/** @param {unknown} value @returns {value is Tree} */
const isTree = (value) => typeof value === 'object' && value !== null && 'type' in value;

/** @param {Tree} tree @returns {Generator<Tree>} */
const each = function* (tree) {
  yield tree;
  for (const value of Object.values(tree)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isTree(child)) yield* each(child);
  }
};

/** @param {any} specifier */
const nameOf = (specifier) => specifier.name ?? specifier.value;

/** Names that a function declares, in its own blocks too. @param {any} tree @returns {Generator<string>} */
const declaredIn = function* (tree) {
  for (const value of Object.values(tree)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isTree(child)) continue;
      const { type, id } = /** @type {any} */ (child);
      if (type === 'VariableDeclarator' || /^(?:Function|Class)Declaration$/.test(type)) yield* namesIn(id);
      if (type === 'CatchClause') yield* namesIn(/** @type {any} */ (child)['param']);
      if (!isFunction(child)) yield* declaredIn(child);
    }
  }
};
/** @param {unknown} pattern @returns {string[]} */
const namesIn = (pattern) =>
  isTree(pattern) ? [...each(pattern)].flatMap((one) => (one.type === 'Identifier' ? [String(one['name'])] : [])) : [];

/** @param {Tree} tree */
const isFunction = (tree) => /^(?:Arrow)?Function(?:Expression|Declaration)?(?:Expression)?$/.test(tree.type);

/**
 * Names of the module that code assigns to, other than by their declaration.
 *
 * @param {any} tree @param {ReadonlySet<string>} hidden @returns {Generator<string>}
 */
const assignedIn = function* (tree, hidden = new Set()) {
  const inner = isFunction(tree) ? new Set([...hidden, ...tree.params.flatMap(namesIn), ...declaredIn(tree)]) : hidden;
  const target =
    tree.type === 'AssignmentExpression' ? tree.left : tree.type === 'UpdateExpression' ? tree.argument : undefined;
  // `a.b = 1` changes no name.
  if (target !== undefined && !/MemberExpression$/.test(target.type)) {
    for (const name of namesIn(target)) if (!inner.has(name)) yield name;
  }
  for (const value of Object.values(tree)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isTree(child)) yield* assignedIn(child, inner);
  }
};

/**
 * @param {string} code of a module, as rolldown prints it: exports in one list
 * @param {string} file the name of the file with the code
 * @param {string} runner the module that has `runCode`, from the module
 * @returns {{ readonly module: string, readonly code: string }}
 */
export const splitCode = (code, file, runner) => {
  const { body } = /** @type {{ body: any[] }} */ (/** @type {unknown} */ (parseAst(code)));
  const imports = body.filter(({ type }) => type === 'ImportDeclaration');
  const [exported, ...more] = body.filter(({ type }) => type.startsWith('Export'));
  if (exported?.type !== 'ExportNamedDeclaration' || exported.source !== null || more.length > 0) {
    throw new Error(`${file}: its exports aren't one list`);
  }
  const isFound = new Set(exported.specifiers.map((/** @type {any} */ { local }) => nameOf(local)));
  /** @type {(readonly [start: number, end: number, text: string])[]} */
  const edits = [...imports, exported].map(({ start, end }) => [start, end, '']);
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration' || statement === exported) continue;
    for (const tree of each(statement)) {
      if (tree.type === 'MetaProperty' && code.slice(tree.start, tree.end) === 'import.meta') {
        if (!code.startsWith('.url', tree.end)) throw new Error(`${file}: of import.meta, the code may use only url`);
        edits.push([tree.start, tree.end + '.url'.length, URL_NAME]);
      }
      if (tree.type === 'ImportExpression') edits.push([tree.start, tree.start + 'import'.length, IMPORT_NAME]);
    }
    // The module exports what the code returns, once.
    for (const name of assignedIn(statement)) {
      if (isFound.has(name)) throw new Error(`${file}: "${name}" is exported, and changes later`);
    }
  }
  let rest = code;
  for (const [start, end, text] of edits.toSorted(([a], [b]) => b - a)) {
    rest = rest.slice(0, start) + text + rest.slice(end);
  }
  const locals = imports.flatMap(({ specifiers }) => specifiers.map((/** @type {any} */ { local }) => local.name));
  const returned = exported.specifiers.map((/** @type {any} */ { local, exported: name }) =>
    nameOf(local) === nameOf(name) ? nameOf(name) : `${nameOf(name)}: ${nameOf(local)}`,
  );
  const names = exported.specifiers.map((/** @type {any} */ { exported: name }) => nameOf(name));
  const lines = imports.map(({ start, end }) => code.slice(start, end));
  return {
    code: `(function (${[...locals, URL_NAME, IMPORT_NAME].join(', ')}) { 'use strict'; ${rest.trim()}\nreturn { ${returned.join(', ')} };\n})\n`,
    module: `// Runs ${file}, and exports what it declares.
${lines.join('\n')}
import { runCode } from "${runner}";
export var { ${names.join(', ')} } = runCode(new URL("./${file}", import.meta.url), [${[...locals, 'import.meta.url', '(name) => import(name)'].join(', ')}]);
`,
  };
};

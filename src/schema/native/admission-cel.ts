import { createRequire } from 'node:module';
import { isBeyondLibrary, rewriteRule } from '../cel/cel-source.js';

const require = createRequire(import.meta.url);

/** The types of CEL, and what its libraries are called by. */
const TYPES: ReadonlySet<string> = new Set(
  (
    'bool bytes double duration int list map null_type optional string timestamp type uint dyn ' +
    'google cel math strings sets base64 ip cidr url quantity semver format base lists optional_type net kubernetes'
  ).split(' '),
);

/** What an expression of a policy or webhook may name. */
const NAMES: ReadonlySet<string> = new Set([
  ...TYPES,
  ...'object oldObject request params namespaceObject authorizer variables Object JSONPatch jsonpatch'.split(' '),
]);

/** Whether the API server could compile an expression, as far as that's certain: its syntax, and the names in it. */
export const isAdmissionCel = (text: string): boolean => {
  if (text.trim() === '' || isConstruction(text)) return true;
  const names = namesOf(text);
  return names?.every((name) => NAMES.has(name)) === true;
};

/** The same of an expression that selects devices. */
export const isDeviceCel = (text: string): boolean =>
  namesOf(text)?.every((name) => name === 'device' || TYPES.has(name)) === true;

/** The same of a rule in the schema of a CRD. */
export const isRuleCel = (text: string): boolean =>
  namesOf(text)?.every((name) => name === 'self' || name === 'oldSelf' || (TYPES.has(name) && !ABSENT.has(name))) ===
  true;

/** Libraries of CEL that rules of CRDs don't have. */
const ABSENT: ReadonlySet<string> = new Set(['cel', 'math', 'base64']);

export const readsOldSelf = (text: string): boolean => namesOf(text)?.includes('oldSelf') === true;

/** Whether an expression reads a policy's parameters. */
export const readsParams = (text: string): boolean =>
  !isConstruction(text) && namesOf(text)?.includes('params') === true;

/** `Object{…}`, which the CEL library here doesn't read. */
const isConstruction = (text: string): boolean => /\b[A-Z]\w*(?:\.\w+)*\s*\{/.test(text);

/** The names that are free in an expression; undefined where it isn't CEL. The library is loaded for the first one. */
const namesOf = (text: string): readonly string[] | undefined => {
  const cel = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  let ast: unknown;
  try {
    const source = rewriteRule(text, false);
    // The library's own environment knows no `.?`, and is there already.
    const isOptional = /[.[]\?|\boptional\b/.test(source);
    ast = (isOptional ? new cel.Environment({ enableOptionalTypes: true }) : cel).parse(source).ast;
  } catch {
    return isBeyondLibrary(text) ? [] : undefined;
  }
  const names: string[] = [];
  const visit = (node: unknown, bound: ReadonlySet<string>): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, bound);
    if (typeof node !== 'object' || node === null || !('op' in node)) return;
    const { op, args } = node as { op: string; args: unknown };
    if (op === 'id') {
      if (typeof args === 'string' && !bound.has(args)) names.push(args);
      return;
    }
    // A macro binds its first arguments where they are names: `all(x, …)`, `transformList(i, x, …)`, `bind(x, …)`.
    const [name, list] = op === 'rcall' ? callOf(args as readonly [string, unknown, readonly unknown[]]) : ['', []];
    visit(args, MACROS.has(name) ? new Set([...bound, ...list.flatMap(nameOf)]) : bound);
  };
  visit(ast, new Set());
  return names;
};

const callOf = ([name, , list]: readonly [string, unknown, readonly unknown[]]): readonly [
  string,
  readonly unknown[],
] => [name, list];

const nameOf = (node: unknown): readonly string[] => {
  const { op, args } = node as { op?: string; args?: unknown };
  return op === 'id' && typeof args === 'string' ? [args] : [];
};

const MACROS: ReadonlySet<string> = new Set(
  'all exists exists_one existsOne map filter transformList transformMap transformMapEntry sortBy bind optMap optFlatMap'.split(
    ' ',
  ),
);

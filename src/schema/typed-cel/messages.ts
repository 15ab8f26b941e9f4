import type { ASTNode, Environment, OverlayContext, TypeDeclaration } from '@marcbachmann/cel-js';
import { isType, type ObjectType, printType, printTypeName } from './cel-type.js';
import { ExpressionFault, Undecided } from './expression-fault.js';

/** The types of objects that an expression may make: `any` has any fields, and of `unknown` nothing is known. */
export type MakeableType = (name: string) => ObjectType | 'any' | 'unknown' | undefined;

/** The function that stands for an object that is written out. */
export const MESSAGE = 'messageOf';

const WRITTEN = /(?<![\w.])\.?\s*([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*\{/;
const FIELD = /^\s*(\??)\s*([A-Za-z_]\w*)\s*:([\s\S]+)$/;

/**
 * `Object.spec{a: 1, ?b: c}` → `messageOf('Object.spec', {'a': 1, 'b': optionalItem(c)})`, which the library parses.
 *
 * @param text literals are placeholders by now
 */
export const rewriteMessages = (text: string): string => {
  const found = WRITTEN.exec(text);
  if (found === null) return text;
  const open = found.index + found[0].length;
  const before = text.slice(0, found.index);
  if (found[1] === 'in') return text.slice(0, open) + rewriteMessages(text.slice(open));
  const parts = partsFrom(text, open);
  const fields = parts?.parts.map((part) => FIELD.exec(part));
  if (parts === undefined || fields?.some((field) => field === null) === true) return text;
  const entries = fields!.map((field) => {
    const value = rewriteMessages(field![3]!.trim());
    return `'${field![2]}': ${field![1] === '?' ? `optionalItem(${value})` : value}`;
  });
  const name = found[1]!.replaceAll(/\s/g, '');
  return `${before}${MESSAGE}('${name}', {${entries.join(', ')}})${rewriteMessages(text.slice(parts.end))}`;
};

/** What stands between commas up to the closing bracket. */
const partsFrom = (
  text: string,
  from: number,
): { readonly parts: readonly string[]; readonly end: number } | undefined => {
  const parts: string[] = [];
  let start = from;
  for (let at = from, depth = 0; at < text.length; at++) {
    const sign = text[at]!;
    if ('([{'.includes(sign)) depth++;
    else if (depth > 0 && ')]}'.includes(sign)) depth--;
    else if (depth === 0 && (sign === ',' || sign === '}')) {
      parts.push(text.slice(start, at));
      start = at + 1;
      if (sign === '}') return { parts: parts.at(-1)!.trim() === '' ? parts.slice(0, -1) : parts, end: at + 1 };
    }
  }
  return undefined;
};

/** The names of the objects that a rewritten expression makes. */
export const messagesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\bmessageOf\('([\w.]+)'/g)].map(([, name]) => name!));

interface Checker {
  check(node: ASTNode, context: OverlayContext): TypeDeclaration;
  getType(name: string): TypeDeclaration;
}

/** Makes the library check the fields of objects, as {@link rewriteMessages} writes them. */
export const registerMessages = (environment: Environment, makeable: MakeableType): void => {
  environment.registerFunction(
    `${MESSAGE}(ast, ast): dyn`,
    ({ args: [name, fields] }: { readonly args: readonly ASTNode[] }) => ({
      evaluate: () => undefined,
      typeCheck: (checker: Checker, _: unknown, context: OverlayContext) =>
        messageType(String(name!.args), fields!, makeable, (node) => checker.check(node, context), checker),
    }),
  );
};

const messageType = (
  name: string,
  fields: ASTNode,
  makeable: MakeableType,
  check: (node: ASTNode) => TypeDeclaration,
  checker: Checker,
): TypeDeclaration => {
  if (name.startsWith('google.protobuf.')) throw new Undecided(`messages of Protocol Buffers aren't known: ${name}`);
  const type = makeable(name);
  if (type === 'unknown') throw new Undecided(`the type of ${name} isn't known`);
  if (type === undefined) throw new ExpressionFault(`makes an object of type "${name}", which there isn't`);
  for (const [key, value] of fields.args as readonly (readonly [ASTNode, ASTNode])[]) {
    const given = check(value);
    if (type === 'any') continue;
    const field = String(key.args);
    if (!Object.hasOwn(type.fields, field)) {
      throw new ExpressionFault(`sets the field "${field}", which ${name} doesn't have`);
    }
    const wanted = type.fields[field]!;
    if (!isType(given, wanted)) {
      throw new ExpressionFault(
        `sets "${field}" to a value of type ${printType(given)}, where ${printTypeName(wanted)} is required`,
      );
    }
  }
  return checker.getType(name);
};

import type { ASTNode, TypeDeclaration } from '@marcbachmann/cel-js';
import { parseWords } from '../cel/parse-words.js';
import { eachNode } from '../cel/parts-of.js';
import { printType } from './cel-type.js';
import { fieldless, namespaces } from './kubernetes-functions.js';
import type { Environment, TypedLibrary } from './typed-library.js';

/** A part of an expression, with the type that the library found. */
export type TypedNode = ASTNode & { readonly checkedType?: TypeDeclaration };

/** What the library throws. */
export interface LibraryError {
  readonly name: string;
  readonly code: string;
  readonly summary: string;
  readonly node?: TypedNode;
}

const wordsOf = (node: unknown): string => {
  const type = (node as TypedNode).checkedType;
  return type === undefined ? 'dyn' : printType(type);
};

/**
 * Why the library refuses an expression, in words that continue `"…rule" …`.
 *
 * @param root undefined where the library can't parse it
 */
export const faultWords = (
  { code, summary, node }: LibraryError,
  root: TypedNode | undefined,
  scope: Environment,
  library: TypedLibrary,
): string => {
  if (root === undefined || node === undefined) return `isn't valid CEL: ${parseWords(summary)}`;
  switch (code) {
    case 'unknown_variable':
      return unknownFunction(root, library) ?? variableWords(String(node.args), scope);
    case 'no_such_key':
    case 'cannot_index_type':
    case 'invalid_index_type':
      return accessWords(node, scope);
    case 'invalid_logical_operand':
    case 'invalid_condition_type':
      return `uses a value of type ${notBool(node)} as a bool`;
    case 'incompatible_ternary_branches': {
      const [, yes, no] = node.args as readonly unknown[];
      return `chooses between values of the types ${wordsOf(yes)} and ${wordsOf(no)}`;
    }
    case 'invalid_comprehension_range':
      return `goes through the items of a value of type ${wordsOf(node)}`;
    case 'no_such_overload':
      return operationWords(node);
    case 'no_matching_overload':
      return callWords(node, library);
    default:
      return `isn't valid CEL: ${summary}`;
  }
};

const variableWords = (name: string, { missing }: Environment): string =>
  missing?.(name) ?? `uses "${name}", which isn't a variable`;

/** The variable of a loop that there isn't is unknown too. */
const unknownFunction = (root: TypedNode, library: TypedLibrary): string | undefined => {
  for (const { op, args } of eachNode(root)) {
    if ((op === 'call' || op === 'rcall') && !library.isFunction(args[0])) return functionWords(args[0]);
  }
  return undefined;
};

const functionWords = (name: string): string => `calls "${name}", which isn't a function`;

const accessWords = (node: TypedNode, scope: Environment): string => {
  const [on, key] = node.args as readonly [TypedNode, string | TypedNode];
  if (typeof key !== 'string') return `reads a value of type ${wordsOf(on)} by a value of type ${wordsOf(key)}`;
  const type = on.checkedType?.kind === 'optional' ? on.checkedType.valueType : on.checkedType;
  return type === undefined ? `reads the field "${key}" of an unknown value` : fieldWords(type, key, scope);
};

const fieldWords = (type: TypeDeclaration, field: string, { objects, missingField }: Environment): string => {
  const object = objects.find(({ name }) => name === type.name);
  if (object === undefined) return `reads the field "${field}" of a value of type ${printType(type)}`;
  return missingField?.(type.name, field) ?? `reads the field "${field}", which ${object.words} doesn't have`;
};

/** Why a type lacks a field, where the library doesn't tell; undefined where it may have it. */
export const lackOfField = (type: TypeDeclaration, field: string, scope: Environment): string | undefined => {
  const object = scope.objects.find(({ name }) => name === type.name);
  const lacks = object === undefined ? fieldless.has(type.name) : !Object.hasOwn(object.fields, field);
  return lacks ? fieldWords(type, field, scope) : undefined;
};

/** The type of the operand that isn't a bool. */
const notBool = (node: TypedNode): string => {
  const operands = node.op === '&&' || node.op === '||' ? node.args : [node];
  const wrong = (operands as readonly TypedNode[]).find(({ checkedType }) => checkedType?.isDynOrBool() === false);
  return wordsOf(wrong ?? node);
};

const operationWords = ({ op, args }: TypedNode): string => {
  if (op === '!_') return `uses a value of type ${wordsOf(args)} as a bool`;
  if (op === '-_') return `has the operation -${wordsOf(args)}, which CEL doesn't have`;
  const [left, right] = args as readonly unknown[];
  return `has the operation ${wordsOf(left)} ${op} ${wordsOf(right)}, which CEL doesn't have`;
};

const callWords = (node: TypedNode, library: TypedLibrary): string => {
  const [name, ...rest] = node.args as readonly [string, ...unknown[]];
  const args = rest.at(-1) as readonly unknown[];
  const given = args.length === 0 ? '' : ` with ${args.map(wordsOf).join(', ')}`;
  if (!library.isFunction(name)) return functionWords(name);
  if (node.op !== 'rcall') return `calls "${name}"${given || ' with nothing'}, which it doesn't take`;
  const receiver = rest[0] as TypedNode;
  const isNamespace =
    receiver.op === 'id' && (receiver.args === 'optional' || Object.hasOwn(namespaces, String(receiver.args)));
  return isNamespace
    ? `calls "${receiver.args}.${name}"${given || ' with nothing'}, which it doesn't take`
    : `calls "${name}" on ${wordsOf(receiver)}${given}, which it doesn't take`;
};

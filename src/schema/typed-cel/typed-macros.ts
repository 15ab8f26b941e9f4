import type { ASTNode, Environment, OverlayContext, TypeDeclaration } from '@marcbachmann/cel-js';
import { printType } from './cel-type.js';
import { ExpressionFault } from './expression-fault.js';

/** What a macro asks of the library while that checks types. */
interface Checker {
  check(node: ASTNode, context: OverlayContext): TypeDeclaration;
  getType(name: string): TypeDeclaration;
}

interface Call {
  readonly args: readonly ASTNode[];
  readonly receiver: ASTNode;
  readonly methodName: string;
}

type TypeOf = (call: Call, checker: Checker, context: OverlayContext) => TypeDeclaration;

/** Loops with two variables, and others that the library lacks: it checks their types, and never evaluates them. */
export const registerTypedMacros = (environment: Environment): void => {
  for (const [signature, typeOf] of MACROS) {
    environment.registerFunction(signature, (call: Call) => ({
      evaluate: () => undefined,
      typeCheck: (checker: Checker, _: unknown, context: OverlayContext) => typeOf(call, checker, context),
    }));
  }
};

const nameOf = ({ args, methodName }: Call, index: number): string => {
  const node = args[index]!;
  if (node.op !== 'id') throw new ExpressionFault(`needs a name as the variable of "${methodName}"`);
  return node.args;
};

const asBool = (type: TypeDeclaration): void => {
  if (type.kind !== 'dyn' && type.name !== 'bool') {
    throw new ExpressionFault(`uses a value of type ${printType(type)} as a bool`);
  }
};

interface Loop {
  readonly range: TypeDeclaration;
  readonly key: TypeDeclaration;
  /** The type of an argument in which the variables are known. */
  inner(index: number): TypeDeclaration;
}

/** A loop over keys and values, or positions and items. */
const loop =
  (result: (loop: Loop, count: number, checker: Checker) => TypeDeclaration): TypeOf =>
  (call, checker, context) => {
    const range = checker.check(call.receiver, context);
    const { kind } = range;
    if (kind !== 'list' && kind !== 'map' && kind !== 'dyn') {
      throw new ExpressionFault(`goes through the items of a value of type ${printType(range)}`);
    }
    const [first, second] = [nameOf(call, 0), nameOf(call, 1)];
    if (first === second) throw new ExpressionFault(`has the variable "${first}" twice in "${call.methodName}"`);
    const key = kind === 'list' ? checker.getType('int') : (range.keyType ?? range);
    const inside = context.forkWithVariable(first, key).forkWithVariable(second, range.valueType ?? range);
    const inner = (index: number) => checker.check(call.args[index]!, inside);
    return result({ range, key, inner }, call.args.length, checker);
  };

const quantifier = loop(({ inner }, _, checker) => {
  asBool(inner(2));
  return checker.getType('bool');
});

/** With four arguments, the third one filters. */
const transform = (made: (loop: Loop, value: TypeDeclaration) => string): TypeOf =>
  loop((one, count, checker) => {
    if (count === 4) asBool(one.inner(2));
    return checker.getType(made(one, one.inner(count - 1)));
  });
const transformList = transform((_, value) => `list<${value.name}>`);
const transformMap = transform(({ key }, value) => `map<${key.name}, ${value.name}>`);
const transformMapEntry = transform((_, entry) => entry.name);

const optionalMap =
  (made: (value: TypeDeclaration) => string): TypeOf =>
  (call, checker, context) => {
    const on = checker.check(call.receiver, context);
    if (on.kind !== 'optional' && on.kind !== 'dyn') {
      throw new ExpressionFault(`calls "${call.methodName}" on ${printType(on)}, which it doesn't take`);
    }
    const inside = context.forkWithVariable(nameOf(call, 0), on.valueType ?? on);
    return checker.getType(made(checker.check(call.args[1]!, inside)));
  };

const sortBy: TypeOf = (call, checker, context) => {
  const on = checker.check(call.receiver, context);
  if (on.kind !== 'list' && on.kind !== 'dyn')
    throw new ExpressionFault('calls "sortBy" on something else than a list');
  checker.check(call.args[1]!, context.forkWithVariable(nameOf(call, 0), on.valueType ?? on));
  return on;
};

/** The library's own takes chains of names only, and doesn't look whether the field is there. */
const has: TypeOf = ({ args: [field] }, checker, context) => {
  if (field!.op !== '.') throw new ExpressionFault('asks has() of something else than a field');
  checker.check(field!, context);
  return checker.getType('bool');
};

const MACROS: readonly (readonly [string, TypeOf])[] = [
  ['hasField(ast): bool', has],
  ...['all', 'exists', 'exists_one', 'existsOne'].map(
    (name) => [`list.${name}(ast, ast, ast): bool`, quantifier] as const,
  ),
  ...['ast, ast, ast', 'ast, ast, ast, ast'].flatMap(
    (args) =>
      [
        [`list.transformList(${args}): list`, transformList],
        [`list.transformMap(${args}): map`, transformMap],
        [`list.transformMapEntry(${args}): map`, transformMapEntry],
      ] as const,
  ),
  ['optional.optMap(ast, ast): optional', optionalMap((value) => `optional<${value.name}>`)],
  ['optional.optFlatMap(ast, ast): optional', optionalMap((value) => value.name)],
  ['list.sortBy(ast, ast): list', sortBy],
];

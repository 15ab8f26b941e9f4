import {
  bool,
  type CelType,
  dyn,
  int,
  isOptional,
  isSameType,
  listType,
  mapType,
  optionalType,
  parameter,
  printType,
  string,
  typeType,
} from './cel-type.js';
import {
  type CallExpression,
  type Expression,
  ExpressionFault,
  type LoopExpression,
  type MapExpression,
  type ObjectExpression,
  Undecided,
} from './expression.js';
import { findMessage, isOfProtobuf, NULL_VALUE } from './messages.js';
import type { Overload, Signatures } from './signatures.js';
import { assign, mostGeneral, type Substitutions, substitute } from './unify.js';

/** What an expression may name. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  /** Functions in addition to those that every expression has. */
  readonly functions?: ReadonlyMap<string, readonly Overload[]>;
  /** The type of objects that an expression may write as `Name{…}`. */
  readonly objectOf?: (name: string) => CelType | undefined;
  /** Why a name isn't there, in words that continue `"…rule" …`; undefined where there is no more to say. */
  readonly missing?: (name: string) => string | undefined;
  /** The same of a field of a variable. */
  readonly missingField?: (of: CelType, field: string) => string | undefined;
}

/** The types of all parts of an expression. */
export interface TypedExpression {
  readonly expression: Expression;
  typeOf(part: Expression): CelType;
  /** The forms of the function that a call may be. */
  overloadsOf(call: CallExpression): readonly Overload[];
  /** The name that a part is; also one with dots in it. */
  nameOf(part: Expression): string | undefined;
  /** Whether the expression reads a variable that isn't one of its own. */
  reads(variable: string): boolean;
}

/** Names of types, which are values too: `type(x) == string`. */
const TYPE_NAMES: ReadonlySet<string> = new Set(
  'bool bytes double int list map null_type string type uint optional_type google.protobuf.Duration google.protobuf.Timestamp'.split(
    ' ',
  ),
);

/**
 * Finds the types of an expression as cel-go's checker does.
 *
 * @throws ExpressionFault for the first part that isn't well typed
 */
export const checkTypes = (
  expression: Expression,
  environment: Environment,
  signatures: Signatures,
): TypedExpression => {
  let known: Substitutions = new Map();
  let free = 0;
  const types = new Map<Expression, CelType>();
  const forms = new Map<CallExpression, readonly Overload[]>();
  const read = new Set<string>();
  const names = new Map<Expression, string>();
  const locals = new Map<string, CelType[]>();

  const freeType = (): CelType => parameter(`_${free++}`);
  const now = (type: CelType): CelType => substitute(known, type);
  const isAssignable = (from: readonly CelType[], to: readonly CelType[]): boolean => {
    const next = assign(known, from, to);
    if (next !== undefined) known = next;
    return next !== undefined;
  };
  const words = (type: CelType): string => printType(substitute(known, type, true));

  const findName = (name: string): CelType | undefined => {
    const local = locals.get(name)?.at(-1);
    if (local !== undefined) return local;
    const variable = environment.variables.get(name);
    if (variable !== undefined) {
      read.add(name);
      return variable;
    }
    if (name === NULL_VALUE) return int;
    if (isOfProtobuf(name) && !TYPE_NAMES.has(name)) return dyn;
    const object = environment.objectOf?.(name);
    return object !== undefined ? typeType(object) : TYPE_NAMES.has(name) ? typeType(dyn) : undefined;
  };
  const findFunction = (name: string): readonly Overload[] | undefined =>
    signatures(name) ?? environment.functions?.get(name);

  const within = <T>(variables: readonly (readonly [string, CelType])[], run: () => T): T => {
    for (const [name, type] of variables) locals.set(name, [...(locals.get(name) ?? []), type]);
    const made = run();
    for (const [name] of variables) locals.get(name)!.pop();
    return made;
  };

  const check = (part: Expression): CelType => {
    const type = typeOfPart(part);
    types.set(part, type);
    return type;
  };

  const typeOfPart = (part: Expression): CelType => {
    switch (part.kind) {
      case 'literal':
        return { kind: 'scalar', name: part.type, parameters: [] };
      case 'name': {
        const name = part.name.replace(/^\./, '');
        const found = findName(name);
        if (found === undefined) {
          throw new ExpressionFault(environment.missing?.(name) ?? `uses "${name}", which isn't a variable`);
        }
        return found;
      }
      case 'select': {
        const qualified = part.isTest ? undefined : qualifiedName(part);
        const variable = qualified === undefined ? undefined : findName(qualified);
        if (variable !== undefined) {
          names.set(part, qualified!);
          return variable;
        }
        const field = fieldType(part.on, part.field, false);
        return part.isTest ? bool : now(field);
      }
      case 'call':
        return callType(part);
      case 'list': {
        let item: CelType | undefined;
        for (const { value, isOptional: mayLack } of part.items) item = joined(item, itemType(value, mayLack));
        return listType(item ?? freeType());
      }
      case 'map':
        return mapLiteralType(part);
      case 'object':
        return madeType(part);
      case 'loop':
        return loopType(part);
    }
  };

  const madeType = (part: ObjectExpression): CelType => {
    const name = part.name.replace(/^\./, '');
    const message = findMessage(name);
    const found = message === undefined ? findName(name) : undefined;
    if (message === undefined && (found === undefined || isOfProtobuf(name))) {
      throw new ExpressionFault(`makes an object of type "${name}", which there isn't`);
    }
    const object = found?.kind === 'type' ? found.parameters[0]! : undefined;
    if (message === undefined && found!.kind !== 'dyn' && object?.kind !== 'object') {
      throw new ExpressionFault(`makes an object of "${name}", which isn't a type of objects`);
    }
    const fields = message?.fields ?? object?.fields;
    const isOpen = message === undefined && (object === undefined || object.isOpen === true);
    for (const { name: field, value, isOptional: mayLack } of part.fields) {
      const type = itemType(value, mayLack);
      const wanted = isOpen ? dyn : fields?.get(field);
      if (wanted === undefined) throw new ExpressionFault(`sets the field "${field}", which ${name} doesn't have`);
      if (!isAssignable([wanted], [type])) {
        throw new ExpressionFault(
          `sets "${field}" to a value of type ${words(type)}, where ${words(wanted)} is required`,
        );
      }
    }
    if (message !== undefined && message.type === undefined) {
      throw new Undecided(`a message of type ${name} may stand for null`);
    }
    return message?.type ?? object ?? dyn;
  };

  /** The type of a value in a list, map or object; with `?` in front, of what the optional holds. */
  const itemType = (value: Expression, mayLack: boolean): CelType => {
    const type = check(value);
    if (!mayLack) return type;
    if (isOptional(type)) return type.parameters[0]!;
    if (type.kind !== 'dyn')
      throw new ExpressionFault(`has "?" before a value of type ${words(type)}, which isn't optional`);
    return type;
  };

  const joined = (before: CelType | undefined, type: CelType): CelType => {
    if (before === undefined) return type;
    // A mixture is refused later, unless a function takes it.
    if (!isAssignable([before], [type])) return dyn;
    return mostGeneral(before, type);
  };

  const mapLiteralType = ({ entries }: MapExpression): CelType => {
    let key: CelType | undefined;
    let value: CelType | undefined;
    for (const entry of entries) {
      key = joined(key, check(entry.key));
      value = joined(value, itemType(entry.value, entry.isOptional));
    }
    return mapType(key ?? freeType(), value ?? freeType());
  };

  const fieldType = (on: Expression, field: string, wantsOptional: boolean): CelType => {
    const operand = now(check(on));
    const isWrapped = isOptional(operand);
    const type = fieldOf(isWrapped ? operand.parameters[0]! : operand, field);
    return isWrapped || wantsOptional ? optionalType(type) : type;
  };

  const fieldOf = (type: CelType, field: string): CelType => {
    switch (type.kind) {
      case 'map':
        return type.parameters[1]!;
      case 'object': {
        const found = type.isOpen === true ? dyn : (type.fields?.get(field) ?? type.fields?.get(`__${field}__`));
        if (found !== undefined) return found;
        throw new ExpressionFault(
          environment.missingField?.(type, field) ??
            `reads the field "${field}", which ${type.words ?? 'the object'} doesn't have`,
        );
      }
      case 'parameter':
        isAssignable([dyn], [type]);
        return dyn;
      case 'dyn':
        return dyn;
      default:
        throw new ExpressionFault(`reads the field "${field}" of a value of type ${words(type)}`);
    }
  };

  const callType = (call: CallExpression): CelType => {
    const { name, args, target } = call;
    if (name === '_?._') {
      const [on, field] = args as readonly [Expression, Expression & { readonly value: string }];
      forms.set(call, [OPTIONAL_FIELD]);
      return now(fieldType(on, field.value, true));
    }
    const prefix = target && qualifiedName(target);
    const namespaced = prefix === undefined ? undefined : findFunction(`${prefix}.${name}`);
    const found = namespaced ?? findFunction(name);
    if (found === undefined) throw new ExpressionFault(`calls "${name}", which isn't a function`);
    for (const arg of args) check(arg);
    if (namespaced !== undefined) return resolve(call, namespaced, undefined);
    if (target !== undefined) check(target);
    return resolve(call, found, target);
  };

  const resolve = (call: CallExpression, all: readonly Overload[], target: Expression | undefined): CelType => {
    const { name } = all[0]!;
    const given = [...(target === undefined ? [] : [target]), ...call.args].map((one) => types.get(one)!);
    if (name === '_&&_' || name === '_||_') {
      for (const type of given) {
        if (!isAssignable([type], [bool])) throw new ExpressionFault(`uses a value of type ${words(type)} as a bool`);
      }
      forms.set(call, all);
      return bool;
    }
    const fitting: Overload[] = [];
    let result: CelType | undefined;
    for (const one of all) {
      if (one.isMember !== (target !== undefined)) continue;
      const fresh = new Map(one.parameters.map((each) => [each, freeType()]));
      if (
        !isAssignable(
          given,
          one.takes.map((each) => substitute(fresh, each)),
        )
      )
        continue;
      fitting.push(one);
      const gives = now(substitute(fresh, one.gives));
      if (result === undefined) result = gives;
      else if (result.kind !== 'dyn' && !isSameType(result, gives)) result = dyn;
    }
    if (result === undefined) throw new ExpressionFault(lackWords(name, given.map(words), target !== undefined));
    forms.set(call, fitting);
    return result;
  };

  const loopType = (loop: LoopExpression): CelType => {
    check(loop.range);
    const start = check(loop.start);
    return within([[loop.accumulator, start]], () => {
      const variables = loopVariables(loop, now(types.get(loop.range)!));
      within(variables, () => {
        const condition = check(loop.condition);
        if (!isAssignable([bool], [condition]))
          throw new ExpressionFault(`uses a value of type ${words(condition)} as a bool`);
        const step = check(loop.step);
        if (!isAssignable([start], [step])) {
          throw new ExpressionFault(`collects a value of type ${words(step)} in one of type ${words(start)}`);
        }
      });
      return now(check(loop.result));
    });
  };

  const loopVariables = (loop: LoopExpression, range: CelType): readonly (readonly [string, CelType])[] => {
    const of = (first: CelType, second: CelType): readonly (readonly [string, CelType])[] => [
      [loop.variable, first],
      ...(loop.second === undefined ? [] : [[loop.second, second] as const]),
    ];
    const [first, second] = range.parameters;
    switch (range.kind) {
      case 'list':
        return loop.second === undefined ? of(first!, first!) : of(int, first!);
      case 'map':
        return of(first!, second!);
      case 'dyn':
      case 'parameter':
        isAssignable([dyn], [range]);
        return of(dyn, dyn);
      default:
        throw new ExpressionFault(`goes through the items of a value of type ${words(range)}`);
    }
  };

  check(expression);
  return {
    expression,
    typeOf: (part) => substitute(known, types.get(part) ?? dyn, true),
    overloadsOf: (call) => forms.get(call) ?? [],
    nameOf: (part) => (part.kind === 'name' ? part.name.replace(/^\./, '') : names.get(part)),
    reads: (variable) => read.has(variable),
  };
};

const OPTIONAL_FIELD: Overload = {
  name: '_?._',
  isMember: false,
  takes: [dyn, string],
  gives: optionalType(dyn),
  parameters: [],
};

/** `a.b.c` of names alone. */
const qualifiedName = (expression: Expression): string | undefined => {
  if (expression.kind === 'name') return expression.name.replace(/^\./, '');
  if (expression.kind !== 'select' || expression.isTest) return undefined;
  const on = qualifiedName(expression.on);
  return on === undefined ? undefined : `${on}.${expression.field}`;
};

const lackWords = (name: string, [first, second, ...rest]: readonly string[], isMember: boolean): string => {
  const operator = /^_?(.+?)_?$/.exec(name)![1]!;
  if (name === '_?_:_') {
    return first === 'bool' || first === 'dyn'
      ? `chooses between values of the types ${second} and ${rest[0]}`
      : `uses a value of type ${first} as a bool`;
  }
  if (name === '_[_]' || name === '_[?_]') return `reads a value of type ${first} by a value of type ${second}`;
  if (name === '!_') return `uses a value of type ${first} as a bool`;
  if (name === '-_') return `has the operation -${first}, which CEL doesn't have`;
  if (name === '@in') return `has the operation ${first} in ${second}, which CEL doesn't have`;
  if (/^_.+_$/.test(name)) return `has the operation ${first} ${operator} ${second}, which CEL doesn't have`;
  const args = [first, second, ...rest].filter((one) => one !== undefined);
  if (isMember) {
    return `calls "${name}" on ${first}${args.length === 1 ? '' : ` with ${args.slice(1).join(', ')}`}, which it doesn't take`;
  }
  return `calls "${name}" ${args.length === 0 ? 'with nothing' : `with ${args.join(', ')}`}, which it doesn't take`;
};

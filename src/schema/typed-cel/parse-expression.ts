import {
  callOf,
  type Expression,
  ExpressionFault,
  type FieldEntry,
  type ListExpression,
  listOf,
  literalOf,
  type MapExpression,
  mapOf,
  nameOf,
  objectOf,
  selectOf,
  Undecided,
} from './expression.js';
import { expandMacro } from './macros.js';
import { type Token, tokensOf } from './tokens.js';

/** Words that no variable may have as its name; a field may. */
const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

const RELATIONS: ReadonlySet<string> = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);

/** How deep brackets may stand in each other before an expression isn't judged. */
const DEEPEST = 200;

/**
 * Reads an expression as cel-go does, macros included.
 * https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
 *
 * @throws ExpressionFault for what CEL doesn't read
 * @throws Undecided for an expression that is nested too deeply
 */
export const parseExpression = (source: string): Expression => {
  const tokens = tokensOf(source);
  let at = 0;
  let open = 0;

  const here = (): Token => tokens[at]!;
  const isSign = (text: string): boolean => here().kind === 'sign' && here().text === text;
  const take = (text: string): boolean => {
    if (!isSign(text)) return false;
    at++;
    return true;
  };
  const unexpected = (): never => {
    const { kind, text } = here();
    throw new ExpressionFault(
      kind === 'end' ? 'ends where CEL expects more' : `has ${JSON.stringify(text)} where CEL expects something else`,
    );
  };
  const expect = (text: string): void => {
    if (!take(text)) unexpected();
  };
  const takeName = (): string => {
    if (here().kind !== 'name') unexpected();
    return tokens[at++]!.text;
  };
  const call = (name: string, args: readonly Expression[], target?: Expression): Expression =>
    expandMacro(name, args, target) ?? callOf(name, args, target);

  const expression = (): Expression => {
    if (++open > DEEPEST) throw new Undecided();
    const test = disjunction();
    let made = test;
    if (take('?')) {
      const yes = disjunction();
      expect(':');
      made = callOf('_?_:_', [test, yes, expression()]);
    }
    open--;
    return made;
  };
  const chain = (sign: string, operator: string, term: () => Expression) => (): Expression => {
    const terms = [term()];
    while (take(sign)) terms.push(term());
    return balanced(operator, terms);
  };
  const conjunction = chain('&&', '_&&_', () => relation());
  const disjunction = chain('||', '_||_', conjunction);
  const relation = (): Expression => {
    let left = sum();
    while (here().kind === 'sign' && RELATIONS.has(here().text)) {
      const { text } = tokens[at++]!;
      left = callOf(text === 'in' ? '@in' : `_${text}_`, [left, sum()]);
    }
    return left;
  };
  const leftToRight = (signs: readonly string[], term: () => Expression) => (): Expression => {
    let left = term();
    while (here().kind === 'sign' && signs.includes(here().text)) {
      const { text } = tokens[at++]!;
      left = callOf(`_${text}_`, [left, term()]);
    }
    return left;
  };
  const product = leftToRight(['*', '/', '%'], () => unary());
  const sum = leftToRight(['+', '-'], product);
  const unary = (): Expression => {
    let count = 0;
    while (take('!')) count++;
    if (count > 0) return count % 2 === 0 ? member() : callOf('!_', [member()]);
    while (take('-')) count++;
    const number = here().literal?.type;
    if (count === 1 && (number === 'int' || number === 'double')) return member(true);
    return count % 2 === 0 ? member() : callOf('-_', [member()]);
  };

  const member = (isNegative = false): Expression => {
    let on = primary(isNegative);
    for (;;) {
      if (take('.')) {
        const isOptional = take('?');
        const field = takeName();
        if (isOptional) on = callOf('_?._', [on, literalOf('string', field)]);
        else if (take('(')) on = call(field, argumentList(), on);
        else on = selectOf(on, field);
      } else if (take('[')) {
        const isOptional = take('?');
        const index = expression();
        expect(']');
        on = callOf(isOptional ? '_[?_]' : '_[_]', [on, index]);
      } else return on;
    }
  };

  const argumentList = (): readonly Expression[] => {
    const args: Expression[] = [];
    if (take(')')) return args;
    do args.push(expression());
    while (take(','));
    expect(')');
    return args;
  };

  /** Items up to a closing bracket, with or without a comma at their end. */
  const itemsUpTo = <T>(close: string, item: () => T): readonly T[] => {
    const items: T[] = [];
    if (take(',')) {
      expect(close);
      return items;
    }
    while (!take(close)) {
      items.push(item());
      if (take(',')) continue;
      expect(close);
      break;
    }
    return items;
  };
  const listItem = (): ListExpression['items'][number] => {
    const isOptional = take('?');
    return { value: expression(), isOptional };
  };
  const mapEntry = (): MapExpression['entries'][number] => {
    const isOptional = take('?');
    const key = expression();
    expect(':');
    return { key, value: expression(), isOptional };
  };
  const fieldEntry = (): FieldEntry => {
    const isOptional = take('?');
    const name = takeName();
    expect(':');
    return { name, value: expression(), isOptional };
  };

  /** `Object.spec{`: how many names stand before the bracket; 0 for what isn't an object. */
  const namesBeforeBrace = (): number => {
    let end = at;
    for (let count = 1; tokens[end]!.kind === 'name'; count++) {
      const { kind, text } = tokens[++end]!;
      if (kind !== 'sign') return 0;
      if (text === '{') return count;
      if (text !== '.') return 0;
      end++;
    }
    return 0;
  };

  const primary = (isNegative: boolean): Expression => {
    const { kind, literal } = here();
    if (literal !== undefined) {
      at++;
      const { type, value } = literal;
      if (type === 'int') return wholeNumber(value as bigint, isNegative);
      return literalOf(type, isNegative ? -(value as number) : value);
    }
    if (take('(')) {
      const inner = expression();
      expect(')');
      return inner;
    }
    if (take('[')) return listOf(itemsUpTo(']', listItem));
    if (take('{')) return mapOf(itemsUpTo('}', mapEntry));
    const isAbsolute = kind === 'sign' && take('.');
    const count = namesBeforeBrace();
    if (count > 0) {
      const names = [takeName()];
      while (take('.')) names.push(takeName());
      expect('{');
      return objectOf(names.join('.'), itemsUpTo('}', fieldEntry));
    }
    const name = takeName();
    if (RESERVED.has(name)) throw new ExpressionFault(`uses "${name}" as a name, which CEL reserves`);
    // A dot in front says that no local variable is meant; Kubernetes has no containers of names.
    if (take('(')) return isAbsolute ? callOf(name, argumentList()) : call(name, argumentList());
    return nameOf(isAbsolute ? `.${name}` : name);
  };

  const made = expression();
  if (here().kind !== 'end') unexpected();
  return made;
};

const wholeNumber = (value: bigint, isNegative: boolean): Expression => {
  if (!isNegative && value === 2n ** 63n) {
    throw new ExpressionFault(`has the number ${value}, which is too large for a whole number`);
  }
  return literalOf('int', isNegative ? -value : value);
};

/** A chain of `&&` or `||` as a tree as flat as can be, as cel-go has it. */
const balanced = (operator: string, terms: readonly Expression[]): Expression => {
  if (terms.length === 1) return terms[0]!;
  const middle = Math.ceil(terms.length / 2);
  return callOf(operator, [balanced(operator, terms.slice(0, middle)), balanced(operator, terms.slice(middle))]);
};

import { type Expression, ExpressionFault, Undecided } from '../typed-cel/expression.js';
import { parseExpression } from '../typed-cel/parse-expression.js';

/** The types of CEL, and what its libraries are called by. */
const TYPES: ReadonlySet<string> = new Set(
  (
    'bool bytes double duration int list map null_type optional string timestamp type uint dyn ' +
    'google cel math strings sets base64 ip cidr url quantity semver format base lists optional_type net kubernetes'
  ).split(' '),
);

/**
 * Whether the API server could compile an expression that selects devices, as far as that's certain: its syntax, and the
 * names in it.
 */
export const isDeviceCel = (text: string): boolean => {
  try {
    return freeNames(parseExpression(text), new Set()).every((name) => name === 'device' || TYPES.has(name));
  } catch (error) {
    if (error instanceof Undecided) return true;
    if (error instanceof ExpressionFault) return false;
    throw error;
  }
};

/** The names of an expression that nothing in it declares. */
const freeNames = (part: Expression, bound: ReadonlySet<string>): readonly string[] => {
  const all = (parts: readonly Expression[], names = bound): readonly string[] =>
    parts.flatMap((one) => freeNames(one, names));
  switch (part.kind) {
    case 'literal':
      return [];
    case 'name': {
      const name = part.name.replace(/^\./, '');
      return bound.has(name) || name.startsWith('@') ? [] : [name];
    }
    case 'select':
      return all([part.on]);
    case 'call': {
      const [name] = part.args;
      // cel.bind(name, value, expression)
      const isBinding = part.name === 'bind' && name?.kind === 'name';
      const inner = isBinding ? new Set([...bound, name.name]) : bound;
      return [...all(part.target === undefined ? [] : [part.target]), ...all(part.args, inner)];
    }
    case 'list':
      return all(part.items.map(({ value }) => value));
    case 'map':
      return all(part.entries.flatMap(({ key, value }) => [key, value]));
    case 'object':
      return all(part.fields.map(({ value }) => value));
    case 'loop': {
      const inner = new Set([
        ...bound,
        part.accumulator,
        part.variable,
        ...(part.second === undefined ? [] : [part.second]),
      ]);
      return [...all([part.range, part.start]), ...all([part.condition, part.step, part.result], inner)];
    }
  }
};

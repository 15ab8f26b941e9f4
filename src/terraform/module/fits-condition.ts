import { type JsonSchema, patternsOf } from '../../contract/index.js';
import { binary, call, type Expression, forEach, literal, member, name, not, plain, string } from '../hcl/node.js';
import { re2Pattern } from './re2-pattern.js';

const no = literal(false);
const nothing = literal(null);

/** Left out, or null: for Terraform that is the same. */
export const isLeftOut = (at: Expression): Expression => binary('==', call('try', at, nothing), nothing);

/** The function that leaves a value of its type as it is, and changes every other one. */
const conversion = { string: 'tostring', number: 'tonumber', integer: 'tonumber', boolean: 'tobool' } as const;

/**
 * Whether the value at a place fits its schema and is not null, as an expression that never fails, and that is
 * unknown only where the value is. `==` tells 5 from "5", where the conversion alone would let both pass.
 *
 * Terraform 1.5 leaves `try()` and `can()` undecided if anything in a traversal inside them is unknown, so each holds
 * one leaf, never what is around it.
 */
export const fitsCondition = (schema: JsonSchema, at: Expression, depth = 0): Expression => {
  switch (schema.type) {
    case 'object':
      return binary(
        '&&',
        call('can', call('keys', at)),
        ...Object.entries(schema.properties ?? {}).map(([key, property]) => {
          const inside = member(at, key);
          const fits = fitsCondition(property, inside, depth);
          return (schema.required ?? []).includes(key) ? fits : binary('||', isLeftOut(inside), fits);
        }),
      );
    case 'array': {
      const item = depth === 0 ? 'one' : `one${depth + 1}`;
      const each = schema.items === undefined ? literal(true) : fitsCondition(schema.items, name(item), depth + 1);
      return binary(
        '&&',
        call('try', call('alltrue', forEach({ names: [item], in: at, value: each })), no),
        // A `for` reads an object too.
        not(call('can', call('keys', at))),
      );
    }
    default: {
      const isOfType =
        schema.type === undefined ? [] : [call('try', binary('==', at, call(conversion[schema.type], at)), no)];
      const limits = limitsOf(schema).map((limit) => call('try', limit(at), no));
      const rest =
        schema.enum !== undefined
          ? [call('try', call('contains', plain(schema.enum), at), no)]
          : patternsOf(schema).map((pattern) => call('can', call('regex', string(re2Pattern(pattern)), at)));
      // null equals tostring(null); a pattern or an enum refuses it, else this must.
      const isThere = rest.length > 0 ? [] : [binary('!=', call('try', at, nothing), nothing)];
      return binary('&&', ...isOfType, ...limits, ...rest, ...isThere);
    }
  }
};

/** What must hold of a number: that it is whole, and within its bounds. */
const limitsOf = ({ type, minimum, maximum }: JsonSchema): readonly ((at: Expression) => Expression)[] => [
  ...(type === 'integer' ? [isWhole] : []),
  ...(minimum === undefined ? [] : [(at: Expression) => binary('>=', at, literal(minimum))]),
  ...(maximum === undefined ? [] : [(at: Expression) => binary('<=', at, literal(maximum))]),
];

/** Above that, readers of floats take it for a neighbor, which zod and the check of a contract refuse too. */
const isWhole = (at: Expression): Expression =>
  binary('&&', binary('==', call('floor', at), at), binary('<=', call('abs', at), literal(Number.MAX_SAFE_INTEGER)));

import {
  type ContractProperty,
  type ContractSecret,
  type ContractVar,
  isNumeric,
  type JsonSchema,
  matches,
  narrowBounds,
  patternsOf,
  withPatterns,
} from '../contract/index.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { secretConflict, varConflict } from './diagnostics.js';

/** Both schemas at once: all patterns apply, an enum keeps the values that both have; undefined where none fits both. */
const mergeSchemas = (a: JsonSchema, b: JsonSchema): JsonSchema | undefined => {
  if (a.type !== b.type && !(isNumeric(a) && isNumeric(b))) return undefined;
  // A whole number for one of the two is one for both.
  const type = a.type === b.type ? a.type : 'integer';
  const { pattern: _p, allOf: _all, enum: _e, examples: _ex, minimum: _min, maximum: _max, ...about } = { ...b, ...a };
  // All are kept until every declarer is known: the last one's may be the only that fits.
  const examples = [...(a.examples ?? []), ...(b.examples ?? [])];
  const shared =
    a.enum === undefined ? b.enum : b.enum === undefined ? a.enum : a.enum.filter((value) => b.enum!.includes(value));
  const common = type === 'integer' ? shared?.filter(Number.isInteger) : shared;
  if (common !== undefined && common.length === 0) return undefined;
  const bounds = narrowBounds(a, b);
  if (bounds.minimum !== undefined && bounds.maximum !== undefined && bounds.minimum > bounds.maximum) return undefined;
  return {
    ...about,
    ...(type === undefined ? {} : { type }),
    ...bounds,
    ...withPatterns([...patternsOf(a), ...patternsOf(b)]),
    ...(common === undefined ? {} : { enum: common }),
    ...(examples.length === 0 ? {} : { examples: [...new Set(examples)] }),
  };
};

/** A merged schema with those examples alone that it takes itself; undefined where none is left of a text's. */
export const settleExamples = (schema: JsonSchema): JsonSchema | undefined => {
  const { examples = [], ...rest } = schema;
  const fitting = examples.filter((example) => matches(rest, example));
  if (fitting.length > 0) return { ...rest, examples: fitting };
  // Of an enum, its first value is one; of a text with patterns no one can make one up.
  return patternsOf(rest).length > 0 && rest.enum === undefined && rest.default === undefined ? undefined : rest;
};

const names = (list: readonly string[]): string => list.map((one) => `"${one}"`).join(', ');

/** A Terraform state, in words. */
const stateTitle = (state: string | undefined): string =>
  state === undefined ? 'the main Terraform state' : `the state "${state}"`;

/** One var that two addons declare: all patterns apply, required wins over defaulted. */
export const mergeVar = (
  name: string,
  before: ContractVar,
  next: ContractVar,
  report: (problem: Diagnostic) => void,
): ContractVar => {
  const by = [...before.declaredBy, ...next.declaredBy];
  if (before.from !== next.from) {
    report(
      diagnose(varConflict, {
        message: `the var '${name}' is asked of ${stateTitle(before.from)} and of ${stateTitle(next.from)}, by addons ${names(by)}`,
        at: { addon: next.declaredBy[0]!, path: `infra.vars.${name}` },
        fix: "name one state in both: .meta({ from: 'network' }); or in none, for the main one",
      }),
    );
  }
  const at = { addon: next.declaredBy[0]!, path: `infra.vars.${name}` };
  const schema = mergeSchemas(before.schema, next.schema);
  if (schema === undefined) {
    const why =
      before.schema.type === next.schema.type
        ? 'with enums that share no value'
        : `as ${before.schema.type} and as ${next.schema.type}`;
    report(
      diagnose(varConflict, {
        message: `the var '${name}' is declared ${why}, by addons ${names(by)}`,
        at,
        fix: 'declare it alike in both, or give one of them a name of its own',
      }),
    );
    return { ...before, declaredBy: by };
  }
  const [first, second] = [before.schema.default, next.schema.default];
  if (first !== undefined && second !== undefined && first !== second) {
    report(
      diagnose(varConflict, {
        message: `the var '${name}' has two defaults, ${JSON.stringify(first)} and ${JSON.stringify(second)}, in addons ${names(by)}`,
        at,
        fix: 'give both the same default, or let Terraform give the value',
      }),
    );
  }
  const required = before.required || next.required;
  const { default: _default, ...withoutDefault } = schema;
  return {
    schema: required ? withoutDefault : schema,
    required,
    ...(before.from === undefined ? {} : { from: before.from }),
    declaredBy: by,
    readBy: before.readBy,
  };
};

/** What two addons that share a remote secret must agree on. */
export const findSecretConflict = (
  name: string,
  before: ContractSecret,
  next: { readonly key: string; readonly managedBy: ContractSecret['managedBy'] },
  addon: string,
): Diagnostic | undefined => {
  if (before.key === next.key && before.managedBy === next.managedBy) return undefined;
  const what =
    before.key === next.key
      ? `managers, ${before.managedBy} and ${next.managedBy}`
      : `keys, ${before.key} and ${next.key}`;
  return diagnose(secretConflict, {
    message: `the remote secret "${name}" has two ${what}, in addons ${names([...before.declaredBy, addon])}`,
    at: { addon, path: `infra.secrets.${name}` },
    fix: 'declare it alike in both, or give one of them a name of its own',
  });
};

export const mergeProperty = (
  path: string,
  before: ContractProperty,
  next: ContractProperty,
  addon: string,
  report: (problem: Diagnostic) => void,
): ContractProperty => {
  const schema = mergeSchemas(before.schema, next.schema);
  if (schema === undefined) {
    report(
      diagnose(secretConflict, {
        message: `the secret property ${path} is declared with types that share no value`,
        at: { addon, path: `infra.secrets.${path}` },
        fix: 'declare it alike in both addons',
      }),
    );
  }
  return { schema: schema ?? before.schema, readBy: before.readBy };
};

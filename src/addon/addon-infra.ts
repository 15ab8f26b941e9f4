import { expectedWords, type JsonSchema, type MismatchKind, mismatches } from '../contract/index.js';
import { type Diagnostic, diagnose, suggest } from '../diagnostics/index.js';
import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, printPath } from '../json/json-path.js';
import type { VarLiterals } from './build-addon.js';
import { badOption } from './diagnostics.js';
import type { AddonInputs } from './inspection.js';

/** What Terraform would give an addon, as literals. */
export interface AddonInfra {
  /** Each var, those that have one with their default. */
  readonly vars: VarLiterals;
  /** By release, one for each that the addon declares values for. */
  readonly values: Readonly<Record<string, object>>;
  readonly problems: readonly Diagnostic[];
}

const schemasOf = (inputs: AddonInputs['vars']): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries([...inputs].map(([name, { schema }]) => [name, schema]));

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const sentences: Readonly<Record<MismatchKind, string>> = {
  required: 'is missing',
  'unknown-key': 'is not declared',
  type: 'does not fit',
  'inexact-number': 'does not arrive as it is',
  enum: 'does not fit',
  bound: 'does not fit',
  pattern: 'does not fit',
};

/** The literals that stand for an addon's infra inputs in a plain cdk8s chart. A value is never shown. */
export const readAddonInfra = (addon: string, inputs: AddonInputs, given: unknown): AddonInfra => {
  const infra = fieldsOf(given);
  // A release whose values may all be left out still reads its ConfigMap.
  const none = Object.fromEntries([...inputs.values.keys()].map((release) => [release, {}]));
  const values = isObject(infra['values']) ? { ...none, ...infra['values'] } : (infra['values'] ?? none);
  const required = [...inputs.vars].filter(([, { optional }]) => !optional).map(([name]) => name);
  const schema = objectOf({
    vars: objectOf(schemasOf(inputs.vars), required),
    values: objectOf(schemasOf(inputs.values)),
  });
  const found = mismatches(schema, isObject(given) ? { vars: {}, ...infra, values } : given);
  const declared = ([channel]: JsonPath): Iterable<string> =>
    channel === 'vars' ? inputs.vars.keys() : channel === 'values' ? inputs.values.keys() : [];
  const problems = found.map((mismatch) => {
    const { path, kind } = mismatch;
    const expected = expectedWords(mismatch);
    const whole = printPath(['infra', ...path]);
    const takeOut =
      path.length === 2
        ? `take it out; ${suggest(String(path[1]), declared(path))}`
        : `take it out; there is ${expected}`;
    return diagnose(badOption, {
      message: `${whole} of addon "${addon}" ${sentences[kind]}`,
      at: { addon, path: whole },
      fix: kind === 'unknown-key' ? takeOut : `give ${expected}`,
    });
  });
  const defaults = Object.fromEntries(
    [...inputs.vars].flatMap(
      ([
        name,
        {
          schema: { default: value },
        },
      ]) => (value === undefined ? [] : [[name, value]]),
    ),
  );
  return {
    vars: { ...defaults, ...(infra['vars'] as VarLiterals | undefined) },
    values: values as AddonInfra['values'],
    problems,
  };
};

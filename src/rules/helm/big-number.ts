import type { JsonSchema } from '../../contract/index.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { joinPath } from '../../json/json-path.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const bigNumber = defineDiagnostic({
  code: 'FX618',
  name: 'big-number',
  severity: 'warning',
  summary: "A number of a release's values is a million or more: templates print it as 1e+06.",
  page: {
    example: 'values: { account: 123456789012 }   // printed as 1.23456789012e+11',
    right: 'values: { account: "123456789012" }',
  },
  exceptable: true,
});

/** From this number on, Go's templates print numbers from YAML with an exponent. */
const LIMIT = 1_000_000;

/** Helm reads every number as a float: templates print 1000000 as 1e+06, and an account id as 1.23456789012e+11. */
export const bigNumberRule = defineRule([bigNumber], (state, report, { index }) => {
  for (const object of index.byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []) {
    const visit = (node: unknown, path: string): void => {
      if (typeof node === 'number' && Math.abs(node) >= LIMIT) {
        report(
          diagnose(bigNumber, {
            message: `the value ${node} at "${path}" is printed with an exponent by a template that does not use \`int\``,
            at: placeIn(object, path),
            fix: `give it as text, '${node}', where the chart takes that${object.addon === undefined ? '' : `; otherwise write cluster.except('${bigNumber.code}', { object: '${object.title}', reason: '…' })`}`,
          }),
        );
      } else if (Array.isArray(node)) {
        for (const [index, item] of node.entries()) visit(item, joinPath(path, index));
      } else if (isObject(node)) {
        for (const [key, member] of Object.entries(node)) visit(member, joinPath(path, key));
      }
    };
    visit(specOf(object)['values'], 'spec.values');
  }
  // Only examples, defaults and lists of values of Terraform's inputs are known.
  for (const { name, declared } of state.units) {
    for (const [release, { schema }] of declared?.built.inputs.values ?? []) {
      for (const [path, value] of bigInputs(schema, `infra.values.${release}`)) {
        report(
          diagnose(bigNumber, {
            message: `the input "${path}" may be ${value}, which is printed with an exponent by a template that does not use \`int\``,
            at: { addon: name, path },
            fix: 'declare it as text, z.string(), where the chart takes that; else except the addon, with the reason',
          }),
        );
      }
    }
  }
});

const bigInputs = (schema: JsonSchema, path: string): readonly (readonly [string, number])[] => {
  const { items, properties, examples = [], enum: values = [] } = schema;
  const own = [schema.default, ...examples, ...values].find(
    (value): value is number => typeof value === 'number' && Math.abs(value) >= LIMIT,
  );
  return [
    ...(own === undefined ? [] : [[path, own] as const]),
    ...(items === undefined ? [] : bigInputs(items, path)),
    ...Object.entries(properties ?? {}).flatMap(([key, property]) => bigInputs(property, joinPath(path, key))),
  ];
};

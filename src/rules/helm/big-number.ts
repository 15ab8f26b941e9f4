import { composeValues } from '../../charts/values/index.js';
import type { JsonSchema } from '../../contract/index.js';
import type { FluxVersion } from '../../declared/declared-cluster.js';
import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { joinPath, printPath } from '../../json/json-path.js';
import { defineRule, placeIn, type StateIndex, type StateObject, specOf } from '../rule.js';
import { numbersRead } from '../values/numbers-read.js';
import { sourcesOfRelease, valuesOf } from '../values/release-sources.js';

export const bigNumber = defineDiagnostic({
  code: 'FX618',
  name: 'big-number',
  severity: 'warning',
  summary:
    "A number of a release's values is a million or more: templates print it as 1e+06. Or it has digits that Helm doesn't keep: a leading zero, or more than a float holds.",
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
    for (const problem of readNumbers(object, index, state.flux)) report(problem);
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

/** The numbers that `valuesFrom` reads from objects of the tree, and that no later layer replaces. */
const readNumbers = (object: StateObject, index: StateIndex, flux: FluxVersion | undefined): readonly Diagnostic[] => {
  const sources = sourcesOfRelease(object, index);
  const composed = composeValues(sources, valuesOf(object));
  if ('error' in composed) return [];
  return sources.flatMap((source, at) =>
    (source.isExample ? [] : numbersRead(source)).flatMap(({ path, value, written }) => {
      if (composed.layerAt(path) !== at || (written === undefined && Math.abs(value) < LIMIT)) return [];
      const what = `the value "${printPath(path)}" that ${object.title} reads from ${source.kind} "${source.name}"`;
      const asText =
        source.targetPath === undefined || flux !== '2.9' ? 'write it in quotes' : 'set literal: true for it';
      const isNumber =
        object.addon === undefined
          ? ''
          : `; otherwise write cluster.except('${bigNumber.code}', { object: '${object.title}', reason: '…' })`;
      return [
        diagnose(bigNumber, {
          message:
            written === undefined || source.kind === 'Secret'
              ? `${what} is printed with an exponent by a template that does not use \`int\``
              : `${what} is written ${written}, and Helm reads the number ${value}`,
          at: placeIn(object, `spec.valuesFrom[${at}]`),
          fix: `${asText}, where the chart takes text${isNumber}`,
        }),
      ];
    }),
  );
};

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

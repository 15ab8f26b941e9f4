import { nearest } from '../../diagnostics/did-you-mean.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath, startsWith, valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { absentChartsOf } from '../../schema/absent-charts.js';
import { defineDeclaredRule, placeIn, type StateObject, specOf, type Unit } from '../rule.js';
import { fillExamples } from '../schemas/fill-examples.js';
import { coalesceValues } from '../values/check-values.js';
import { valuesOf } from '../values/patched-values.js';
import { type TextReads, textReads } from '../values/text-reads.js';
import { releaseOf } from './chart-value.js';

const textValue = defineDiagnostic({
  code: 'FX642',
  name: 'text-value',
  severity: 'warning',
  summary:
    "A text of a release's values reads a value below a key that nothing sets: Helm fails when the chart evaluates it.",
  page: {
    example: "values: { ports: { syslog: { port: 1514 } }, config: 'listen: {{ .Values.ports.sylog.port }}' }",
    flux: 'nil pointer evaluating interface {}.port',
    right: "values: { ports: { syslog: { port: 1514 } }, config: 'listen: {{ .Values.ports.syslog.port }}' }",
  },
  exceptable: true,
});

/** A missing key that a text needs, and the keys next to it. */
interface MissingKey {
  readonly read: JsonPath;
  readonly missing: JsonPath;
  readonly known: readonly string[];
}

/** The index of the first missing key of a path, before its last key. */
const missingIn = (values: unknown, path: JsonPath): number =>
  path.slice(0, -1).findIndex((_, i) => (valueAt(values, path.slice(0, i + 1)) ?? null) === null);

const missingOf = ({ at, needs }: TextReads, values: unknown, absent: readonly JsonPath[]): readonly MissingKey[] =>
  needs.flatMap((read) => {
    const index = missingIn(values, read);
    // A text that reads no value of the chart may be for another program.
    if (index < 1) return [];
    // A text below the key of a dependency reads the dependency's values.
    const isElsewhere = at.some((_, depth) => missingIn(values, [...at.slice(0, depth + 1), ...read]) < 0);
    // The defaults of a dependency that was missing at the import may have it.
    const isUnknown = at.some((_, depth) => absent.some((one) => startsWith([...at.slice(0, depth), ...read], one)));
    const around = valueAt(values, read.slice(0, index));
    if (isElsewhere || isUnknown || !isObject(around)) return [];
    return [{ read, missing: read.slice(0, index + 1), known: Object.keys(around) }];
  });

/** Whether a release reads values from outside of its addon. */
const hasOtherValues = (object: StateObject, unit: Unit): boolean => {
  const { valuesFrom } = specOf(object);
  return (
    Array.isArray(valuesFrom) &&
    valuesFrom.length > (unit.declared?.built.inputs.values.has(object.name) === true ? 1 : 0)
  );
};

/** Values that texts in a release's values read exist when the chart runs the texts. */
export const textValueRule = defineDeclaredRule([textValue], ({ units }, report, { schemas }) => {
  for (const unit of units) {
    for (const object of unit.objects) {
      const chart = releaseOf(object)?.chartSource;
      const { values: inline } = specOf(object);
      if (chart?.valuesSchema === undefined || hasOtherValues(object, unit)) continue;
      const texts = textReads(inline).filter(({ needs }) => needs.length > 0);
      const schema = texts.length === 0 ? undefined : schemas.ofChart(chart.valuesSchema);
      if (schema === undefined) continue;
      const given = valuesOf(fillExamples(object, unit).value as JsonObject, object, unit);
      const values = coalesceValues(schema['default'] ?? {}, given);
      const absent = absentChartsOf(schema);
      for (const text of texts) {
        for (const { read, missing, known } of missingOf(text, values, absent)) {
          const near = nearest(String(missing.at(-1)), known);
          report(
            diagnose(textValue, {
              message: `the text "${printPath(text.at)}" of release "${object.name}" reads ".Values.${printPath(read)}", and nothing sets "${printPath(missing)}": Helm fails where the chart runs the text`,
              at: placeIn(object, `spec.values.${printPath(text.at)}`),
              fix:
                near === undefined
                  ? `set "${printPath(missing)}", or read it by \`dig\`; if the chart doesn't run the text, write cluster.except('${textValue.code}', { object: '${object.title}', reason: '…' })`
                  : `did you mean "${near}"?`,
            }),
          );
        }
      }
    }
  }
});

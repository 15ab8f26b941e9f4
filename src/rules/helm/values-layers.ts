import { composeValues } from '../../charts/values/index.js';
import { VALUES_KEY } from '../../contract/index.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { joinPath, valueAt } from '../../json/json-path.js';
import { defineRule, placeIn, specOf } from '../rule.js';
import { failingTarget, sourcesOfRelease, valuesOf } from '../values/release-sources.js';

export const unsafeTargetPath = defineDiagnostic({
  code: 'FX619',
  name: 'target-path',
  severity: 'error',
  summary: '`targetPath` writes a value that inline values also set, or uses the syntax of helm --set.',
  page: {
    example: 'values: { db: { host: "a" } } and valuesFrom: [{ …, targetPath: "db.host" }]',
    right: 'set it in one of the two',
  },
  exceptable: true,
});

export const layerOverride = defineDiagnostic({
  code: 'FX620',
  name: 'layer-override',
  severity: 'warning',
  summary: "A layer of a release's values replaces what an earlier one sets.",
  page: {
    example: 'two ConfigMaps in valuesFrom that both set `tolerations`',
    right: 'set it in one of them: lists replace lists',
  },
  exceptable: true,
});

interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly valuesKey?: string;
  readonly targetPath?: string;
  readonly literal?: boolean;
}

/** These keys of a TLS Secret have PEM texts, which contain no syntax of helm --set. */
const PEM_KEYS: ReadonlySet<string> = new Set(['ca.crt', 'tls.crt', 'tls.key']);

/** Whether the text is known, and has nothing that helm --set reads. */
const isPlain = (text: string | undefined): boolean => text !== undefined && /^[\w./:@%+ -]*$/.test(text);

/** No layer of a release's values overrides another one. Another rule covers Terraform's and inline values. */
export const valuesLayersRule = defineRule([unsafeTargetPath, layerOverride], (state, report, { index }) => {
  for (const object of index.byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []) {
    const spec = specOf(object);
    const values = valuesOf(object);
    const valuesFrom = listOf(spec['valuesFrom']).map((one) => (isObject(one) ? one : {}) as Partial<Reference>);
    if (valuesFrom.length === 0) continue;
    const at = (path: string) => placeIn(object, path);
    const sources = sourcesOfRelease(object, index);
    const failing = failingTarget(sources, values);
    for (const [index, { kind, valuesKey = VALUES_KEY, targetPath, literal }] of valuesFrom.entries()) {
      if (typeof targetPath !== 'string') continue;
      if (leadsThroughList(values, targetPath)) {
        report(
          diagnose(unsafeTargetPath, {
            message: `the value "${targetPath}" is set inline and by targetPath, which always wins in a list`,
            at: at(`spec.valuesFrom[${index}].targetPath`),
            severity: 'notice',
            fix: 'take out the inline value, unless it only shows what belongs there',
          }),
        );
      } else if (hasPath(values, targetPath)) {
        report(
          diagnose(unsafeTargetPath, {
            message: `the value "${targetPath}" is set inline and by targetPath, and which one wins depends on the layers before`,
            at: at(`spec.valuesFrom[${index}].targetPath`),
            fix: 'take it out of one of the two',
          }),
        );
      } else if (failing?.index === index) {
        const { error, isOfText } = failing;
        report(
          diagnose(unsafeTargetPath, {
            message: `the values of ${object.title} can't be composed: what is read for "${targetPath}" ${isOfText ? 'is no value in the syntax of helm --set' : 'has no place there'}`,
            at: at(`spec.valuesFrom[${index}].targetPath`),
            // The words of a parser may quote what it reads.
            notes: kind === 'Secret' && isOfText ? [] : [`Flux reports: ${error}`],
            fix: isOfText
              ? state.flux === '2.9'
                ? 'set literal: true, or escape the characters with a backslash'
                : 'escape commas, braces and brackets with a backslash'
              : `correct the path: the values have something else on the way to "${targetPath}"`,
          }),
        );
      } else if (
        literal !== true &&
        !isPlain(sources[index]?.text) &&
        !(kind === 'Secret' && PEM_KEYS.has(valuesKey))
      ) {
        report(
          diagnose(unsafeTargetPath, {
            message: `what is read for "${targetPath}" is read in the syntax of helm --set: a comma, brace or bracket in it does something else`,
            at: at(`spec.valuesFrom[${index}].targetPath`),
            severity: 'notice',
            fix:
              state.flux === '2.9'
                ? 'set literal: true'
                : 'read a whole document instead, or set literal: true from Flux 2.9 on',
          }),
        );
      }
    }
    // Most releases read one document, which nothing can override.
    if (sources.filter(({ text }) => text !== undefined).length < 2) continue;
    const composed = composeValues(sources, values);
    // The rules that check each layer report the failure.
    if ('error' in composed) continue;
    for (const path of overridden(composed.layers)) {
      report(
        diagnose(layerOverride, {
          message: `the value "${path}" of release "${object.name}" is set by two layers, and the later one replaces it`,
          at: at('spec.valuesFrom'),
          fix: 'take it out of one of them; lists are replaced as a whole',
        }),
      );
    }
  }
});

const stepsOf = (path: string): readonly string[] => path.split(/[.[\]]+/).filter((step) => step !== '');

const hasPath = (values: unknown, path: string): boolean => valueAt(values, stepsOf(path)) !== undefined;

/**
 * Whether inline values have the path, and a list is on the way to it. Merging values copies maps, and never lists, so
 * what targetPath writes into a list stays there.
 */
const leadsThroughList = (values: unknown, path: string): boolean => {
  const steps = stepsOf(path);
  return hasPath(values, path) && steps.some((_, end) => Array.isArray(valueAt(values, steps.slice(0, end))));
};

/** The paths that two layers before the inline one set, maps excepted. */
const overridden = (layers: readonly (object | undefined)[]): readonly string[] => {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const layer of layers.slice(0, -1)) {
    const own: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (isObject(node)) {
        for (const [key, member] of Object.entries(node)) visit(member, joinPath(path, key));
      } else own.push(path);
    };
    // The content of a layer from elsewhere isn't known.
    if (layer !== undefined) visit(layer, '');
    for (const path of own) (seen.has(path) ? found : seen).add(path);
  }
  return [...found].sort();
};

import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { mayBringKind } from '../../flux/resource-sets/may-make.js';
import { inputKeyOf } from '../../flux/resource-sets/permute-inputs.js';
import { maySelect } from '../../flux/resource-sets/read-inputs.js';
import { OPERATOR_GROUP } from '../../flux/resource-sets/resource-set.js';
import { listOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { joinPath } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type CheckContext, defineRule, placeIn, type StateObject, specOf } from '../rule.js';

const ignored = defineDiagnostic({
  code: 'FX669',
  name: 'ignored-by-operator',
  severity: 'warning',
  summary:
    'The Flux Operator ignores a part of what is written for it: an annotation with an unknown value, a selector that matches none of the providers beside it, or an input that another one of the same name hides.',
  page: {
    example: 'fluxcd.controlplane.io/prune: "false" on a PersistentVolumeClaim of a ResourceSet',
    flux: 'nothing: the operator deletes the claim when the set no longer has it',
    right: 'fluxcd.controlplane.io/prune: disabled',
  },
  exceptable: true,
});

/** Annotations and selectors for the Flux Operator have an effect. */
export const ignoredByOperatorRule = defineRule([ignored], ({ units }, report, context) => {
  for (const { objects } of units) {
    for (const object of objects) {
      for (const problem of annotationProblems(object)) report(problem);
      if (object.group !== OPERATOR_GROUP || object.kind !== 'ResourceSet') continue;
      for (const problem of [...selectorProblems(object, context), ...hiddenInputs(object)]) report(problem);
    }
  }
});

const SWITCH = ['enabled', 'disabled'];
/** Durations as Go parses them. */
const DURATION = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+$|^[+-]?0$/;

const durations = { reconcileEvery: 'the default interval', reconcileTimeout: 'the default timeout' };
/** By kind of the Flux Operator: the valid values of its annotations. */
const OWN: Readonly<
  Record<string, { readonly switches: readonly string[]; readonly durations: Readonly<Record<string, string>> }>
> = {
  FluxInstance: {
    switches: ['reconcile'],
    durations: { ...durations, reconcileArtifactEvery: 'the default interval' },
  },
  ResourceSet: { switches: ['reconcile', 'force'], durations },
  ResourceSetInputProvider: { switches: ['reconcile'], durations },
};
const ON_MADE = ['prune', 'force', 'reconcile', 'recreateOnFailure'];

const annotationProblems = (object: StateObject): readonly Diagnostic[] => {
  const { metadata } = object.json;
  const annotations = isObject(metadata) && isObject(metadata['annotations']) ? metadata['annotations'] : {};
  const own = object.group === OPERATOR_GROUP && Object.hasOwn(OWN, object.kind) ? OWN[object.kind]! : undefined;
  const switches = [...(own?.switches ?? []), ...(object.madeBy === undefined ? [] : ON_MADE)];
  return Object.entries(annotations).flatMap(([key, value]) => {
    if (!key.startsWith(`${OPERATOR_GROUP}/`) || typeof value !== 'string' || value === '') return [];
    if (holdsExpression(value)) return [];
    const mark = key.slice(OPERATOR_GROUP.length + 1);
    const at = placeIn(object, joinPath('metadata.annotations', key));
    const tell = (message: string, fix: string): readonly Diagnostic[] => [
      diagnose(ignored, { message: `${object.title} has the annotation ${key}: '${value}', ${message}`, at, fix }),
    ];
    if (switches.includes(mark) && !SWITCH.includes(value.toLowerCase()))
      return tell(
        `which the Flux Operator ignores: it knows no such value`,
        `set it to ${mark === 'prune' || mark === 'reconcile' ? 'disabled' : 'enabled'}, or take it out`,
      );
    const fallback = own !== undefined && Object.hasOwn(own.durations, mark) ? own.durations[mark] : undefined;
    if (fallback !== undefined && !DURATION.test(value))
      return tell(`which isn't a duration: the Flux Operator takes ${fallback}`, "give a duration such as '5m'");
    return [];
  });
};

/** Selectors that match none of the providers, although they look intended for one. */
const selectorProblems = (set: StateObject, { sets, index }: CheckContext): readonly Diagnostic[] => {
  const { inputsFrom } = specOf(set);
  const references = objectsOf(inputsFrom);
  if (!references.some(({ selector }) => selector !== undefined)) return [];
  if ([...sets.open.values()].some((templates) => mayBringKind(templates, 'ResourceSetInputProvider'))) return [];
  const providers = index.byKind.get(`${OPERATOR_GROUP}/ResourceSetInputProvider`) ?? [];
  const isRead = readProviders(index.byKind.get(`${OPERATOR_GROUP}/ResourceSet`) ?? [], providers);
  return references.flatMap(({ selector }, at) => {
    if (selector === undefined || holdsExpression(JSON.stringify(selector))) return [];
    const selected = providers.filter(({ json }) => maySelect(selector, json));
    if (selected.some(({ namespace }) => namespace === set.namespace)) return [];
    const [elsewhere] = selected;
    const beside = providers.filter((one) => one.namespace === set.namespace && !isRead.has(one));
    if (elsewhere === undefined && beside.length === 0) return [];
    const what =
      elsewhere === undefined
        ? `takes none of the providers beside it, and nothing else reads ${beside.map(({ title }) => title).join(', ')}`
        : `takes no provider: ${elsewhere.title} is in namespace "${elsewhere.namespace}", and the Flux Operator looks in that of the set alone`;
    return [
      diagnose(ignored, {
        message: `a selector of ${set.title} ${what}`,
        at: placeIn(set, `spec.inputsFrom[${at}].selector`),
        notes: ['without any input, the Flux Operator makes nothing, and deletes what it has made before'],
        fix:
          elsewhere === undefined
            ? 'correct the selector, or the labels of the provider'
            : `put the provider into namespace "${set.namespace}"`,
      }),
    ];
  });
};

/** The providers that ResourceSets select by name or labels. */
const readProviders = (sets: readonly StateObject[], providers: readonly StateObject[]): ReadonlySet<StateObject> =>
  new Set(
    sets.flatMap((set) => {
      const { inputsFrom } = specOf(set);
      const references = objectsOf(inputsFrom);
      return providers.filter(
        (one) =>
          one.namespace === set.namespace &&
          references.some(({ name, selector }) => name === one.name || maySelect(selector, one.json)),
      );
    }),
  );

/** If two providers supply inputs under the same key, the operator keeps the last. */
const hiddenInputs = (set: StateObject): readonly Diagnostic[] => {
  const { inputs, inputsFrom, inputStrategy } = specOf(set);
  if (!isObject(inputStrategy) || inputStrategy['name'] !== 'Permute') return [];
  const names = listOf(inputsFrom).flatMap((one, at) =>
    isObject(one) && typeof one['name'] === 'string' ? [{ name: one['name'], path: `spec.inputsFrom[${at}]` }] : [],
  );
  const own = Array.isArray(inputs) && inputs.length > 0 ? [{ name: set.name, path: 'spec.inputs' }] : [];
  const first = new Map<string, string>();
  return [...own, ...names].flatMap(({ name, path }, at) => {
    const key = inputKeyOf(name);
    const other = first.get(key);
    if (other === undefined) first.set(key, name);
    const isOwn = own.length > 0 && at > 0 && other === set.name;
    if (other === undefined || holdsExpression(name) || (other === name && !isOwn)) return [];
    return [
      diagnose(ignored, {
        message: `${set.title} has the inputs of ${isOwn ? 'its own spec.inputs' : `"${other}"`} and of "${name}" both as inputs.${key}: of the two, its templates see one`,
        at: placeIn(set, path),
        fix: 'rename one of them',
      }),
    ];
  });
};

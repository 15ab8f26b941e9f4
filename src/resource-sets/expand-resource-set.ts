import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { emitYaml } from '../yaml/emit-yaml.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import { type Providers, readInputs } from './read-inputs.js';
import { runTemplate, type TemplateBudget } from './run-template.js';
import { NotComputed, TemplateFails } from './template-values.js';

/** What the Flux Operator makes of a ResourceSet, as far as it can be known. */
export interface MadeBySet {
  readonly objects: readonly JsonObject[];
  /** Templates of which only the operator knows what they make, each with the inputs that it reads; empty: none. */
  readonly unknown: readonly unknown[];
}

/**
 * Makes the objects of a ResourceSet as the Flux Operator does. https://fluxoperator.dev/docs/crd/resourceset/
 *
 * @param set with the vars of its Kustomization
 */
export const expandResourceSet = (set: JsonObject, providers: Providers): MadeBySet => {
  const spec = isObject(set['spec']) ? set['spec'] : {};
  const inputs = readInputs(set, providers);
  const steps = listAt(spec, 'steps');
  // The operator doesn't act on it, and keeps what it has.
  if (steps.length > 0 && (listAt(spec, 'resources').length > 0 || templateOf(spec) !== '')) return failed(spec);
  const { sets } = inputs;
  if (sets === 'fails') return failed([spec, inputs.read]);
  const unknown: unknown[] = [];
  const made: JsonObject[] = [];
  const budget: TemplateBudget = { steps: 0, length: 0 };
  try {
    for (const place of steps.length > 0 ? steps : [spec]) {
      for (const source of sourcesOf(place)) {
        if (sets === undefined) {
          if (source.text.includes(OPEN)) unknown.push([source.text, inputs.read]);
          else made.push(...documentsOf(source.text));
          continue;
        }
        const runs = sets.length === 0 ? (inputs.isProvided ? [] : [undefined]) : sets;
        for (const one of runs) {
          const objects = tryMake(source.text, one, budget);
          if (objects === undefined) unknown.push([source.text, one ?? null]);
          else made.push(...objects.filter((json) => !isLeftOut(json, source.isTemplate || runs[0] !== undefined)));
        }
      }
    }
  } catch (error) {
    if (error instanceof TemplateFails || error instanceof YamlError) return failed([spec, inputs.read]);
    throw error;
  }
  return { objects: made.map((json) => withCommon(json, spec['commonMetadata'])), unknown };
};

const OPEN = '<<';

const failed = (what: unknown): MadeBySet => ({ objects: [], unknown: [what] });

interface Source {
  readonly text: string;
  /** Of `resourcesTemplate`. */
  readonly isTemplate: boolean;
}

/** The templates of a set or step, in the order in which the operator runs them. */
const sourcesOf = (place: JsonObject): readonly Source[] => {
  const template = templateOf(place);
  return [
    ...listAt(place, 'resources').map((json) => ({ text: emitYaml(json), isTemplate: false })),
    ...(template === '' ? [] : [{ text: template, isTemplate: true }]),
  ];
};

const templateOf = ({ resourcesTemplate }: JsonObject): string =>
  typeof resourcesTemplate === 'string' ? resourcesTemplate : '';

const tryMake = (
  template: string,
  inputs: JsonObject | undefined,
  budget: TemplateBudget,
): readonly JsonObject[] | undefined => {
  try {
    return documentsOf(runTemplate(template, inputs, budget));
  } catch (error) {
    if (error instanceof NotComputed) return undefined;
    throw error;
  }
};

const documentsOf = (text: string): readonly JsonObject[] => parseYamlDocuments(text).filter(isObject) as JsonObject[];

/** Without inputs, the operator applies what stands in `resources` as it is. */
const isLeftOut = ({ metadata }: JsonObject, isAsked: boolean): boolean => {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  return isAsked && isObject(annotations) && annotations['fluxcd.controlplane.io/reconcile'] === 'disabled';
};

/** With the labels and annotations that the set puts on all that it makes. */
const withCommon = (json: JsonObject, common: unknown): JsonObject => {
  if (!isObject(common)) return json;
  const { metadata } = json;
  const there = isObject(metadata) ? metadata : {};
  const added = ['labels', 'annotations'].flatMap((field) => {
    const entries = common[field];
    if (!isObject(entries) || Object.keys(entries).length === 0) return [];
    const own = there[field];
    return [[field, { ...(isObject(own) ? own : {}), ...entries }] as const];
  });
  return added.length === 0 ? json : { ...json, metadata: { ...there, ...Object.fromEntries(added) } };
};

const listAt = (object: JsonObject, key: string): readonly JsonObject[] => {
  const value = object[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

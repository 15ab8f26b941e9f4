import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { metadataOf, specOf } from '../../json/manifest-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { emitYaml } from '../../yaml/emit-yaml.js';
import { parseYamlDocuments } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import { type Providers, readInputs } from './read-inputs.js';
import type { SetFailure, SetOrigin } from './resource-set.js';
import { runTemplate, type TemplateBudget } from './run-template.js';
import { NotComputed, TemplateFails } from './template-values.js';

/** An object that the Flux Operator makes of a ResourceSet. */
export interface MadeObject {
  readonly json: JsonObject;
  readonly origin: SetOrigin;
}

/** What the Flux Operator makes of a ResourceSet, as far as it can be known. */
export interface MadeBySet {
  readonly made: readonly MadeObject[];
  /** Templates of which only the operator knows what they make, each with the inputs that it reads; empty: none. */
  readonly unknown: readonly unknown[];
  /** The texts of these templates. */
  readonly open: readonly string[];
  /** @default - the operator takes the set, as far as is known */
  readonly failure?: SetFailure;
}

/**
 * Makes the objects of a ResourceSet as the Flux Operator does. https://fluxoperator.dev/docs/crd/resourceset/
 *
 * @param set with the vars of its Kustomization
 */
export const expandResourceSet = (set: JsonObject, providers: Providers): MadeBySet => {
  const spec = specOf(set);
  const inputs = readInputs(set, providers);
  const sources = sourcesOf(spec);
  const failed = (what: unknown, failure?: SetFailure): MadeBySet => ({
    made: [],
    unknown: [what],
    open: sources.map(({ text }) => text),
    ...(failure === undefined ? {} : { failure }),
  });
  // The schema of the kind refuses both; the operator doesn't act on them, and keeps what it has.
  if (listAt(spec, 'steps').length > 0 && sourcesAt(spec, 'spec').length > 0) return failed(spec);
  const { sets } = inputs;
  if (sets === 'fails') return failed([spec, inputs.read], { path: 'spec.inputStrategy', fault: inputs.fault ?? '' });
  const unknown: unknown[] = [];
  const open: string[] = [];
  const made: MadeObject[] = [];
  const budget: TemplateBudget = { steps: 0, length: 0 };
  const leave = (text: string, read: unknown): void => {
    unknown.push([text, read]);
    open.push(text);
  };
  for (const { text, path, isTemplate } of sources) {
    if (sets === undefined) {
      if (text.includes(OPEN)) leave(text, inputs.read);
      else made.push(...documentsOf(text).map((json) => ({ json, origin: { path } })));
      continue;
    }
    const runs = sets.length === 0 ? (inputs.isProvided ? [] : [undefined]) : sets;
    for (const [at, one] of runs.entries()) {
      const origin: SetOrigin = one === undefined ? { path } : { path, inputs: inputs.labelOf(at) };
      const objects = tryMake(text, isTemplate, one, budget);
      if (objects === undefined) leave(text, one ?? null);
      else if (objects instanceof Error) return failed([spec, inputs.read], { ...origin, fault: objects.message });
      else {
        const there = objects.filter((json) => !isLeftOut(json, isTemplate || runs[0] !== undefined));
        made.push(...there.map((json) => ({ json, origin })));
      }
    }
  }
  const twice = tryFindTwice(made);
  if (twice !== undefined) return failed([spec, inputs.read], twice);
  const common = spec['commonMetadata'];
  return { made: made.map(({ json, origin }) => ({ json: withCommon(json, common), origin })), unknown, open };
};

const OPEN = '<<';

/** The operator refuses an object that is in two steps. */
const tryFindTwice = (made: readonly MadeObject[]): SetFailure | undefined => {
  const stepOf = new Map<string, string>();
  for (const { json, origin } of made) {
    const step = /^spec\.steps\[\d+\]/.exec(origin.path)?.[0];
    if (step === undefined) return undefined;
    const { namespace = '', name } = metadataOf(json);
    const group = String(json['apiVersion']).replace(/\/?[^/]*$/, '');
    const title = `${String(json['kind'])}/${String(name)}`;
    const key = [group, title, String(namespace)].join('\0');
    const first = stepOf.get(key) ?? step;
    if (first !== step) return { ...origin, fault: `${title} is in ${first} too` };
    stepOf.set(key, step);
  }
  return undefined;
};

interface Source {
  readonly text: string;
  readonly path: string;
  /** Of `resourcesTemplate`. */
  readonly isTemplate: boolean;
}

/** The templates of a set, in the order in which the operator runs them. */
const sourcesOf = (spec: JsonObject): readonly Source[] => {
  const steps = listAt(spec, 'steps');
  if (steps.length === 0) return sourcesAt(spec, 'spec');
  return steps.flatMap((step, at) => sourcesAt(step, `spec.steps[${at}]`));
};

const sourcesAt = (place: JsonObject, at: string): readonly Source[] => {
  const template = templateOf(place);
  return [
    ...listAt(place, 'resources').map((json, index) => ({
      text: emitYaml(json),
      path: `${at}.resources[${index}]`,
      isTemplate: false,
    })),
    ...(template === '' ? [] : [{ text: template, path: `${at}.resourcesTemplate`, isTemplate: true }]),
  ];
};

const templateOf = ({ resourcesTemplate }: JsonObject): string =>
  typeof resourcesTemplate === 'string' ? resourcesTemplate : '';

/** The objects of one run; undefined where only the operator knows them, an error where it gives up. */
const tryMake = (
  template: string,
  isTemplate: boolean,
  inputs: JsonObject | undefined,
  budget: TemplateBudget,
): readonly JsonObject[] | undefined | Error => {
  let text: string | undefined;
  try {
    text = runTemplate(template, inputs, budget);
    const documents = documentsOf(text);
    if (documents.some(({ kind }) => kind === undefined || kind === null)) return new Error("Object 'Kind' is missing");
    return isTemplate ? documents.flatMap(itemsOf) : documents;
  } catch (error) {
    if (error instanceof NotComputed) return undefined;
    // What is put in place of a var may make it YAML.
    if (error instanceof YamlError) return text !== undefined && holdsExpression(text) ? undefined : error;
    if (error instanceof TemplateFails) return error;
    throw error;
  }
};

/** Of a list, the operator takes the items. */
const itemsOf = (json: JsonObject): readonly JsonObject[] =>
  Array.isArray(json['items']) ? listAt(json, 'items') : [json];

const documentsOf = (text: string): readonly JsonObject[] =>
  parseYamlDocuments(text, 'sigs-yaml').filter(isObject) as JsonObject[];

/** Without inputs, the operator applies what stands in `resources` as it is. */
const isLeftOut = ({ metadata }: JsonObject, isAsked: boolean): boolean => {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  return isAsked && isObject(annotations) && annotations['fluxcd.controlplane.io/reconcile'] === 'disabled';
};

/** With the labels and annotations that the set puts on all that it makes. */
const withCommon = (json: JsonObject, common: unknown): JsonObject => {
  if (!isObject(common)) return json;
  const { metadata } = json;
  const there = fieldsOf(metadata);
  const added = ['labels', 'annotations'].flatMap((field) => {
    const entries = common[field];
    if (!isObject(entries) || Object.keys(entries).length === 0) return [];
    const own = there[field];
    return [[field, { ...fieldsOf(own), ...entries }] as const];
  });
  return added.length === 0 ? json : { ...json, metadata: { ...there, ...Object.fromEntries(added) } };
};

const listAt = (object: JsonObject, key: string): readonly JsonObject[] => {
  const value = object[key];
  return objectsOf(value);
};

import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { parseYamlDocuments } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';

/** What the Flux Operator makes of a ResourceSet, as far as it can be known without its template language. */
export interface MadeBySet {
  readonly objects: readonly JsonObject[];
  /** Templates from which only the operator knows what follows, with the inputs that they may read; empty: none. */
  readonly unknown: readonly unknown[];
}

/** https://fluxoperator.dev/docs/crd/resourceset/ */
export const expandResourceSet = (spec: JsonObject): MadeBySet => {
  const inputs = listAt(spec, 'inputs');
  const isProvided = listAt(spec, 'inputsFrom').length > 0;
  const objects: JsonObject[] = [];
  const unknown: unknown[] = [];
  const add = (written: unknown, made: readonly JsonObject[] | undefined): void => {
    if (made === undefined) unknown.push(written);
    else objects.push(...made.filter((one) => inputs.length === 0 || !isDisabled(one)));
  };
  for (const place of [spec, ...listAt(spec, 'steps')]) {
    for (const resource of listAt(place, 'resources')) add(resource, fillResource(resource, inputs, isProvided));
    const { resourcesTemplate: template } = place;
    if (typeof template === 'string' && template !== '') add(template, documentsOf(template));
  }
  if (unknown.length > 0) unknown.push(spec['inputs'], spec['inputsFrom'], spec['inputStrategy']);
  return { objects, unknown };
};

/** Whether a ResourceSet or an object of one is marked so; the operator looks at both. */
export const hasMark = ({ metadata }: JsonObject, mark: 'prune' | 'reconcile'): boolean =>
  isObject(metadata) && ['annotations', 'labels'].some((field) => isOff(metadata[field], mark));

export const isOff = (entries: unknown, mark: 'prune' | 'reconcile'): boolean =>
  isObject(entries) && entries[`fluxcd.controlplane.io/${mark}`] === 'disabled';

const isDisabled = (json: JsonObject): boolean => hasMark(json, 'reconcile');

const listAt = (object: JsonObject, key: string): readonly JsonObject[] => {
  const value = object[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

const OPEN = '<<';

const holdsTemplate = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes(OPEN)
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([key, member]) => key.includes(OPEN) || holdsTemplate(member));

/** One object for each input where it names inputs, and one where it doesn't; `undefined`: only the operator knows. */
const fillResource = (
  resource: JsonObject,
  inputs: readonly JsonObject[],
  isProvided: boolean,
): readonly JsonObject[] | undefined => {
  if (!holdsTemplate(resource)) return [resource];
  if (isProvided) return undefined;
  const filled = inputs.map((input) => fill(resource, input) as JsonObject);
  return filled.some(holdsTemplate) ? undefined : filled;
};

/** Puts the inputs in place that are named plainly: `<< inputs.tenant >>`. */
const fill = (value: unknown, input: JsonObject): unknown => {
  if (typeof value === 'string') return fillText(value, input);
  if (Array.isArray(value)) return value.map((item) => fill(item, input));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [fillText(key, input), fill(member, input)]));
};

const NAMED = /<<\s*inputs((?:\.[A-Za-z_]\w*)+)(?:\s*\|\s*quote)?\s*>>/g;

const fillText = (text: string, input: JsonObject): string =>
  text.replace(NAMED, (expression, path: string) => {
    let value: unknown = input;
    for (const key of path.slice(1).split('.')) {
      value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }
    return typeof value === 'string' || typeof value === 'number' ? String(value) : expression;
  });

/** The objects of a text without templates. */
const documentsOf = (template: string): readonly JsonObject[] | undefined => {
  if (template.includes(OPEN)) return undefined;
  try {
    return parseYamlDocuments(template).filter(isObject) as readonly JsonObject[];
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

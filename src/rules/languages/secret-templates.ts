import { fieldsOf, listOf, objectsOf, textFieldsOf } from '../../json/as-shape.js';
import type { JsonPath } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { StateObject } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';

/** A Go template in an object of External Secrets. */
export interface SecretTemplate {
  readonly path: JsonPath;
  /** In words that continue `the template`: `of "url"`. */
  readonly of: string;
  readonly text: string;
  /** The names that it can read. @default - not known */
  readonly given?: readonly string[];
  /** It renames keys. A name that isn't there is empty in it, where a template of data fails. */
  readonly isOfKeys: boolean;
}

/** Where a kind has the spec of an ExternalSecret or PushSecret. */
const within = {
  ClusterExternalSecret: ['spec', 'externalSecretSpec'],
  ClusterPushSecret: ['spec', 'pushSecretSpec'],
  ExternalSecret: ['spec'],
  PushSecret: ['spec'],
} as const;

/** The kinds with templates. */
export const templateKinds = Object.keys(within) as readonly (keyof typeof within)[];

/**
 * The templates of an object, other than those with a var of Flux. The operator executes those of data and metadata on
 * what it fetches, and those that rewrite keys on each key.
 */
export const secretTemplatesOf = (object: StateObject, kind: keyof typeof within): readonly SecretTemplate[] => {
  const path: JsonPath = within[kind];
  const outer = specOf(object);
  const spec = path[1] === undefined ? outer : fieldsOf(outer[path[1]]);
  const isPush = kind.endsWith('PushSecret');
  const where = isPush ? ['template'] : ['target', 'template'];
  const template = fieldsOf(isPush ? spec['template'] : fieldsOf(spec['target'])['template']);
  const given = isPush ? undefined : keysOf(spec);
  const found: SecretTemplate[] = [];
  const add = (at: JsonPath, of: string, text: unknown, isOfKeys: boolean): void => {
    if (typeof text !== 'string' || holdsExpression(text)) return;
    const names = isOfKeys ? ['value'] : given;
    found.push({ path: [...path, ...at], of, text, isOfKeys, ...(names === undefined ? {} : { given: names }) });
  };
  for (const [key, text] of Object.entries(textFieldsOf(template['data']))) {
    add([...where, 'data', key], `of "${key}"`, text, false);
  }
  for (const field of ['labels', 'annotations'] as const) {
    for (const [key, text] of Object.entries(textFieldsOf(fieldsOf(template['metadata'])[field]))) {
      add([...where, 'metadata', field, key], `of the ${field.slice(0, -1)} "${key}"`, text, false);
    }
  }
  for (const [index, one] of listOf(template['templateFrom']).entries()) {
    add([...where, 'templateFrom', index, 'literal'], `in templateFrom[${index}]`, fieldsOf(one)['literal'], false);
  }
  const list = isPush ? 'dataTo' : 'dataFrom';
  for (const [index, one] of listOf(spec[list]).entries()) {
    for (const [step, operation] of listOf(fieldsOf(one)['rewrite']).entries()) {
      const { template: text } = fieldsOf(fieldsOf(operation)['transform']);
      add([list, index, 'rewrite', step, 'transform', 'template'], `in ${list}[${index}]`, text, true);
    }
  }
  return found;
};

/** The keys that an ExternalSecret fetches; undefined if they aren't all known. */
const keysOf = ({ data, dataFrom }: Readonly<Record<string, unknown>>): readonly string[] | undefined => {
  const keys = objectsOf(data).map((one) => String(one['secretKey']));
  return dataFrom !== undefined || keys.length === 0 || keys.some(holdsExpression) ? undefined : keys;
};

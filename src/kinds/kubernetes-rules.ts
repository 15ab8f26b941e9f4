import type { ImportProblem } from '../charts/import-problem.js';
import { isObject } from '../json/is-object.js';
import type { Json } from '../json/json-value.js';
import { FIELDS_SINCE } from '../schema/fields-since.js';
import { formats } from '../schema/formats.js';
import { parseItemPath } from '../schema/native/item-path.js';
import { nativeFormats } from '../schema/native/native-formats.js';
import { NATIVE_RULES } from '../schema/native/native-rules.js';
import type { StructuralSchema } from '../schema/read-crd.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import type { KubernetesSchemas } from './import-schemas.js';

/** The AST of a rule on Kubernetes' own kinds. Throws for one that can't be evaluated. */
export type NativeAstOf = (rule: string) => Json;

/** What a field of a type may have, in addition to what the OpenAPI says. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  'enum',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);

const RULE_KEYS: ReadonlySet<string> = new Set([
  'rule',
  'unique',
  'each',
  'path',
  'message',
  'fix',
  'upstream',
  'since',
]);

type Schema = Record<string, unknown>;

/** Thrown inside this module only: rules that don't fit the schemas. */
class RuleFault extends Error {}

/**
 * The schemas with the rules that Kubernetes has in Go, of `schemas/kubernetes/rules/*.yaml`.
 *
 * @param files by label (`schemas/kubernetes/rules/pods.yaml`)
 */
export const withKubernetesRules = (
  kubernetes: KubernetesSchemas,
  files: ReadonlyMap<string, string>,
  astOf: NativeAstOf,
): { readonly kubernetes: KubernetesSchemas; readonly problems: readonly ImportProblem[] } => {
  const defs = structuredClone(kubernetes.defs) as Record<string, Schema>;
  const problems: ImportProblem[] = [];
  for (const [label, text] of files) {
    for (const [name, type] of Object.entries((parseYaml(text) ?? {}) as Record<string, unknown>)) {
      const def = Object.hasOwn(defs, name) ? defs[name] : undefined;
      try {
        if (def === undefined) throw new RuleFault(`schemas/kubernetes has no type "${name}"`);
        if (!isObject(type)) throw new RuleFault(`"${name}" has no fields and no rules`);
        if (type['since'] !== undefined) def[FIELDS_SINCE] = fieldsSince(def, type['since'], name);
        for (const [field, constraints] of Object.entries((type['fields'] ?? {}) as Schema)) {
          constrain(def, field, constraints, `${name}.${field}`);
        }
        for (const [index, rule] of ((type['rules'] ?? []) as readonly unknown[]).entries()) {
          const before = (def[NATIVE_RULES] ?? []) as readonly unknown[];
          def[NATIVE_RULES] = [...before, nativeRule(rule, `${name}, rule ${index + 1}`, astOf)];
        }
      } catch (error) {
        if (!(error instanceof RuleFault)) throw error;
        problems.push({
          severity: 'error',
          at: label,
          message: error.message,
          fix: 'correct the file; its README has the format',
        });
      }
    }
  }
  return { kubernetes: { ...kubernetes, defs: defs as Record<string, StructuralSchema> }, problems };
};

const checkFormat = (format: unknown, where: string): void => {
  if (typeof format === 'string' && (Object.hasOwn(nativeFormats, format) || Object.hasOwn(formats, format))) return;
  throw new RuleFault(`${where}: there is no format "${String(format)}"`);
};

/** The fields that a type has only since a version of Kubernetes. */
const fieldsSince = (def: Schema, since: unknown, where: string): Schema => {
  if (!isObject(since)) throw new RuleFault(`${where}: "since" isn't a map of fields`);
  for (const [field, version] of Object.entries(since)) {
    if (!isObject(def['properties']) || !Object.hasOwn(def['properties'], field)) {
      throw new RuleFault(`${where}.${field}: the type has no such field`);
    }
    if (!/^1\.\d+$/.test(String(version))) throw new RuleFault(`${where}.${field}: not a version such as '1.34'`);
  }
  return since;
};

/** @param field `name`; `args[]` for each item of a list; `limits{}` for each value of a map */
const constrain = (def: Schema, field: string, constraints: unknown, where: string): void => {
  const step = parseItemPath(field);
  if (step?.length !== 1) throw new RuleFault(`${where} isn't a field, \`field[]\` or \`field{}\``);
  const [{ field: name, into }] = step as [(typeof step)[0]];
  const property = isObject(def['properties']) ? (def['properties'][name] as Schema | undefined) : undefined;
  if (property === undefined) throw new RuleFault(`${where}: the type has no such field`);
  if (!isObject(constraints)) throw new RuleFault(`${where} has no constraints`);
  const { upstream, required, ...rest } = constraints;
  if (typeof upstream !== 'string') throw new RuleFault(`${where} lacks "upstream"`);
  const target =
    into === 'field' ? property : (property[into === 'items' ? 'items' : 'additionalProperties'] as Schema);
  if (target === undefined) throw new RuleFault(`${where}: the field isn't a ${into === 'items' ? 'list' : 'map'}`);
  for (const [key, value] of Object.entries(rest)) {
    if (!CONSTRAINTS.has(key)) throw new RuleFault(`${where} has "${key}"; known are ${[...CONSTRAINTS].join(', ')}`);
    if (Object.hasOwn(target, '$ref')) throw new RuleFault(`${where} is a type of its own, which others use too`);
    if (key === 'format') checkFormat(value, where);
    target[key] = value;
  }
  const before = (def['required'] ?? []) as readonly string[];
  // The OpenAPI asks for some fields that the API server doesn't.
  if (required === false) def['required'] = before.filter((one) => one !== name);
  if (required !== true) return;
  def['required'] = [...new Set([...before, name])];
  // To Go, what is empty is missing.
  if (property['type'] === 'string') property['minLength'] ??= 1;
  if (property['type'] === 'array') property['minItems'] ??= 1;
};

const nativeRule = (rule: unknown, where: string, astOf: NativeAstOf): Schema => {
  if (!isObject(rule)) throw new RuleFault(`${where} isn't a map`);
  for (const key of Object.keys(rule)) {
    if (!RULE_KEYS.has(key)) throw new RuleFault(`${where} has "${key}"; known are ${[...RULE_KEYS].join(', ')}`);
  }
  const { each, path, message, fix, upstream, since, unique } = rule;
  for (const key of ['message', 'fix', 'upstream']) {
    if (typeof rule[key] !== 'string') throw new RuleFault(`${where} lacks "${key}"`);
  }
  if (since !== undefined && !/^1\.\d+$/.test(String(since)))
    throw new RuleFault(`${where}: "since" isn't a version such as '1.34'`);
  const expression = rule['rule'] ?? unique;
  if (typeof expression !== 'string') throw new RuleFault(`${where} needs "rule" or "unique"`);
  for (const [, format] of expression.matchAll(/hasFormat\([^']*'([^']*)'\)/g)) checkFormat(format, where);
  const paths = typeof each === 'string' ? each.split(/,\s*/) : undefined;
  for (const one of paths ?? []) {
    if (parseItemPath(one) === undefined)
      throw new RuleFault(`${where}: "${one}" isn't a path such as containers[].ports[]`);
  }
  if (unique !== undefined && paths === undefined) throw new RuleFault(`${where} has "unique", which needs "each"`);
  let ast: Json;
  try {
    ast = astOf(expression);
  } catch (error) {
    throw new RuleFault(`${where}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
  return {
    ast,
    ...(unique === undefined ? {} : { unique: true }),
    ...(paths === undefined ? {} : { each: paths }),
    ...(typeof path === 'string' ? { path: stepsOf(path) } : {}),
    message,
    fix,
    upstream,
    ...(since === undefined ? {} : { since: String(since) }),
  };
};

/** `template.spec.containers[0]` */
const stepsOf = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) => (index === undefined ? key! : Number(index)));

import { createRequire } from 'node:module';
import type { Environment } from '@marcbachmann/cel-js';
import { isObject } from '../../json/is-object.js';
import { registerKubernetesFunctions } from '../cel/cel-functions.js';
import { rewriteRule, withFieldTests } from '../cel/cel-source.js';
import { escapeName } from '../cel/cel-value.js';
import { literalFault, PLAIN, typeFault } from './rule-faults.js';
import type { RuleTyping, Schema } from './schema-walk.js';

const require = createRequire(import.meta.url);

/** The library is loaded for the first expression. */
export const openRuleTyping = (isPattern: (pattern: string) => boolean): RuleTyping => {
  let base: Environment | undefined;
  const withOld = new Map<Schema, Environment>();
  const withOptional = new Map<Schema, Environment>();
  let types = 0;
  const environmentOf = (schema: Schema, isResource: boolean, hasOptionalOld: boolean): Environment => {
    const environments = hasOptionalOld ? withOptional : withOld;
    base ??= newBase();
    let made = environments.get(schema);
    if (made === undefined) {
      made = base.clone();
      const declare = (fields: Readonly<Record<string, string>>): string => {
        const name = `Fields${types++}`;
        made!.registerType({ name, schema: { ...fields } });
        return name;
      };
      const type = typeOf(schema, isResource, declare) ?? 'dyn';
      made.registerVariable('self', type).registerVariable('oldSelf', hasOptionalOld ? 'dyn' : type);
      environments.set(schema, made);
    }
    return made;
  };
  return {
    faultOf: (schema, isResource, text, { wanted, hasOptionalOld }) => {
      try {
        const parsed = environmentOf(schema, isResource, hasOptionalOld).parse(
          rewriteRule(withFieldTests(text), false),
        );
        const literal = literalFault(parsed.ast, isPattern);
        if (literal !== undefined) return literal;
        const { valid, error, type } = parsed.check();
        if (!valid) return error === undefined ? undefined : typeFault(error);
        const isOther = type !== undefined && type !== wanted && PLAIN.test(type);
        return isOther ? `gives a value of type ${type}, where ${wanted} is required` : undefined;
      } catch {
        // What the library can't read is judged elsewhere.
        return undefined;
      }
    },
  };
};

const newBase = (): Environment => {
  const cel = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  const made = new cel.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  const none = (): undefined => undefined;
  return registerKubernetesFunctions(made, { go: none, vetted: none }).registerFunction(
    'hasField(dyn): bool',
    () => true,
  );
};

/** Texts that are something else to CEL. */
const FORMATS: Readonly<Record<string, string>> = {
  byte: 'dyn',
  date: 'google.protobuf.Timestamp',
  'date-time': 'google.protobuf.Timestamp',
  datetime: 'dyn',
  duration: 'google.protobuf.Duration',
};

/** Makes a type of fields, and gives its name. */
type Declare = (fields: Readonly<Record<string, string>>) => string;

/** As SchemaDeclType in k8s.io/apiserver: undefined for what expressions can't read. */
const typeOf = (schema: Schema, isResource: boolean, declare: Declare): string | undefined => {
  if (schema['x-kubernetes-int-or-string'] === true) return 'dyn';
  const { type, format, items, properties, additionalProperties } = schema;
  const inner = (one: Schema): string | undefined =>
    typeOf(one, one['x-kubernetes-embedded-resource'] === true, declare);
  switch (type) {
    case 'array': {
      const item = isObject(items) ? inner(items) : undefined;
      return item === undefined ? undefined : `list<${item}>`;
    }
    case 'object': {
      if (isObject(additionalProperties) && !isResource) {
        const value = inner(additionalProperties);
        return value === undefined ? undefined : `map<string, ${value}>`;
      }
      const fields: Record<string, string> = {};
      for (const [key, property] of Object.entries(isObject(properties) ? properties : {})) {
        const of = isObject(property) ? inner(property) : undefined;
        // Most words that need an escape are also read without it.
        if (of !== undefined) fields[key] = fields[escapeName(key)] = of;
      }
      if (isResource) {
        fields['apiVersion'] = fields['kind'] = 'string';
        fields['metadata'] = declare({ name: 'string', generateName: 'string' });
      }
      return declare(fields);
    }
    case 'string':
      return typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : 'string';
    case 'boolean':
      return 'bool';
    case 'integer':
      return 'int';
    case 'number':
      return 'double';
    default:
      return undefined;
  }
};

import { z } from 'zod';
import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { isJson } from '../json/is-json.js';
import { inputPattern, inputType, stateName } from './diagnostics.js';
import { type JsonSchema, narrowBounds, patternsOf, withPatterns } from './json-schema.js';
import { matches } from './matches.js';
import { patternFault } from './pattern.js';
import { zodCheckWords } from './zod-check-words.js';

type Schema = z.core.$ZodType;

/** Where an input is declared: a var and a secret's property are leaves, a values document is a tree. */
export type Channel = 'vars' | 'values' | 'secrets';

export interface DescribedInput {
  readonly schema: JsonSchema;
  /** May be left out by Terraform: it has a default, or is optional. */
  readonly optional: boolean;
  /** The Terraform state that supplies it, where its `meta` says `from`. */
  readonly from?: string;
  /** Paths at and below it of what the contract cannot carry, where there is any: `values.web.replicas`. */
  readonly refused?: readonly string[];
}

const allowed = 'an infra input is a z.string(), z.number(), z.int(), z.boolean(), z.enum() or z.literal()';
const allowedIn: Record<Channel, string> = {
  vars: `${allowed}, with .default() or without`,
  values: `${allowed}, z.object() or z.array() of such, with .optional() or without`,
  secrets: `a property of a secret is a z.string(), z.enum() or z.literal()`,
};

const isPlainLeaf = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** A numeric enum of TypeScript has its names as values too. */
const enumValues = (entries: z.core.util.EnumLike): readonly unknown[] => {
  const numbers = new Set(Object.values(entries).filter((value) => typeof value === 'number'));
  return Object.entries(entries)
    .filter(([key]) => !numbers.has(Number(key)))
    .map(([, value]) => value);
};

/** `.int()`, which `z.int()` has of its own. */
const isWholeCheck = (check: z.core.$ZodCheck): boolean =>
  (check._zod.def as { readonly format?: unknown }).format === 'safeint';

/** `.min(1)` and `.max(9)`; bounds that are excluded are none that each tool knows. */
const boundOf = (check: z.core.$ZodCheck): { readonly minimum: number } | { readonly maximum: number } | undefined => {
  const { check: name, value, inclusive } = check._zod.def as { check: string; value?: unknown; inclusive?: boolean };
  if (typeof value !== 'number' || !Number.isFinite(value) || inclusive !== true) return undefined;
  return name === 'greater_than' ? { minimum: value } : name === 'less_than' ? { maximum: value } : undefined;
};

/** All bounds apply. */
const boundsOf = (checks: readonly z.core.$ZodCheck[]): Pick<JsonSchema, 'minimum' | 'maximum'> =>
  checks.reduce<Pick<JsonSchema, 'minimum' | 'maximum'>>(
    (bounds, check) => narrowBounds(bounds, boundOf(check) ?? {}),
    {},
  );

/** Whether a number is declared whole: `z.int()` and `z.number().int()` say the same. */
const isWholeNumber = (def: object): boolean => {
  const { type, format, checks = [] } = def as { type?: string; format?: string; checks?: readonly z.core.$ZodCheck[] };
  return type === 'number' && (format === 'safeint' || checks.some(isWholeCheck));
};

/**
 * Reads a zod schema into the JSON Schema that the contract carries. What the contract cannot carry is reported to
 * `report` and left out.
 */
export const describeInput = (
  schema: Schema,
  channel: Channel,
  path: string,
  report: (problem: Diagnostic) => void,
): DescribedInput => {
  const refused: string[] = [];
  const refuse = (what: string, at = path) => {
    refused.push(at);
    report(
      diagnose(inputType, {
        message: `infra input "${at}" is ${what}, which the contract cannot carry`,
        at: { path: at },
        fix: allowedIn[channel],
      }),
    );
  };
  const refuseCheck = (type: string, check: z.core.$ZodCheck, at: string) => {
    const { method, instead } = zodCheckWords(type, check);
    refused.push(at);
    report(
      diagnose(inputType, {
        message: `infra input "${at}" has ${method}, which the contract cannot carry`,
        at: { path: at },
        fix: `${instead === undefined ? '' : `write ${instead} instead, or `}leave ${method} out`,
      }),
    );
  };

  const stringSchema = (def: z.core.$ZodStringDef, at: string): JsonSchema => {
    const patterns: string[] = [];
    for (const check of def.checks ?? []) {
      const { pattern, format } = check._zod.def as { pattern?: RegExp; format?: string };
      if (format !== 'regex' || pattern === undefined) {
        refuseCheck('string', check, at);
        continue;
      }
      const fault = patternFault(pattern);
      if (fault === undefined) patterns.push(pattern.source);
      else {
        report(
          diagnose(inputPattern, {
            message: `the pattern ${pattern} of infra input "${at}" has ${fault}, which Terraform's RE2 does not read alike`,
            at: { path: at },
            fix: 'write it in the common part of RE2 and JavaScript: classes, groups, repetitions, ^ and $',
          }),
        );
      }
    }
    // z.email() and its like are strings with a format of their own and no entry in `checks`.
    const own = (def as { format?: string }).format;
    if (own !== undefined) refuse(`a string of format "${own}"`, at);
    return { type: 'string', ...withPatterns(patterns) };
  };

  const open = new Set<Schema>();
  /** A schema may hold itself, by a getter. */
  const visit = (node: Schema, at: string, top: boolean): DescribedInput => {
    if (open.has(node)) {
      refuse('of a type that holds itself', at);
      return { schema: { type: 'string' }, optional: false };
    }
    open.add(node);
    const described = describeNode(node, at, top);
    open.delete(node);
    return described;
  };

  const describeNode = (node: Schema, at: string, top: boolean): DescribedInput => {
    const def = (node as z.core.$ZodTypes)._zod.def;
    const meta = z.globalRegistry.get(node) as
      | { description?: string; examples?: unknown[]; example?: unknown }
      | undefined;
    const given: unknown = meta?.examples;
    if (given !== undefined && !Array.isArray(given)) {
      report(
        diagnose(inputPattern, {
          message: `the examples of infra input "${at}" are ${formatValue(given)}, and no list`,
          at: { path: at },
          fix: "write .meta({ examples: ['…'] })",
        }),
      );
    }
    const said = Array.isArray(given) ? (given as unknown[]) : meta?.example === undefined ? undefined : [meta.example];
    const examples = said?.filter(isJson);
    // Whatever is made from examples could not print them.
    for (const example of said ?? []) if (!isJson(example)) report(misfit(example, at));
    const about = {
      ...(meta?.description === undefined ? {} : { description: meta.description }),
      ...(examples === undefined ? {} : { examples }),
    };
    const leaf = (one: JsonSchema): DescribedInput => ({ schema: { ...one, ...about }, optional: false });
    const isWhole = isWholeNumber(def);
    const custom = ((def as { checks?: readonly z.core.$ZodCheck[] }).checks ?? []).filter(
      (check) => !isWholeCheck(check) && boundOf(check) === undefined,
    );
    if (def.type !== 'string' && custom.length > 0) {
      refuseCheck(def.type, custom[0]!, at);
    }
    switch (def.type) {
      case 'string':
        return leaf(stringSchema(def, at));
      case 'number':
        if (!isWhole && (def as { format?: string }).format !== undefined)
          refuse(`z.${(def as { format?: string }).format}()`, at);
        if (channel === 'secrets') refuse('a number', at);
        return leaf({ type: isWhole ? 'integer' : 'number', ...boundsOf(def.checks ?? []) });
      case 'boolean':
        if (channel === 'secrets') refuse('a boolean', at);
        return leaf({ type: 'boolean' });
      case 'enum':
      case 'literal': {
        const all: readonly unknown[] = def.type === 'enum' ? enumValues(def.entries) : def.values;
        const types = new Set(all.map((value) => typeof value));
        if (!all.every(isPlainLeaf) || types.size !== 1) {
          refuse(
            `${def.type === 'enum' ? 'an enum' : 'a literal'} of other than strings, numbers or booleans, or of several types`,
            at,
          );
          return leaf({ type: 'string' });
        }
        const type = [...types][0] as 'string' | 'number' | 'boolean';
        if (channel === 'secrets' && type !== 'string') refuse(`a ${type}`, at);
        return leaf({ type, enum: [...all].sort() as (string | number | boolean)[] });
      }
      case 'optional': {
        if (channel !== 'values' || top) refuse('optional', at);
        const inner = visit(def.innerType as Schema, at, false);
        return { schema: { ...inner.schema, ...about }, optional: true };
      }
      case 'default': {
        const inner = visit(def.innerType as Schema, at, false);
        if (channel !== 'vars') {
          refuse('given a default, which nothing applies', at);
          return inner;
        }
        const value: unknown = def.defaultValue;
        const described = { ...inner.schema, ...about };
        if (!isPlainLeaf(value) || !matches(described, value)) {
          report(
            diagnose(inputPattern, {
              message: `the default ${formatValue(value)} of infra input "${at}" does not fit its own type`,
              at: { path: at },
              fix: 'give a default that the input would accept',
            }),
          );
          return { schema: described, optional: true };
        }
        if (/[}$\n]/.test(String(value)) || String(value) === '') {
          report(
            diagnose(inputPattern, {
              message: `the default ${formatValue(value)} of infra input "${at}" cannot stand in a \${VAR:=default}`,
              at: { path: at },
              fix: 'a default is not empty and holds no "}", "$" or newline; leave it out and let Terraform give the value',
            }),
          );
        }
        return { schema: { ...described, default: value }, optional: true };
      }
      case 'object': {
        if (channel !== 'values') {
          refuse('an object', at);
          return leaf({ type: 'string' });
        }
        const catchall = def.catchall as Schema | undefined;
        if (catchall !== undefined && catchall._zod.def.type !== 'never') refuse('an object with open keys', at);
        const properties: [string, JsonSchema][] = [];
        const required: string[] = [];
        for (const key of Object.keys(def.shape).sort()) {
          const property = visit(def.shape[key] as Schema, `${at}.${key}`, false);
          properties.push([key, property.schema]);
          if (!property.optional) required.push(key);
        }
        return leaf({
          type: 'object',
          properties: Object.fromEntries(properties),
          ...(required.length === 0 ? {} : { required }),
          additionalProperties: false,
        });
      }
      case 'array': {
        if (channel !== 'values') {
          refuse('an array', at);
          return leaf({ type: 'string' });
        }
        const items = visit(def.element as Schema, `${at}[]`, false);
        if (items.optional) refuse('an array of optional items', at);
        return leaf({ type: 'array', items: items.schema });
      }
      default:
        refuse(`a z.${def.type}()`, at);
        return leaf({ type: 'string' });
    }
  };

  const described = visit(schema, path, true);
  checkExamples(described.schema, path, report);
  const from = stateOf(schema, path, report);
  return {
    ...described,
    ...(from === undefined ? {} : { from }),
    ...(refused.length === 0 ? {} : { refused }),
  };
};

const misfit = (example: unknown, path: string): Diagnostic =>
  diagnose(inputPattern, {
    message: `the example ${formatValue(example)} of infra input "${path}" does not fit its own type`,
    at: { path },
    fix: 'give an example that the input would accept',
  });

/** Every example fits its schema, and a string with a pattern has one: fixtures and docs are made from it. */
const checkExamples = (schema: JsonSchema, path: string, report: (problem: Diagnostic) => void): void => {
  for (const example of schema.examples ?? []) {
    if (matches(schema, example)) continue;
    report(misfit(example, path));
  }
  if (patternsOf(schema).length > 0 && (schema.examples ?? []).length === 0 && schema.default === undefined) {
    report(
      diagnose(inputPattern, {
        message: `infra input "${path}" has a pattern and no example`,
        at: { path },
        fix: "add one that matches: .meta({ examples: ['…'] }); fixtures and docs are made from it",
      }),
    );
  }
  if (schema.examples !== undefined) return;
  for (const [key, property] of Object.entries(schema.properties ?? {}))
    checkExamples(property, `${path}.${key}`, report);
  if (schema.items !== undefined) checkExamples(schema.items, `${path}[]`, report);
};

/** The state that a schema names: that of the outermost `meta` that says one. */
const stateOf = (schema: Schema, path: string, report: (problem: Diagnostic) => void): string | undefined => {
  const { from } = (z.globalRegistry.get(schema) ?? {}) as { readonly from?: unknown };
  if (from === undefined) {
    const { innerType } = schema._zod.def as { readonly innerType?: Schema };
    return innerType === undefined ? undefined : stateOf(innerType, path, report);
  }
  if (typeof from === 'string' && /^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$/.test(from)) return from;
  report(
    diagnose(stateName, {
      message: `infra input "${path}" is from ${formatValue(from)}, which can't be the name of a Terraform state`,
      at: { path },
      fix: "give up to 32 lower-case letters, digits and dashes: .meta({ from: 'network' })",
    }),
  );
  return undefined;
};

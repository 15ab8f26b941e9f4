import type { z } from 'zod';
import { type Channel, describeInput, type JsonSchema } from '../contract/index.js';
import { type Diagnostic, formatValue, suggest } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import { isSchema } from './describe-inputs.js';
import type { AddonInputs } from './inspection.js';

type Refuse = (message: string, fix: string, path: string) => void;

/** How a replaced input is refused, and where. */
interface Told {
  readonly addon: string;
  readonly refuse: Refuse;
  readonly report: (problem: Diagnostic) => void;
}

const FIX = "give a string: z.string().regex(/^[a-z]+$/).meta({ examples: ['example'] })";

/** An addon's inputs with the patterns of others. What stays: names, defaults, and what may be left out. */
export const replaceInputs = (inputs: AddonInputs, given: unknown, told: Told): AddonInputs => {
  if (!isPlainRecord(given)) {
    told.refuse(
      `\`inputPatterns\` of addon "${told.addon}" is ${formatValue(given)}`,
      'give inputs by channel: { vars: { … } }',
      'inputPatterns',
    );
    return inputs;
  }
  const channels: readonly Channel[] = ['vars', 'values', 'secrets'];
  for (const key of Object.keys(given)) {
    if (!channels.includes(key as Channel)) unknown(key, 'inputPatterns', channels, told);
  }
  const { vars, values, secrets } = given;
  const inChannel = <T>(
    all: ReadonlyMap<string, T>,
    channel: Channel,
    replacements: unknown,
    replaced: (one: T, by: unknown, path: string) => T,
  ): ReadonlyMap<string, T> => {
    const found = new Map(all);
    for (const [name, by] of membersOf(replacements, `inputPatterns.${channel}`, told)) {
      const path = `inputPatterns.${channel}.${name}`;
      const there = all.get(name);
      if (there === undefined) unknown(name, `inputPatterns.${channel}`, [...all.keys()], told);
      else found.set(name, replaced(there, by, path));
    }
    return found;
  };
  return {
    vars: inChannel(inputs.vars, 'vars', vars, (one, by, path) => ({
      ...one,
      schema: inSchema(one.schema, by, path, told),
    })),
    values: inChannel(inputs.values, 'values', values, (one, by, path) => ({
      ...one,
      schema: inSchema(one.schema, by, path, told),
    })),
    secrets: inChannel(inputs.secrets, 'secrets', secrets, (properties, by, path) => {
      const found = new Map(properties);
      for (const [name, one] of membersOf(by, path, told)) {
        const there = properties.get(name);
        if (there === undefined) unknown(name, path, [...properties.keys()], told);
        else found.set(name, { ...there, schema: inSchema(there.schema, one, `${path}.${name}`, told) });
      }
      return found;
    }),
  };
};

const membersOf = (given: unknown, path: string, { addon, refuse }: Told): readonly (readonly [string, unknown])[] => {
  if (given === undefined) return [];
  if (isPlainRecord(given)) return Object.entries(given).filter(([, one]) => one !== undefined);
  refuse(`\`${path}\` of addon "${addon}" is ${formatValue(given)}`, 'give inputs by name', path);
  return [];
};

const unknown = (name: string, path: string, known: readonly string[], { addon, refuse }: Told): void =>
  refuse(`addon "${addon}" has no \`${path}.${name}\``, suggest(name, known), `${path}.${name}`);

const inSchema = (schema: JsonSchema, by: unknown, path: string, told: Told): JsonSchema => {
  if (isSchema(by)) return withPatternOf(schema, by, path, told);
  // As in the type, the items of a list are under its name.
  if (schema.items !== undefined) return { ...schema, items: inSchema(schema.items, by, path, told) };
  if (schema.properties === undefined) {
    told.refuse(`\`${path}\` of addon "${told.addon}" is ${formatValue(by)}, and no zod schema`, FIX, path);
    return schema;
  }
  const properties = { ...schema.properties };
  for (const [name, one] of membersOf(by, path, told)) {
    const there = properties[name];
    if (there === undefined) unknown(name, path, Object.keys(properties), told);
    else properties[name] = inSchema(there, one, `${path}.${name}`, told);
  }
  return { ...schema, properties };
};

const withPatternOf = (schema: JsonSchema, by: z.core.$ZodType, path: string, told: Told): JsonSchema => {
  if (schema.items !== undefined) return { ...schema, items: withPatternOf(schema.items, by, path, told) };
  const { schema: described, optional } = describeInput(by, 'vars', path, told.report);
  if (
    schema.type !== 'string' ||
    described.type !== 'string' ||
    described.enum !== undefined ||
    schema.enum !== undefined ||
    optional
  ) {
    told.refuse(
      `\`${path}\` of addon "${told.addon}" can't be replaced: only the pattern of a string can, by a z.string() that isn't optional`,
      FIX,
      path,
    );
    return schema;
  }
  const { pattern: _, allOf: __, examples, ...kept } = schema;
  return { ...kept, ...(examples === undefined || described.pattern !== undefined ? {} : { examples }), ...described };
};

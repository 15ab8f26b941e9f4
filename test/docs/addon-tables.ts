import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { AddonDefinition } from '../../src/addon/addon.js';
import { inspectOnce } from '../../src/addon/inspect.js';

const code = (text: string): string => `\`${text}\``;
const codes = (all: Iterable<string>): string => [...all].map(code).join(', ') || '-';

/** Without padding, since the page is in the package. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
};

/** What an addon asks of Terraform: its vars, the values of its releases, its secrets' properties. */
const inputsOf = (definition: AddonDefinition): string => {
  const { vars, values, secrets } = inspectOnce(definition, () => undefined)().inputs;
  const leaves = (schema: { readonly properties?: object }, path: string): readonly string[] =>
    Object.entries(schema.properties ?? {}).flatMap(([key, one]: [string, { readonly properties?: object }]) =>
      one.properties === undefined ? [`${path}.${key}`] : leaves(one, `${path}.${key}`),
    );
  return codes([
    ...vars.keys(),
    ...[...values].flatMap(([release, { schema }]) => leaves(schema, `values.${release}`)),
    ...[...secrets].flatMap(([secret, properties]) => [...properties.keys()].map((one) => `secrets.${secret}.${one}`)),
  ]);
};

/** `{ kind: 'SecretStore', name: 'a' }`, as one would type it; `false` members say nothing. */
const print = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(print).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{ ${Object.entries(value)
          .filter(([, one]) => one !== false)
          .map(([key, one]) => `${key}: ${print(one)}`)
          .join(', ')} }`.replace('{  }', '{}')
      : typeof value === 'string'
        ? `'${value}'`
        : String(value);

/** What the comment above an option says: its meaning, and the default that is none of zod's. */
const commentsOf = (definition: AddonDefinition): ReadonlyMap<string, { text: string; otherwise: string }> => {
  const source = readFileSync(new URL(`../../src/addons/${definition.name}/index.ts`, import.meta.url), 'utf8');
  const options = source.slice(source.search(/options: z\s*\.object\(\{/));
  return new Map(
    [...options.matchAll(/\/\*\* ([^*]+?) \*\/\s+(\w+):/g)].map(([, comment = '', option = '']) => {
      const [text = '', otherwise = '-'] = comment.split(/ @default - /);
      return [option, { text: text.replace(/\.$/, ''), otherwise }];
    }),
  );
};

const defaultOf = (schema: z.core.$ZodType, otherwise: string): string => {
  const parsed = (schema as z.ZodType).safeParse(undefined);
  if (!parsed.success) return 'must be given';
  return parsed.data === undefined ? otherwise : code(print(parsed.data));
};

/** The tables of docs/package-addons.md: what each addon of the package needs and gives, and what it takes. */
export const addonTables = (addons: Readonly<Record<string, { readonly definition: AddonDefinition }>>): string => {
  const all = Object.entries(addons).sort(([a], [b]) => (a < b ? -1 : 1));
  const needs = all.map(([name, { definition }]) => [
    code(`${name}()`),
    codes(definition.requires ?? []),
    codes(definition.provides ?? []),
    inputsOf(definition),
  ]);
  const options = all.flatMap(([name, { definition }]) => {
    const comments = commentsOf(definition);
    return Object.entries((definition.options as z.ZodObject | undefined)?.shape ?? {}).map(([option, schema]) => {
      const { text, otherwise } = comments.get(option) ?? { text: '', otherwise: '-' };
      return [code(`${name}()`), code(option), text, defaultOf(schema, otherwise)];
    });
  });
  return `${table(['addon', 'requires', 'provides', 'needs from Terraform'], needs)}\n${table(['addon', 'option', 'meaning', 'default'], options)}`;
};

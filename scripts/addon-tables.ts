import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { AddonDefinition } from '../src/addon/addon-definition.js';
import { inspectOnce } from '../src/addon/inspect.js';
import { namedVersions } from '../src/addon/with-file-versions.js';
import { optionDocs } from './option-docs.js';
import { checkedVersions } from './package-versions.js';

const code = (text: string): string => `\`${text}\``;
const codes = (all: Iterable<string>): string => [...all].map(code).join(', ') || '-';

/** A table in Markdown, without padding, since the page is in the package. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
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
const commentsOf = (
  root: string,
  definition: AddonDefinition,
  variant?: string,
): ReadonlyMap<string, { text: string; otherwise: string }> => {
  const folder = join(root, 'src/addons', definition.name);
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  // That of the variant itself comes last, and so wins.
  files.push(variant === undefined ? '' : (files.find((text) => text.includes(`export const ${variant} `)) ?? ''));
  return new Map(
    [...optionDocs(files)].map(([option, comment]) => {
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

interface Variant {
  /** As one types it: `velero({ provider: 'azure' })`. */
  readonly call: string;
  readonly name: string;
  readonly definition: AddonDefinition;
  /** The variant without the option, where this one isn't it. */
  readonly usual?: AddonDefinition;
}

export type AddonWithVariants = {
  readonly definition: AddonDefinition;
  readonly variants?: Readonly<Record<string, { readonly definition: AddonDefinition }>>;
};

const shapeOf = ({ options }: AddonDefinition) => (options as z.ZodObject | undefined)?.shape ?? {};

/** An addon and its variants, each that differs once. */
const variantsOf = (name: string, { definition, variants = {} }: AddonWithVariants): readonly Variant[] => {
  const option = Object.hasOwn(shapeOf(definition), 'provider') ? 'provider' : 'environment';
  const seen = new Set([definition]);
  const others = Object.entries(variants).filter(([, one]) => !seen.has(one.definition) && seen.add(one.definition));
  return [
    { call: `${name}()`, name: 'aws', definition },
    ...others.map(([variant, one]) => ({
      call: `${name}({ ${option}: '${variant}' })`,
      name: variant,
      definition: one.definition,
      usual: definition,
    })),
  ];
};

/** What docs/package-addons.md and the gallery of the site say of one addon: rows of cells in Markdown. */
export interface AddonFacts {
  /** The name of the export: `velero`. */
  readonly name: string;
  readonly definition: AddonDefinition;
  /** The names of its providers, if it has several: `azure`. */
  readonly variants: readonly string[];
  /** The call, what it requires, what it provides, what it needs from Terraform; of variants, each that differs. */
  readonly needs: readonly (readonly string[])[];
  /** The name in versions.yaml, the call, the version, the day on which it was checked, and how to upgrade. */
  readonly versions: readonly (readonly string[])[];
  /** The call, the option, its meaning and its default; of a variant, what differs. */
  readonly options: readonly (readonly string[])[];
}

/** Of rows with the same cells after the first, the first. */
const firstOfEach = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] => {
  const seen = new Set<string>();
  return rows.filter(([, ...cells]) => !seen.has(cells.join('|')) && seen.add(cells.join('|')));
};

const optionsOf = (root: string, { call, name, definition, usual }: Variant): readonly (readonly string[])[] => {
  const comments = commentsOf(root, definition, name);
  const before = usual === undefined ? undefined : shapeOf(usual);
  return Object.entries(shapeOf(definition)).flatMap(([option, schema]) => {
    const { text, otherwise } = comments.get(option) ?? { text: '', otherwise: '-' };
    const shown = defaultOf(schema, otherwise);
    if (usual !== undefined && /^(?:provider|environment)$/.test(option) && before?.[option] !== undefined) return [];
    const same = before?.[option];
    if (same !== undefined && defaultOf(same, otherwise) === shown) return [];
    return [[code(call), code(option), text, shown]];
  });
};

/** The versions of an addon, and what is known of them. One that nobody has checked fails. */
const versionsOf = (name: string, variants: readonly Variant[]): readonly (readonly string[])[] => {
  const rows = variants.flatMap(({ definition }) =>
    namedVersions({ name: definition.name, definition, versions: {}, tag: undefined }).map((named) => {
      const known = checkedVersions[named.name];
      if (known?.version !== named.version) {
        throw new Error(
          `scripts/package-versions.ts has no check of "${named.name}" ${named.version}: look at it, then add the day`,
        );
      }
      return [code(named.name), code(`${name}()`), named.version, known.checked, `[upstream](${known.guide})`] as const;
    }),
  );
  return [...new Map(rows.map((row) => [row[0], row])).values()];
};

/** @param root the repository's folder, whose sources have the comments of the options */
export const addonFacts = (root: string, addons: Readonly<Record<string, AddonWithVariants>>): readonly AddonFacts[] =>
  Object.entries(addons)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, addon]) => {
      const variants = variantsOf(name, addon);
      const needs = variants.map(({ call, definition }) => [
        code(call),
        codes(definition.requires ?? []),
        codes(definition.provides ?? []),
        inputsOf(definition),
      ]);
      return {
        name,
        definition: addon.definition,
        variants: variants.length === 1 ? [] : variants.map((one) => one.name),
        needs: firstOfEach(needs),
        versions: versionsOf(name, variants),
        options: firstOfEach(variants.flatMap((one) => optionsOf(root, one))),
      };
    });

/** The tables of docs/package-addons.md: what each addon of the package needs and gives, its versions, and what it takes. */
export const addonTables = (root: string, addons: Readonly<Record<string, AddonWithVariants>>): string => {
  const all = addonFacts(root, addons);
  const needs = table(
    ['addon', 'requires', 'provides', 'needs from Terraform'],
    all.flatMap((one) => one.needs),
  );
  const versions = [...new Map(all.flatMap((one) => one.versions).map((row) => [row[0]!, row])).values()].sort(
    ([a = ''], [b = '']) => (a < b ? -1 : 1),
  );
  const options = all.flatMap((one) => one.options);
  return [
    needs,
    table(['in versions.yaml', 'addon', 'version', 'checked', 'how to upgrade'], versions),
    table(['addon', 'option', 'meaning', 'default'], options),
  ].join('\n');
};

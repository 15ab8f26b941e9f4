import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { AddonDefinition } from '../../src/addon/addon-definition.js';
import { inspectOnce } from '../../src/addon/inspect.js';
import { namedVersions } from '../../src/addon/with-file-versions.js';
import { checkedVersions } from './package-versions.js';

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
const commentsOf = (
  definition: AddonDefinition,
  variant?: string,
): ReadonlyMap<string, { text: string; otherwise: string }> => {
  const folder = new URL(`../../src/addons/${definition.name}/`, import.meta.url);
  const files = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  // That of the variant itself comes last, and so wins.
  files.push(variant === undefined ? '' : (files.find((text) => text.includes(`export const ${variant} `)) ?? ''));
  return new Map(
    files
      .map((text) => text.slice(text.search(/options(?: = \{|: z\s*\.object\(\{)/)))
      .flatMap((text) => [...text.matchAll(/\/\*\* ([^*]+?) \*\/\s+(\w+)[:,]/g)])
      .map(([, comment = '', option = '']) => {
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
  readonly name?: string;
  readonly definition: AddonDefinition;
  /** The variant without the option, where this one isn't it. */
  readonly usual?: AddonDefinition;
}

type AddonWithVariants = {
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

/** The versions of all addons, and what is known of them. An addon whose version nobody has checked fails. */
const versionsOf = (all: readonly Variant[]): readonly (readonly string[])[] => {
  const rows = new Map<string, readonly string[]>();
  for (const { call, definition } of all) {
    const instance = { name: definition.name, definition, versions: {}, tag: undefined };
    for (const { name, version } of namedVersions(instance)) {
      const known = checkedVersions[name];
      if (known?.version !== version)
        throw new Error(
          `test/docs/package-versions.ts has no check of "${name}" ${version}: look at it, then add the day`,
        );
      if (!rows.has(name))
        rows.set(name, [
          code(name),
          code(call.replace(/\(.*/, '()')),
          version,
          known.checked,
          `[upstream](${known.guide})`,
        ]);
    }
  }
  return [...rows.values()].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
};

/** The tables of docs/package-addons.md: what each addon of the package needs and gives, its versions, and what it takes. */
export const addonTables = (addons: Readonly<Record<string, AddonWithVariants>>): string => {
  const all = Object.entries(addons)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, addon]) => variantsOf(name, addon));
  /** Of several variants with the same, the first. */
  const once = () => {
    const seen = new Set<string>();
    return (addon: string, cells: readonly string[]): boolean => {
      const key = [addon, ...cells].join('|');
      return !seen.has(key) && seen.add(key) !== undefined;
    };
  };
  const isNewNeed = once();
  const needs = all.flatMap(({ call, definition }) => {
    const cells = [codes(definition.requires ?? []), codes(definition.provides ?? []), inputsOf(definition)];
    return isNewNeed(definition.name, cells) ? [[code(call), ...cells]] : [];
  });
  const isNewOption = once();
  const options = all.flatMap(({ call, name, definition, usual }) => {
    const comments = commentsOf(definition, name);
    // Of a variant, what differs.
    const before = usual === undefined ? undefined : shapeOf(usual);
    return Object.entries(shapeOf(definition)).flatMap(([option, schema]) => {
      const { text, otherwise } = comments.get(option) ?? { text: '', otherwise: '-' };
      const shown = defaultOf(schema, otherwise);
      if (usual !== undefined && /^(?:provider|environment)$/.test(option) && before?.[option] !== undefined) return [];
      const same = before?.[option];
      if (same !== undefined && defaultOf(same, otherwise) === shown) return [];
      return isNewOption(definition.name, [option, text, shown]) ? [[code(call), code(option), text, shown]] : [];
    });
  });
  return `${table(['addon', 'requires', 'provides', 'needs from Terraform'], needs)}\n${table(['in versions.yaml', 'addon', 'version', 'checked', 'how to upgrade'], versionsOf(all))}\n${table(['addon', 'option', 'meaning', 'default'], options)}`;
};

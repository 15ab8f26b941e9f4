// The comments above the options of the package's addons: `tsc` drops them, since it prints the type of a schema anew.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The comment of each option, without its marks. */
export type OptionDocs = ReadonlyMap<string, string>;

/** @param texts the files of an addon; what a later one says of an option wins */
export const optionDocs = (texts: readonly string[]): OptionDocs =>
  new Map(
    texts
      .map((text) => text.slice(text.search(/options(?: = \{|: z\s*\.object\(\{)/)))
      .flatMap((text) => [...text.matchAll(/\/\*\* ([^*]+?) \*\/\s+(\w+)[:,]/g)])
      .map(([, comment = '', option = '']) => [option, comment]),
  );

/**
 * A declaration file with the comments above the options of its addons.
 *
 * @param docsOf the comments of a variant; without one, those of the file's only addon
 */
const withOptionDocs = (declaration: string, docsOf: (variant: string | undefined) => OptionDocs): string => {
  let variant: string | undefined;
  /** The schema that the lines are in, and how far its members are indented. */
  let schema: { readonly docs: OptionDocs; readonly indent: string } | undefined;
  return declaration
    .split('\n')
    .flatMap((line) => {
      variant = /^ {4}(?:readonly )?'?([\w-]+)'?: .*\bAddon</.exec(line)?.[1] ?? variant;
      const indent = /^ */.exec(line)![0];
      const option = indent === schema?.indent ? /^ *(\w+)\??: /.exec(line)?.[1] : undefined;
      const comment = option === undefined ? undefined : schema?.docs.get(option);
      if (schema !== undefined && indent.length < schema.indent.length) schema = undefined;
      // The schema is an argument of the addon's type, and stands after another one or in the first line.
      if (/(?:^ *\}|\bAddon<).*, (?:z|import\("zod"\))\.ZodObject<\{$/.test(line)) {
        schema = { docs: docsOf(variant), indent: `${indent}    ` };
      }
      return comment === undefined ? [line] : [`${indent}/** ${comment} */`, line];
    })
    .join('\n');
};

/**
 * Writes the comments of options into the declarations of addons.
 *
 * @param source the folder of the addons' sources, with a folder for each addon, and a file for each of its variants
 * @param declarations the folder of what `tsc` made of them
 */
export const writeOptionDocs = (source: string, declarations: string): void => {
  for (const file of readdirSync(declarations, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts') || dirname(file) === '.') continue;
    const folder = join(source, dirname(file));
    const names = readdirSync(folder).sort();
    const path = join(declarations, file);
    const docsOf = (variant = basename(file, '.d.ts')): OptionDocs => {
      const last = names.filter((name) => name === `${variant}.ts`);
      return optionDocs([...names, ...last].map((name) => readFileSync(join(folder, name), 'utf8')));
    };
    writeFileSync(path, withOptionDocs(readFileSync(path, 'utf8'), docsOf));
  }
};

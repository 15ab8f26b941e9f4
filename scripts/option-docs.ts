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

/** An object that a schema has: what an option takes, or a part of it, which is often declared in another file. */
interface SchemaObject {
  readonly names: string;
  /** What its enums have. */
  readonly values: readonly string[];
  readonly docs: OptionDocs;
}

/** @param texts sources */
const schemaObjects = (texts: readonly string[]): readonly SchemaObject[] =>
  texts
    .map((text) => text.split('\n'))
    .flatMap((lines) =>
      lines.flatMap((line, at): readonly SchemaObject[] => {
        if (!/(?<!^ *options: z)\.(?:strictO|o)bject\(\{$/.test(line)) return [];
        const { members, text } = openObject(lines, at);
        return [
          {
            names: namesOf(members),
            values: [...text.matchAll(/z\.enum\(\[(.*?)\]/gs)].flatMap(([, all = '']) => all.match(/\w+/g) ?? []),
            docs: new Map(
              members.flatMap(({ name, above }) => {
                const comment = /^ *\/\*\* ([^*]+?) \*\/$/.exec(above)?.[1];
                return comment === undefined ? [] : [[name, comment] as const];
              }),
            ),
          },
        ];
      }),
    );

/** The comments of an object of a declaration, by the names of its members, and the values of their enums. */
const docsOfObject = (objects: readonly SchemaObject[], lines: readonly string[], at: number): OptionDocs => {
  const { members, text } = openObject(lines, at);
  const names = namesOf(members);
  const fitting = objects.filter(
    (one) => one.names === names && one.values.every((value) => text.includes(`${value}: "${value}"`)),
  );
  const [docs = new Map<string, string>(), ...others] = fitting.map((one) => one.docs);
  if (others.some((one) => JSON.stringify([...one]) !== JSON.stringify([...docs]))) {
    throw new Error(`two objects of schemas have the members ${names}, with other comments: rename one of them`);
  }
  return docs;
};

interface Member {
  readonly name: string;
  /** The line above it. */
  readonly above: string;
}

/** The object that a line opens. Its members are all that are as far indented as the first. */
const openObject = (
  lines: readonly string[],
  at: number,
): { readonly members: readonly Member[]; readonly text: string } => {
  const indent = indentOf(lines[at + 1]!);
  const rest = lines.slice(at + 1);
  const inside = rest.slice(
    0,
    rest.findIndex((line) => line !== '' && indentOf(line).length < indent.length),
  );
  const members = inside.flatMap((line, index) => {
    const name = indentOf(line) === indent ? /^ *(\w+)\b\??(?:[:,(]|$)/.exec(line)?.[1] : undefined;
    return name === undefined ? [] : [{ name, above: inside[index - 1] ?? '' }];
  });
  return { members, text: inside.join('\n') };
};

const namesOf = (members: readonly Member[]): string => members.map(({ name }) => name).join(', ');

const indentOf = (line: string): string => /^ */.exec(line)![0];

/**
 * A declaration file with the comments above the options of its addons, and above the members of what options take.
 *
 * @param docsOf the comments of a variant; without one, those of the file's only addon
 * @param objects that the members may be of
 */
const withOptionDocs = (
  declaration: string,
  docsOf: (variant: string | undefined) => OptionDocs,
  objects: readonly SchemaObject[],
): string => {
  let variant: string | undefined;
  /** The schemas that a line is in, and how far their members are indented. */
  const schemas: { readonly docs: OptionDocs; readonly indent: string }[] = [];
  return declaration
    .split('\n')
    .flatMap((line, at, lines) => {
      variant = /^ {4}(?:readonly )?'?([\w-]+)'?: .*\bAddon</.exec(line)?.[1] ?? variant;
      const indent = indentOf(line);
      while (indent.length < (schemas.at(-1)?.indent.length ?? 0)) schemas.pop();
      const schema = schemas.at(-1);
      const option = indent === schema?.indent ? /^ *(\w+)\??: /.exec(line)?.[1] : undefined;
      const comment = option === undefined ? undefined : schema?.docs.get(option);
      if (/\bZodObject<\{$/.test(line)) {
        // The schema of an addon is an argument of its type, and stands after another one or in the first line.
        const isAddons = /(?:^ *\}|\bAddon<).*, (?:z|import\("zod"\))\.ZodObject<\{$/.test(line);
        const docs = isAddons ? docsOf(variant) : docsOfObject(objects, lines, at);
        schemas.push({ docs, indent: `${indent}    ` });
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
  const textsIn = (folder: string): ReadonlyMap<string, string> =>
    new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith('.ts'))
        .sort()
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  const shared = schemaObjects([...textsIn(source).values()]);
  for (const file of readdirSync(declarations, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const folder = dirname(file);
    const texts = folder === '.' ? new Map<string, string>() : textsIn(join(source, folder));
    const own = texts.get(`${basename(file, '.d.ts')}.ts`) ?? '';
    // What the file itself says wins, and then the file of a variant.
    const docsOf = (variant: string | undefined): OptionDocs =>
      optionDocs([...texts.values(), texts.get(`${variant}.ts`) ?? '', own]);
    const path = join(declarations, file);
    const objects = [...shared, ...schemaObjects([...texts.values()])];
    writeFileSync(path, withOptionDocs(readFileSync(path, 'utf8'), docsOf, objects));
  }
};

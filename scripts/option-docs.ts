// The comments above the options of the package's addons: `tsc` drops them, since it prints the type of a schema anew.

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
export const withOptionDocs = (declaration: string, docsOf: (variant: string | undefined) => OptionDocs): string => {
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

// Docstrings as the reference shows them.
import ts from '@typescript/typescript6';

export interface Docs {
  readonly text: string;
  readonly defaultText: string | undefined;
  /** Of a function: name and what is said of it. */
  readonly parameters: readonly (readonly [string, string])[];
  readonly returns: string | undefined;
  readonly throws: readonly string[];
  readonly examples: readonly string[];
  readonly isInternal: boolean;
}

const oneLine = (text: string): string => text.replaceAll(/[ \t]*\n[ \t]*(?!\n)/g, ' ').trim();

/** What a docstring says of a symbol; that of the interface or class that it comes from, where it has none of its own. */
export const docsOf = (symbol: ts.Symbol, checker: ts.TypeChecker): Docs => {
  const tags = symbol.getJsDocTags(checker).map(({ name, text }) => ({ name, text: ts.displayPartsToString(text) }));
  const all = (name: string): readonly string[] => tags.filter((tag) => tag.name === name).map(({ text }) => text);
  const first = (name: string): string | undefined => all(name).map(oneLine)[0];
  return {
    text: ts
      .displayPartsToString(symbol.getDocumentationComment(checker))
      .split(/\n{2,}/)
      .map(oneLine)
      .join('\n\n'),
    defaultText: first('default'),
    parameters: all('param').map((text) => {
      const [, name = '', said = ''] = /^(\S+)\s*-?\s*([\s\S]*)$/.exec(text) ?? [];
      return [name, oneLine(said)] as const;
    }),
    returns: first('returns'),
    throws: all('throws').map(oneLine),
    examples: all('example'),
    isInternal: tags.some(({ name }) => name === 'internal'),
  };
};

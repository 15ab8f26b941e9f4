import type { FluxOwner } from '../applied/view/flux-view.js';
import type { ObjectFile } from '../rules/context/rule-state.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { writtenExpressions } from '../substitution/written-expressions.js';

interface BuiltText {
  /** The file that declares the object. */
  readonly file: ObjectFile;
  readonly path: string;
  /** What the built object has there. */
  readonly text: string;
}

/**
 * Where a text with an expression stands, as `file:line`: a patch may bring it in. The file alone if the place isn't
 * certain.
 */
export const placeOfText = (
  { file, path, text }: BuiltText,
  { files, file: declared }: Pick<FluxOwner, 'files' | 'file'>,
  textOf: (path: string) => string | undefined,
): string => {
  const line = file.lineOf(path);
  if (!holdsExpression(text)) return line === undefined ? file.path : `${file.path}:${line}`;
  const own = linesOf(file.path, textOf);
  // Of a block of several lines, the place is its first one.
  const isBlock = line !== undefined && /[|>][+-]?\d?\s*$/.test(own[line - 1] ?? '');
  if (line !== undefined && (isBlock || text.includes('\n') || isOn(own[line - 1], text)))
    return `${file.path}:${line}`;
  const others = [...files, ...(declared === undefined ? [] : [declared])];
  const found = [...new Set([file.path, ...others])].flatMap((one) =>
    linesOf(one, textOf).flatMap((written, at) => (isOn(written, text) ? [{ file: one, line: at + 1 }] : [])),
  );
  const places = new Set(found.map((one) => one.file));
  if (found.length === 1) return `${found[0]!.file}:${found[0]!.line}`;
  return places.size === 1 ? found[0]!.file : file.path;
};

const linesOf = (path: string, textOf: (path: string) => string | undefined): readonly string[] =>
  (textOf(path) ?? '').split('\n');

/** Whether a line has the expressions of a text, however it is quoted. */
const isOn = (line: string | undefined, text: string): boolean => {
  const expressions = writtenExpressions(text);
  // One without an end is no expression, and its text is all there is.
  const parts = expressions.length === 0 ? [text] : expressions.map(({ source }) => source);
  return line !== undefined && parts.every((part) => line.includes(part));
};

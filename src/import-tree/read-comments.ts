import type { JsonPath } from '../json/json-path.js';
import { composeYamlDocuments } from '../yaml/compose-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { YamlNode } from '../yaml/yaml-node.js';
import { commentText } from './print-text.js';

/** The comments around one field. */
export interface FieldComments {
  readonly before: string[];
  after?: string;
  /** Behind the last member of the map or list. */
  readonly end: string[];
}

/** The comments of one document. */
export interface DocumentComments {
  readonly kind: string;
  readonly name: string;
  /** By {@link pathKey}. */
  readonly fields: ReadonlyMap<string, FieldComments>;
}

export const pathKey = (path: JsonPath): string => JSON.stringify(path);

/** Where a field begins. */
interface Mark {
  readonly path: JsonPath;
  readonly line: number;
  readonly column: number;
  /** The value, if it is a scalar that is written. */
  readonly scalar: { readonly line: number; readonly column: number } | undefined;
}

/** For tools that read the YAML file, and nothing in code. */
const FOR_TOOLS = /^(?:yaml-language-server:|yamllint |kics-scan |checkov:|-\*-|vim:)/;

/** The comments of each document of a YAML file; none of a file that can't be read. */
export const readComments = (yaml: string): readonly DocumentComments[] => {
  if (!/(?:^|\s)#/.test(yaml)) return [];
  let roots: readonly YamlNode[];
  try {
    roots = composeYamlDocuments(yaml, 'kyaml');
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
  const lines = yaml.split(/\r?\n/);
  return roots.map((root, index) => {
    const marks: Mark[] = [];
    collect(root, [], marks);
    const first = index === 0 ? 0 : separatorBefore(lines, root.start?.line ?? 0);
    const next = roots[index + 1]?.start?.line;
    const last = next === undefined ? lines.length : separatorBefore(lines, next);
    return {
      kind: textAt(root, ['kind']),
      name: textAt(root, ['metadata', 'name']),
      fields: attach(marks, lines, first, last),
    };
  });
};

/** The line behind the last `---` before a line. */
const separatorBefore = (lines: readonly string[], line: number): number => {
  for (let at = line; at >= 0; at--) if (/^---(?:\s|$)/.test(lines[at] ?? '')) return at + 1;
  return 0;
};

const textAt = (root: YamlNode, path: readonly string[]): string => {
  let node: YamlNode | undefined = root;
  for (const step of path) {
    if (node?.kind !== 'mapping') return '';
    const { children }: { readonly children: readonly YamlNode[] } = node;
    const at = children.findIndex((key, index) => index % 2 === 0 && key.kind === 'scalar' && key.value === step);
    node = at < 0 ? undefined : children[at + 1];
  }
  return node?.kind === 'scalar' ? node.value : '';
};

const collect = (node: YamlNode, path: JsonPath, marks: Mark[]): void => {
  if (node.kind === 'mapping') {
    for (let at = 0; at + 1 < node.children.length; at += 2) {
      const [key, value] = [node.children[at]!, node.children[at + 1]!];
      if (key.kind !== 'scalar' || key.start === undefined) continue;
      add(marks, [...path, key.value], key.start, value);
    }
  } else if (node.kind === 'sequence') {
    for (const [at, item] of node.children.entries())
      if (item.start !== undefined) add(marks, [...path, at], item.start, item);
  }
};

const add = (marks: Mark[], path: JsonPath, start: { line: number; column: number }, value: YamlNode): void => {
  const scalar = value.kind === 'scalar' ? value.start : undefined;
  marks.push({ path, line: start.line, column: start.column, scalar });
  collect(value, path, marks);
};

/** What a line starts with: `- - name` begins two items and a key. */
const columnOf = (line: string): number => line.length - line.trimStart().length;

const attach = (
  marks: readonly Mark[],
  lines: readonly string[],
  first: number,
  last: number,
): ReadonlyMap<string, FieldComments> => {
  const fields = new Map<string, FieldComments>();
  const of = (path: JsonPath): FieldComments => {
    const key = pathKey(path);
    const found = fields.get(key) ?? { before: [], end: [] };
    fields.set(key, found);
    return found;
  };
  const content = linesOfTexts(marks, lines);
  for (let at = first; at < last; at++) {
    if (content.has(at)) continue;
    const line = lines[at]!;
    const whole = /^\s*#+ ?(.*)$/.exec(line);
    if (whole !== null) {
      const words = commentText(whole[1]!);
      if (FOR_TOOLS.test(words) || words.startsWith('$')) continue;
      placeWhole(marks, at, columnOf(line), words, of);
      continue;
    }
    const here = marks.filter((mark) => mark.line === at);
    const inner = here.at(-1);
    const words = inner === undefined ? undefined : trailingComment(line, inner);
    if (inner !== undefined && words !== undefined && words !== '') of(inner.path).after = words;
  }
  return fields;
};

/** A comment of its own line belongs to what follows, or ends the map or list in whose column it is. */
const placeWhole = (
  marks: readonly Mark[],
  at: number,
  column: number,
  words: string,
  of: (path: JsonPath) => FieldComments,
): void => {
  const next = marks.find((mark) => mark.line > at);
  if (next !== undefined && next.column <= column + 2 && columnOfMark(next, marks) >= column) {
    of(next.path).before.push(words);
    return;
  }
  const inside = marks.findLast((mark) => mark.line < at && columnOfMark(mark, marks) <= column);
  if (inside === undefined) {
    if (next !== undefined) of(next.path).before.push(words);
    return;
  }
  of(inside.path.slice(0, -1)).end.push(words);
};

/** The column of the dash, for an item. */
const columnOfMark = (mark: Mark, marks: readonly Mark[]): number => {
  if (typeof mark.path.at(-1) !== 'number') return mark.column;
  const outer = marks.find((one) => one.line === mark.line);
  return (outer?.column ?? mark.column) - 2;
};

const trailingComment = (line: string, { scalar, column, line: at }: Mark): string | undefined => {
  const start = scalar?.line === at ? scalar.column : column;
  let rest = line.slice(start);
  const quote = rest[0] === '"' || rest[0] === "'" ? rest[0] : undefined;
  if (quote !== undefined) {
    const end = quote === '"' ? /^"(?:[^"\\]|\\.)*"/.exec(rest) : /^'(?:[^']|'')*'/.exec(rest);
    if (end === null) return undefined;
    rest = rest.slice(end[0].length);
  }
  const found = /\s#+ ?(.*)$/.exec(rest);
  return found === null ? undefined : commentText(found[1]!);
};

/** Lines inside of texts, in which `#` is no comment. */
const linesOfTexts = (marks: readonly Mark[], lines: readonly string[]): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const { scalar, column, path } of marks) {
    if (scalar === undefined) continue;
    const start = lines[scalar.line]?.slice(scalar.column) ?? '';
    if (/^[|>]/.test(start)) {
      const least = typeof path.at(-1) === 'number' ? column - 2 : column;
      for (let at = scalar.line + 1; at < lines.length; at++) {
        const line = lines[at]!;
        if (line.trim() !== '' && columnOf(line) <= least) break;
        found.add(at);
      }
    } else if (/^["']/.test(start)) {
      const quote = start[0]!;
      const isClosed = (text: string) =>
        (quote === '"' ? text.replaceAll(/\\./g, '') : text).split(quote).length % 2 === 0;
      let rest = start.slice(1);
      for (let at = scalar.line + 1; at < lines.length && !isClosed(rest); at++) {
        found.add(at);
        rest = lines[at]!;
      }
    }
  }
  return found;
};

import { type Command, type Operand, type Pipe, parseTemplate, type TemplateNode } from '../../go-template/index.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, startsWith, valueAt } from '../../json/json-path.js';

/**
 * Paths below `.Values` that a text in the values reads, and the path of the text; an empty path stands for all values.
 */
export interface TextReads {
  readonly at: JsonPath;
  readonly reads: readonly JsonPath[];
  /** Paths that it always reads step by step: Helm fails if a step before the last is missing. */
  readonly needs: readonly JsonPath[];
}

/** Users don't write longer templates. */
const LONGEST_TEXT = 100_000;

const keyOf = (operand: Operand | undefined): string | undefined =>
  operand?.kind === 'constant' && typeof operand.value === 'string' ? operand.value : undefined;

/** The path that an operand names below `.Values`; undefined if there is none. */
const pathOf = (operand: Operand | undefined): JsonPath | undefined => {
  if (operand?.kind === 'field' || operand?.kind === 'variable') {
    const at = operand.names.indexOf('Values');
    return at < 0 ? undefined : operand.names.slice(at + 1);
  }
  if (operand?.kind === 'chain') {
    const inner = pathOf(operand.of);
    return inner === undefined ? undefined : [...inner, ...operand.names];
  }
  return operand?.kind === 'pipe' && operand.pipe.commands.length === 1 ? readOf(operand.pipe.commands[0]!) : undefined;
};

/** The path that `index .Values "a" "b"`, `get .Values "a"` or a plain value reads, up to the first unknown key. */
const readOf = ([head, map, ...keys]: Command): JsonPath | undefined => {
  const isLookup = head.kind === 'function' && (head.name === 'index' || head.name === 'get');
  const path = isLookup ? pathOf(map) : pathOf(head);
  if (path === undefined || !isLookup) return path;
  const names = keys.map(keyOf);
  const unknown = names.indexOf(undefined);
  return [...path, ...(names.slice(0, unknown < 0 ? undefined : unknown) as string[])];
};

const addPipe = (pipe: Pipe, into: JsonPath[]): void => {
  for (const command of pipe.commands) {
    const read = readOf(command);
    if (read !== undefined) {
      into.push(read);
      continue;
    }
    for (const operand of command) {
      const path = pathOf(operand);
      if (path !== undefined) into.push(path);
      else if (operand.kind === 'pipe') addPipe(operand.pipe, into);
      else if (operand.kind === 'chain' && operand.of.kind === 'pipe') addPipe(operand.of.pipe, into);
    }
  }
};

const addNodes = (nodes: readonly TemplateNode[], into: JsonPath[]): void => {
  for (const node of nodes) {
    if ('pipe' in node && node.pipe !== undefined) addPipe(node.pipe, into);
    if ('body' in node) {
      addNodes(node.body, into);
      addNodes(node.otherwise, into);
    }
  }
};

/** Functions that stop at the first decisive operand. */
const STOPPING: ReadonlySet<string> = new Set(['and', 'or']);

/** The paths that a pipeline always evaluates. */
const neededBy = ({ commands }: Pipe): readonly JsonPath[] =>
  commands.flatMap(([head, ...operands]) => {
    const stops = head.kind === 'function' && STOPPING.has(head.name);
    return [head, ...(stops ? operands.slice(0, 1) : operands)].flatMap((operand) => {
      if (operand.kind === 'pipe') return neededBy(operand.pipe);
      const isPlain = (operand.kind === 'field' || operand.kind === 'variable') && operand.names[0] === 'Values';
      return isPlain ? [operand.names.slice(1)] : [];
    });
  });

const readsOf = (text: string): Omit<TextReads, 'at'> => {
  const reads: JsonPath[] = [];
  try {
    const { body, defines } = parseTemplate(text);
    addNodes(body, reads);
    for (const nodes of defines.values()) addNodes(nodes, reads);
    const needs = body.flatMap((node) => ('pipe' in node && node.pipe !== undefined ? neededBy(node.pipe) : []));
    return { reads, needs };
  } catch {
    // If the chart runs an invalid template, Helm itself rejects it.
    return { reads, needs: [] };
  }
};

/** The values that texts in the values read when a chart runs them with `tpl`: `{{ .Values.my.key }}`. */
export const textReads = (values: unknown): readonly TextReads[] => {
  const found: TextReads[] = [];
  const visit = (value: unknown, at: JsonPath): void => {
    if (typeof value === 'string') {
      if (!value.includes('{{') || !value.includes('Values') || value.length > LONGEST_TEXT) return;
      const read = readsOf(value);
      if (read.reads.length > 0) found.push({ at, ...read });
      return;
    }
    const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    for (const [key, one] of entries) visit(one, [...at, key]);
  };
  visit(values, []);
  return found;
};

/** Whether a text reads a path, something above it, or a value below it; a text below a dependency's key reads its values. */
export const isReadByText = (path: JsonPath, values: unknown, texts: readonly TextReads[]): boolean =>
  texts.some(
    ({ at, reads }) =>
      // A text inside of the value itself doesn't count.
      !startsWith(at, path) &&
      at.some((_, depth) =>
        reads.some((read) => {
          const full = [...at.slice(0, depth), ...read];
          return startsWith(path, full) || (startsWith(full, path) && valueAt(values, full) !== undefined);
        }),
      ),
  );

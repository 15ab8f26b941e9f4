import { lexAction } from './lex-action.js';
import { openPipes, type PipeParser } from './parse-pipe.js';
import { type Delimiters, type Piece, splitTemplate } from './split-template.js';
import { type Branch, type Pipe, type Template, TemplateError, type TemplateNode } from './template-node.js';

/** Templates nest to depth 20 or so; deeper ones would exhaust the stack. */
const MOST_NESTED = 200;

const openLines = (source: string): ((offset: number) => number) => {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [...source.matchAll(/\n/g)].map(({ index }) => index);
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
};

/** How a list of nodes ended: by `end`, by an `else` with what follows it, or with the text. */
type Ending =
  | { readonly kind: 'end' }
  | { readonly kind: 'text' }
  | { readonly kind: 'else'; readonly rest: PipeParser };

/**
 * Reads Go's template language (text/template), as Helm parses it. Functions are not resolved.
 *
 * @throws TemplateError
 */
export const parseTemplate = (source: string, delimiters?: Delimiters): Template => {
  const lineOf = openLines(source);
  const pieces = splitTemplate(source, lineOf, delimiters);
  const defines = new Map<string, readonly TemplateNode[]>();
  let index = 0;
  /** The variables that may be used, without their dollars. */
  let variables = [''];

  const pipesOf = (piece: Piece): PipeParser =>
    openPipes(
      lexAction(piece.text, (offset) => lineOf(piece.offset + offset)),
      lineOf(piece.offset),
      variables,
    );

  const parseBranch = (kind: Branch['kind'], parser: PipeParser, depth: number, loops: number): TemplateNode => {
    const outside = variables.length;
    const node = parseBlocks(kind, parser, depth, loops);
    variables.length = outside;
    return node;
  };

  const parseBlocks = (kind: Branch['kind'], parser: PipeParser, depth: number, loops: number): TemplateNode => {
    const pipe = parser.pipe(kind === 'range' ? 2 : 1);
    parser.finish();
    const { nodes: body, ending } = parseList(depth + 1, kind === 'range' ? loops + 1 : loops, 'block');
    if (ending.kind === 'end') return { kind, pipe, body, otherwise: [] };
    if (ending.kind === 'text') return parser.fail('unexpected EOF');
    const { rest } = ending;
    const again = rest.keyword();
    if (again !== undefined) {
      // `else if` and `else with` share the `end`.
      if (again !== kind || kind === 'range') return rest.fail(`unexpected <${again}> in else`);
      return { kind, pipe, body, otherwise: [parseBranch(again, rest, depth + 1, loops)] };
    }
    rest.finish();
    const otherwise = parseList(depth + 1, loops, 'block');
    if (otherwise.ending.kind !== 'end') return rest.fail('expected end; found else or the end of the file');
    return { kind, pipe, body, otherwise: otherwise.nodes };
  };

  const parseDefine = (parser: PipeParser, isBlock: boolean, depth: number): TemplateNode | undefined => {
    const name = parser.text();
    let pipe: Pipe | undefined;
    if (isBlock) pipe = parser.pipe(1);
    parser.finish();
    const outside = variables;
    variables = [''];
    const { nodes, ending } = parseList(depth + 1, 0, 'block');
    variables = outside;
    if (ending.kind !== 'end') return parser.fail('unexpected end of a definition');
    const there = defines.get(name);
    if (there === undefined || isEmpty(there)) defines.set(name, nodes);
    else if (!isEmpty(nodes)) return parser.fail(`multiple definition of template ${JSON.stringify(name)}`);
    return isBlock ? { kind: 'template', name, pipe } : undefined;
  };

  const parseAction = (piece: Piece, depth: number, loops: number): TemplateNode | Ending | undefined => {
    const parser = pipesOf(piece);
    const keyword = parser.keyword();
    switch (keyword) {
      case undefined: {
        const pipe = parser.pipe(1);
        parser.finish();
        return { kind: 'action', pipe };
      }
      case 'if':
      case 'with':
      case 'range':
        return parseBranch(keyword, parser, depth, loops);
      case 'end':
        parser.finish();
        return { kind: 'end' };
      case 'else':
        return { kind: 'else', rest: parser };
      case 'define':
        if (depth > 0) return parser.fail('unexpected <define> in command');
        return parseDefine(parser, false, depth);
      case 'block':
        return parseDefine(parser, true, depth);
      case 'template': {
        const name = parser.text();
        const pipe = parser.isFinished() ? undefined : parser.pipe(1);
        parser.finish();
        return { kind: 'template', name, pipe };
      }
      default:
        if (loops === 0) return parser.fail(`{{${keyword}}} outside {{range}}`);
        parser.finish();
        return { kind: keyword as 'break' | 'continue' };
    }
  };

  const parseList = (
    depth: number,
    loops: number,
    within: 'file' | 'block',
  ): { readonly nodes: readonly TemplateNode[]; readonly ending: Ending } => {
    if (depth > MOST_NESTED) throw new TemplateError(`blocks nest deeper than ${MOST_NESTED} levels`, 1);
    const nodes: TemplateNode[] = [];
    while (index < pieces.length) {
      const piece = pieces[index++]!;
      if (piece.kind === 'text') {
        nodes.push({ kind: 'text', text: piece.text });
        continue;
      }
      const node = parseAction(piece, depth, loops);
      if (node === undefined) continue;
      if (node.kind === 'end' || node.kind === 'else') {
        if (within === 'file') throw new TemplateError(`unexpected {{${node.kind}}}`, lineOf(piece.offset));
        return { nodes, ending: node as Ending };
      }
      nodes.push(node as TemplateNode);
    }
    if (within === 'block') throw new TemplateError('unexpected EOF', lineOf(source.length));
    return { nodes, ending: { kind: 'text' } };
  };

  const { nodes } = parseList(0, 0, 'file');
  return { body: nodes, defines };
};

/** Whether a definition prints nothing: Go then keeps one that is there. */
export const isEmpty = (nodes: readonly TemplateNode[]): boolean =>
  nodes.every((node) => node.kind === 'text' && node.text.trim() === '');

/** What the shortcut reads of the CEL library's AST. */
export type CelNode =
  | { readonly op: 'value'; readonly args: unknown }
  | { readonly op: 'id'; readonly args: string }
  | { readonly op: '.' | '.?'; readonly args: readonly [CelNode, string] }
  | { readonly op: BinaryOp; readonly args: readonly [CelNode, CelNode] }
  | { readonly op: '!_'; readonly args: CelNode }
  | { readonly op: '?:'; readonly args: readonly [CelNode, CelNode, CelNode] }
  | { readonly op: 'list'; readonly args: readonly CelNode[] }
  | { readonly op: 'call'; readonly args: readonly [string, readonly CelNode[]] }
  | { readonly op: 'rcall'; readonly args: readonly [string, CelNode, readonly CelNode[]] }
  | { readonly op: '[?]' | '/' | '-_' | 'map'; readonly args: unknown };

type BinaryOp = '[]' | '&&' | '||' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '%' | 'in';

/**
 * The AST of a rule as JSON, as `imports/schemas` has it of each rule that the shortcut knows:
 * `!has(self.a) || self.a.all(x, x in ['b', 1])` is
 * `["||", ["!_", ["has()", "self.a"]], [".all()", "self.a", "x", ["in", "x", ["list", "'b'", 1]]]]`.
 * Names and chains of fields are texts, texts are in quotes, and every number is an int.
 */
export type CelAst = string | number | boolean | readonly [string, ...CelAst[]];

/** @param node has nothing in it but what the shortcut knows */
export const encodeAst = (node: CelNode): CelAst => {
  switch (node.op) {
    case 'value':
      return encodeValue(node.args);
    case 'id':
      return node.args;
    case '.':
    case '.?': {
      const on = encodeAst(node.args[0]);
      const isChain = node.op === '.' && typeof on === 'string' && !isText(on);
      return isChain ? `${on}.${node.args[1]}` : [node.op, on, node.args[1]];
    }
    case '!_':
      return [node.op, encodeAst(node.args)];
    case '&&':
    case '||': {
      const [left, right] = node.args;
      const first = encodeAst(left);
      return left.op === node.op
        ? [...(first as readonly [string]), encodeAst(right)]
        : [node.op, first, encodeAst(right)];
    }
    case 'call':
      return [`${node.args[0]}()`, ...node.args[1].map(encodeAst)];
    case 'rcall':
      return [`.${node.args[0]}()`, encodeAst(node.args[1]), ...node.args[2].map(encodeAst)];
    case '[?]':
    case '/':
    case '-_':
    case 'map':
      throw new TypeError(`the shortcut does not know ${node.op}`);
    default:
      return [node.op, ...node.args.map(encodeAst)];
  }
};

const encodeValue = (value: unknown): CelAst => {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'bigint') throw new TypeError('the shortcut knows no such value');
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : ['int', String(value)];
};

const isText = (ast: string): boolean => ast.startsWith("'");

/** The AST that {@link encodeAst} made this of. */
export const decodeAst = (ast: CelAst): CelNode => {
  if (typeof ast === 'boolean') return { op: 'value', args: ast };
  if (typeof ast === 'number') return { op: 'value', args: BigInt(ast) };
  if (typeof ast === 'string') return isText(ast) ? { op: 'value', args: ast.slice(1, -1) } : decodeChain(ast);
  const [op, ...args] = ast;
  if (op === 'int') return { op: 'value', args: BigInt(args[0] as string) };
  if (op === '.' || op === '.?') return { op, args: [decodeAst(args[0]!), args[1] as string] };
  const nodes = args.map(decodeAst);
  if (op === 'list') return { op, args: nodes };
  if (/^\w+\(\)$/.test(op)) return { op: 'call', args: [op.slice(0, -2), nodes] };
  const [first, ...rest] = nodes as [CelNode, ...CelNode[]];
  if (/^\.\w+\(\)$/.test(op)) return { op: 'rcall', args: [op.slice(1, -2), first, rest] };
  if (op === '!_') return { op, args: first };
  if (op === '?:') return { op, args: [first, rest[0]!, rest[1]!] };
  return rest.reduce((left, right) => ({ op: op as BinaryOp, args: [left, right] }), first);
};

/** `self.a.b` */
const decodeChain = (chain: string): CelNode => {
  const [name, ...fields] = chain.split('.') as [string, ...string[]];
  return fields.reduce<CelNode>((on, field) => ({ op: '.', args: [on, field] }), { op: 'id', args: name });
};

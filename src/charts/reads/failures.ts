import type { Command, Operand, Pipe, TemplateNode } from '../../go-template/index.js';

/** What a template says before it ends the rendering by `fail`; no text where only its run knows it. */
export interface Failure {
  readonly text: string | undefined;
  /** It fails whenever it is run. */
  readonly isSure: boolean;
}

export type Templates = ReadonlyMap<string, readonly TemplateNode[]>;

export const isCall = ([head]: Command, name: string): boolean => head.kind === 'function' && head.name === name;

export const constantOf = (operand: Operand | undefined): string | undefined =>
  operand?.kind === 'constant' && typeof operand.value === 'string' ? operand.value : undefined;

/** The text of an operand: a constant, or what `printf` fills in. */
const textOf = (operand: Operand | undefined): string | undefined =>
  operand?.kind === 'pipe' && operand.pipe.commands.length === 1
    ? textOfCommand(operand.pipe.commands[0]!)
    : constantOf(operand);

export const textOfCommand = (command: Command): string | undefined => {
  const [head, first] = command;
  if (isCall(command, 'printf')) return constantOf(first)?.replace(/%[+#-]?\d*[a-z]/g, '…');
  if (isCall(command, 'cat') || isCall(command, 'print')) {
    const parts = command.slice(1).map(constantOf);
    const isKnown = parts.some((part) => part !== undefined);
    return isKnown ? parts.map((part) => part ?? '…').join(isCall(command, 'cat') ? ' ' : '') : undefined;
  }
  if (isCall(command, 'append') || isCall(command, 'prepend')) return textOf(command[2]);
  if (isCall(command, 'list') && command.length === 2) return textOf(first);
  return command.length === 1 ? textOf(head) : undefined;
};

/** What a list of nodes prints whenever it is run, if that is more than space; undefined where it may print none. */
export const printedText = (nodes: readonly TemplateNode[]): string | undefined => {
  const isSure = nodes.some(
    (node) =>
      (node.kind === 'text' && /\S/.test(node.text)) ||
      ((node.kind === 'if' || node.kind === 'with') &&
        printedText(node.body) !== undefined &&
        printedText(node.otherwise) !== undefined),
  );
  if (!isSure) return undefined;
  const shown = nodes.map((node) => {
    if (node.kind === 'text') return node.text;
    return node.kind === 'action' && node.pipe.variables.length > 0 ? '' : '…';
  });
  return shown.join('');
};

/** What is known besides `fail` of what ends a rendering. */
export interface KnownFailures {
  /** Assignments after which a template fails, with what it says then. */
  readonly assignments: ReadonlyMap<Pipe, Failure>;
  /** Blocks of templates that make messages alone, with whether their caller always fails by one that is printed. */
  readonly messages: ReadonlyMap<readonly TemplateNode[], boolean>;
}

/** How lists of nodes fail whenever they are run; undefined where they may not fail. */
export const openFailures = (
  templates: Templates,
  { assignments, messages }: KnownFailures,
): ((nodes: readonly TemplateNode[]) => Failure | undefined) => {
  // One that includes itself fails by the rest of it, if at all.
  const known = new Map<readonly TemplateNode[], Failure | undefined>();

  const ofPipe = (pipe: Pipe): Failure | undefined => {
    const assigned = assignments.get(pipe);
    if (assigned !== undefined) return assigned;
    const { commands } = pipe;
    for (const [i, command] of commands.entries()) {
      if (isCall(command, 'fail')) {
        const text = command.length > 1 ? textOf(command[1]) : i === 1 ? textOfCommand(commands[0]!) : undefined;
        return { text, isSure: true };
      }
      const name = isCall(command, 'include') ? constantOf(command[1]) : undefined;
      const found = name === undefined ? undefined : ofList(templates.get(name) ?? []);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const ofNode = (node: TemplateNode): Failure | undefined => {
    if (node.kind === 'action') return ofPipe(node.pipe);
    if (node.kind === 'template') return ofList(templates.get(node.name) ?? []);
    if (node.kind !== 'if' && node.kind !== 'with') return undefined;
    const yes = ofList(node.body);
    return yes && ofList(node.otherwise) && yes;
  };

  const ofList = (nodes: readonly TemplateNode[]): Failure | undefined => {
    if (known.has(nodes)) return known.get(nodes);
    known.set(nodes, undefined);
    let found: Failure | undefined;
    for (const node of nodes) {
      if (node.kind === 'break' || node.kind === 'continue') break;
      found = ofNode(node);
      if (found !== undefined) break;
    }
    const isSure = messages.get(nodes);
    if (found === undefined && isSure !== undefined) {
      const text = printedText(nodes);
      found = text === undefined ? undefined : { text, isSure };
    }
    known.set(nodes, found);
    return found;
  };

  return ofList;
};

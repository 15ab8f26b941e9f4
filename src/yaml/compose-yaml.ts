import { openYamlBudget, spendValue, type YamlBudget } from './yaml-budget.js';
import { asKyamlValue, type SecondKey, settleKyamlKeys, type YamlDialect } from './yaml-dialect.js';
import { YamlError } from './yaml-error.js';
import { type YamlEvent, YamlEvents } from './yaml-events.js';
import { type AliasNode, type MappingNode, placeOf, type SequenceNode, type YamlNode } from './yaml-node.js';

/**
 * Reads the first document of a YAML text; what follows it is not looked at.
 *
 * @returns undefined for a text without a document
 * @throws YamlError
 */
export const composeYaml = (text: string): YamlNode | undefined => {
  const events = new YamlEvents(text);
  if (events.next().type === 'stream-end') return undefined;
  const root = composeDocument(events, 'sigs-yaml', openYamlBudget());
  // The end is a place for errors too: of what can only follow another document.
  events.next();
  return root;
};

/**
 * Reads all documents of a YAML text.
 *
 * @throws YamlError
 */
export const composeYamlDocuments = (
  text: string,
  dialect: YamlDialect,
  secondKey: SecondKey = 'refused',
): readonly YamlNode[] => {
  const events = new YamlEvents(text);
  const roots: YamlNode[] = [];
  const budget = openYamlBudget();
  while (events.next().type !== 'stream-end') {
    roots.push(composeDocument(events, dialect, budget, secondKey));
    events.next();
  }
  return roots;
};

const composeDocument = (
  events: YamlEvents,
  dialect: YamlDialect,
  budget: YamlBudget,
  secondKey: SecondKey = 'refused',
): YamlNode => {
  const anchors = new Map<string, Exclude<YamlNode, AliasNode>>();
  const open: (SequenceNode | MappingNode)[] = [];
  let root: YamlNode | undefined;
  do {
    const event = events.next();
    if (event.type === 'end') {
      const closed = open.pop();
      if (dialect === 'kyaml' && closed?.kind === 'mapping') settleKyamlKeys(closed, secondKey);
      continue;
    }
    spendValue(budget, event);
    const parent = open.at(-1);
    const isKey = parent?.kind === 'mapping' && parent.children.length % 2 === 0;
    const made = makeNode(event, anchors);
    const node = dialect === 'kyaml' && !isKey ? asKyamlValue(made) : made;
    if (parent === undefined) root = node;
    else parent.children.push(node);
    if (node.kind !== 'alias' && event.anchor !== undefined) anchors.set(event.anchor, node);
    if (node.kind === 'sequence' || node.kind === 'mapping') open.push(node);
  } while (open.length > 0);
  return root!;
};

const makeNode = (event: YamlEvent, anchors: ReadonlyMap<string, Exclude<YamlNode, AliasNode>>): YamlNode => {
  const { start } = event;
  switch (event.type) {
    case 'scalar': {
      const { value = '', tag = '', isPlain = false } = event;
      return { kind: 'scalar', value, tag, isPlain, start };
    }
    case 'sequence-start':
      return { kind: 'sequence', children: [], start };
    case 'mapping-start':
      return { kind: 'mapping', children: [], start };
    case 'alias': {
      const name = event.anchor!;
      const target = anchors.get(name);
      if (target !== undefined) return { kind: 'alias', name, target, start };
      const problem = `unknown anchor '${name}' referenced`;
      throw new YamlError(`yaml: ${problem}`, { ...placeOf(event), kind: 'unknown-anchor', alias: name, problem });
    }
    default:
      throw new YamlError(`PANIC attempted to parse unknown event: ${event.type}`);
  }
};

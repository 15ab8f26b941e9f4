import { tryPrintTime } from './kustomize-time.js';
import { openYamlBudget, spendValue, type YamlBudget } from './yaml-budget.js';
import { YamlError } from './yaml-error.js';
import { type YamlEvent, YamlEvents } from './yaml-events.js';
import {
  type AliasNode,
  isMergeKey,
  type MappingNode,
  placeOf,
  type SequenceNode,
  type YamlNode,
} from './yaml-node.js';

/**
 * Reads the first document of a YAML text; what follows it is not looked at.
 *
 * @returns undefined for a text without a document
 * @throws YamlError
 */
export const composeYaml = (text: string): YamlNode | undefined => {
  const events = new YamlEvents(text);
  if (events.next().type === 'stream-end') return undefined;
  const root = composeDocument(events, 'helm', openYamlBudget());
  // The end is a place for errors too: of what can only follow another document.
  events.next();
  return root;
};

/**
 * Whose rules count. kustomize refuses a key that is there twice, merges before it reads other keys, has `y` and `on`
 * as keys, which are `true` for Helm, and prints what looks like a time as RFC 3339 has it.
 */
export type KeyRules = 'kustomize' | 'helm';

/**
 * Reads all documents of a YAML text.
 *
 * @throws YamlError
 */
export const composeYamlDocuments = (text: string, rules: KeyRules): readonly YamlNode[] => {
  const events = new YamlEvents(text);
  const roots: YamlNode[] = [];
  const budget = openYamlBudget();
  while (events.next().type !== 'stream-end') {
    roots.push(composeDocument(events, rules, budget));
    events.next();
  }
  return roots;
};

const composeDocument = (events: YamlEvents, rules: KeyRules, budget: YamlBudget): YamlNode => {
  const anchors = new Map<string, Exclude<YamlNode, AliasNode>>();
  const open: (SequenceNode | MappingNode)[] = [];
  let root: YamlNode | undefined;
  do {
    const event = events.next();
    if (event.type === 'end') {
      const closed = open.pop();
      if (rules === 'kustomize' && closed?.kind === 'mapping') applyKustomizeRules(closed);
      continue;
    }
    spendValue(budget, event);
    const parent = open.at(-1);
    const isKey = parent?.kind === 'mapping' && parent.children.length % 2 === 0;
    const made = makeNode(event, anchors);
    const node = rules === 'kustomize' && !isKey ? withTime(made) : made;
    if (parent === undefined) root = node;
    else parent.children.push(node);
    if (node.kind !== 'alias' && event.anchor !== undefined) anchors.set(event.anchor, node);
    if (node.kind === 'sequence' || node.kind === 'mapping') open.push(node);
  } while (open.length > 0);
  return root!;
};

const TIMESTAMP = 'tag:yaml.org,2002:timestamp';

/** kustomize has times where others have texts. */
const withTime = (node: YamlNode): YamlNode => {
  if (node.kind !== 'scalar' || (node.tag === '' ? !node.isPlain : node.tag !== TIMESTAMP)) return node;
  const time = tryPrintTime(node.value);
  return time === undefined ? node : { ...node, value: time, tag: '', isPlain: false };
};

/** What are booleans in YAML 1.1 alone. */
const OLD_BOOLEAN = /^(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;

const applyKustomizeRules = ({ children }: MappingNode): void => {
  const lines = new Map<string, number>();
  let merge = 0;
  for (let index = 0; index < children.length; index += 2) {
    const key = children[index]!;
    if (key.kind !== 'scalar') continue;
    if (lines.has(key.value)) refuseSecondKey(key, lines.get(key.value)!);
    lines.set(key.value, (key.start?.line ?? 0) + 1);
    if (isMergeKey(key)) merge = index;
    if (key.isPlain && OLD_BOOLEAN.test(key.value)) children[index] = { ...key, isPlain: false };
  }
  // First, it is overwritten by all other keys.
  if (merge > 0) children.unshift(...children.splice(merge, 2));
};

const refuseSecondKey = (key: YamlNode & { readonly value: string }, first: number): never => {
  const problem = `Map keys must be unique: ${JSON.stringify(key.value)} is in line ${first} too`;
  throw new YamlError(`yaml: ${problem}`, { ...placeOf(key), problem });
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

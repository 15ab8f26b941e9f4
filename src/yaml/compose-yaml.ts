import { YamlError } from './yaml-error.js';
import { type YamlEvent, YamlEvents } from './yaml-events.js';
import type { AliasNode, MappingNode, SequenceNode, YamlNode } from './yaml-node.js';

/**
 * Reads the first document of a YAML text; what follows it is not looked at.
 *
 * @returns undefined for a text without a document
 * @throws YamlError
 */
export function composeYaml(text: string): YamlNode | undefined {
  const events = new YamlEvents(text);
  if (events.next().type === 'stream-end') return undefined;
  const anchors = new Map<string, Exclude<YamlNode, AliasNode>>();
  const open: (SequenceNode | MappingNode)[] = [];
  let root: YamlNode | undefined;
  do {
    const event = events.next();
    if (event.type === 'end') {
      open.pop();
      continue;
    }
    const node = makeNode(event, anchors);
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else parent.children.push(node);
    if (node.kind !== 'alias' && event.anchor !== undefined) anchors.set(event.anchor, node);
    if (node.kind === 'sequence' || node.kind === 'mapping') open.push(node);
  } while (open.length > 0);
  // The end is a place for errors too: of what can only follow another document.
  events.next();
  return root;
}

function makeNode(event: YamlEvent, anchors: ReadonlyMap<string, Exclude<YamlNode, AliasNode>>): YamlNode {
  switch (event.type) {
    case 'scalar':
      return { kind: 'scalar', value: event.value ?? '', tag: event.tag ?? '', isPlain: event.isPlain === true };
    case 'sequence-start':
      return { kind: 'sequence', children: [] };
    case 'mapping-start':
      return { kind: 'mapping', children: [] };
    case 'alias': {
      const name = event.anchor!;
      const target = anchors.get(name);
      if (target === undefined) throw new YamlError(`yaml: unknown anchor '${name}' referenced`);
      return { kind: 'alias', name, target };
    }
    default:
      throw new YamlError(`PANIC attempted to parse unknown event: ${event.type}`);
  }
}

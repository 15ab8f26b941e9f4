import { printFloat } from './print-float.js';
import { printGoSyntax } from './print-go-syntax.js';
import { type ResolvedScalar, resolveNode } from './resolve-scalar.js';
import { openYamlBudget, spendValue, type YamlBudget } from './yaml-budget.js';
import { YamlError, type YamlFault } from './yaml-error.js';
import {
  type AliasNode,
  isMergeKey,
  type MappingNode,
  placeOf,
  type SequenceNode,
  type YamlNode,
} from './yaml-node.js';

/** What JSON can hold; a bigint is an integer beyond 2^53 where those are asked to stay exact. */
export type YamlValue = null | boolean | number | bigint | string | YamlValue[] | YamlObject;
export interface YamlObject {
  [key: string]: YamlValue;
}

/** A decoded document. */
export interface DecodedYaml {
  readonly value: YamlValue;
  /** How many sequences and mappings lie within each other at most. */
  readonly depth: number;
}

interface SequenceFrame {
  readonly kind: 'sequence';
  readonly node: SequenceNode;
  readonly out: YamlValue[];
  index: number;
}
interface MappingFrame {
  readonly kind: 'mapping';
  readonly node: MappingNode;
  readonly out: YamlObject;
  index: number;
  awaits: 'nothing' | 'key' | 'value';
  /** Undefined for a key that JSON cannot name. */
  key: string | undefined;
}
interface MergeFrame {
  readonly kind: 'merge';
  readonly nodes: readonly YamlNode[];
  readonly out: YamlObject;
  index: number;
}
interface AliasFrame {
  readonly kind: 'alias';
  readonly node: AliasNode;
}
type Frame = SequenceFrame | MappingFrame | MergeFrame | AliasFrame;

/**
 * What a document comes to as JSON: aliases and merge keys are followed, scalars take their YAML 1.1 type, the
 * last of equal keys wins, and keys that are numbers or booleans become strings.
 *
 * @param budget of all documents of a text
 * @throws YamlError in the words of go-yaml v2, sigs.k8s.io/yaml or encoding/json
 */
export const decodeYaml = (root: YamlNode, exactIntegers: boolean, budget = openYamlBudget()): DecodedYaml =>
  new YamlDecoder(exactIntegers, budget).decode(root);

class YamlDecoder {
  readonly #frames: Frame[] = [];
  #root: YamlNode | undefined;
  /** What the frame that was left last, or the scalar that was entered last, came to. */
  #result: YamlValue = null;
  #depth = 0;
  #maxDepth = 0;
  readonly #openAliases = new Set<AliasNode>();
  #aliasDepth = 0;
  // Upstream counts the document as a step too.
  #steps = 1;
  #aliasSteps = 0;
  // Two problems that upstream finds only once all is decoded, and in this order.
  #unnamedKey: { readonly key: ResolvedScalar; readonly value: YamlNode; readonly owner: YamlObject } | undefined;
  #hasNonFinite = false;
  readonly #exactIntegers: boolean;

  readonly #budget: YamlBudget;

  constructor(exactIntegers: boolean, budget: YamlBudget) {
    this.#budget = budget;
    this.#exactIntegers = exactIntegers;
  }

  decode(root: YamlNode): DecodedYaml {
    this.#root = root;
    this.#enter(root);
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) this.#step(frame);
    if (this.#unnamedKey !== undefined) refuseKey(this.#unnamedKey.key, this.#unnamedKey.value);
    if (this.#hasNonFinite) refuseNonFinite(this.#result);
    return { value: this.#result, depth: this.#maxDepth };
  }

  #enter(node: YamlNode): void {
    this.#countStep();
    switch (node.kind) {
      case 'alias':
        if (this.#openAliases.has(node))
          throw failure(`anchor '${node.name}' value contains itself`, node, { kind: 'alias-loop', alias: node.name });
        this.#openAliases.add(node);
        this.#aliasDepth++;
        this.#frames.push({ kind: 'alias', node });
        this.#enter(node.target);
        break;
      case 'scalar':
        this.#result = this.#scalarValue(resolveNode(node));
        break;
      case 'sequence':
        this.#deepen();
        this.#frames.push({ kind: 'sequence', node, out: [], index: 0 });
        break;
      case 'mapping':
        this.#deepen();
        this.#frames.push({ kind: 'mapping', node, out: {}, index: 0, awaits: 'nothing', key: undefined });
    }
  }

  #step(frame: Frame): void {
    switch (frame.kind) {
      case 'sequence':
        this.#stepSequence(frame);
        break;
      case 'mapping':
        this.#stepMapping(frame);
        break;
      case 'merge':
        this.#stepMerge(frame);
        break;
      case 'alias':
        this.#openAliases.delete(frame.node);
        this.#aliasDepth--;
        this.#frames.pop();
    }
  }

  #stepSequence(frame: SequenceFrame): void {
    const { children } = frame.node;
    if (frame.index > frame.out.length) frame.out.push(this.#result);
    while (frame.index < children.length) {
      const child = children[frame.index++]!;
      this.#enter(child);
      if (child.kind !== 'scalar') return;
      frame.out.push(this.#result);
    }
    this.#leave(frame.out);
  }

  #stepMapping(frame: MappingFrame): void {
    const { children } = frame.node;
    if (frame.awaits === 'key') {
      this.#takeKey(frame);
      if (this.#enterValue(frame)) return;
    } else if (frame.awaits === 'value') {
      this.#takeValue(frame);
    }
    while (frame.index < children.length) {
      const key = children[frame.index]!;
      if (isMergeKey(key)) {
        frame.index += 2;
        this.#enterMerge(children[frame.index - 1]!, frame.out);
        return;
      }
      this.#enter(key);
      if (key.kind !== 'scalar') {
        frame.awaits = 'key';
        return;
      }
      this.#takeKey(frame);
      if (this.#enterValue(frame)) return;
    }
    this.#leave(frame.out);
  }

  #takeKey(frame: MappingFrame): void {
    const node = frame.node.children[frame.index]!;
    const target = node.kind === 'alias' ? node.target : node;
    if (target.kind !== 'scalar') throw failure(`invalid map key: ${printGoSyntax(target)}`, node);
    const resolved = resolveNode(target);
    frame.key = keyName(resolved);
    if (frame.key !== undefined) return;
    const unnamedKey = this.#unnamedKey;
    // The first is reported, with the last value that the same mapping has for it.
    if (unnamedKey === undefined || (unnamedKey.owner === frame.out && unnamedKey.key.value === resolved.value)) {
      this.#unnamedKey = { key: resolved, value: frame.node.children[frame.index + 1]!, owner: frame.out };
    }
  }

  /** True if the value is not known yet. */
  #enterValue(frame: MappingFrame): boolean {
    const value = frame.node.children[frame.index + 1]!;
    this.#enter(value);
    if (value.kind !== 'scalar') {
      frame.awaits = 'value';
      return true;
    }
    this.#takeValue(frame);
    return false;
  }

  #takeValue(frame: MappingFrame): void {
    const { key, out } = frame;
    if (key === '__proto__') {
      // Assigned, it would set the prototype.
      Object.defineProperty(out, key, { value: this.#result, enumerable: true, configurable: true, writable: true });
    } else if (key !== undefined) {
      out[key] = this.#result;
    }
    frame.index += 2;
    frame.awaits = 'nothing';
  }

  /** A merge overwrites the keys before it, and is overwritten by those after it: that is go-yaml v2's way. */
  #enterMerge(node: YamlNode, out: YamlObject): void {
    if (node.kind === 'sequence') {
      this.#frames.push({ kind: 'merge', nodes: node.children, out, index: node.children.length });
    } else {
      this.#enterMerged(node, out);
    }
  }

  /** Of several mappings the first wins, so they are taken from the last. */
  #stepMerge(frame: MergeFrame): void {
    if (frame.index === 0) this.#frames.pop();
    else this.#enterMerged(frame.nodes[--frame.index]!, frame.out);
  }

  #enterMerged(node: YamlNode, out: YamlObject): void {
    const target = node.kind === 'alias' ? node.target : node;
    if (target.kind !== 'mapping') {
      throw failure('map merge requires map or sequence of maps as the value', node);
    }
    this.#enter(node);
    const frame = this.#frames.pop();
    if (frame?.kind === 'mapping') this.#frames.push({ ...frame, out });
  }

  #deepen(): void {
    this.#depth++;
    if (this.#depth > this.#maxDepth) this.#maxDepth = this.#depth;
  }

  #leave(value: YamlValue): void {
    this.#depth--;
    this.#frames.pop();
    this.#result = value;
  }

  #scalarValue(scalar: ResolvedScalar): YamlValue {
    const { value } = scalar;
    if (scalar.kind === 'float' && !Number.isFinite(value)) this.#hasNonFinite = true;
    return typeof value === 'bigint' && !this.#exactIntegers ? Number(value) : value;
  }

  #countStep(): void {
    this.#steps++;
    spendValue(this.#budget);
    if (this.#aliasDepth === 0) return;
    this.#aliasSteps++;
    // The upstream limits: what aliases may make of a document is bounded.
    if (this.#aliasSteps <= 100 || this.#steps <= 1000) return;
    if (this.#aliasSteps / this.#steps > allowedAliasRatio(this.#steps)) {
      throw failure('document contains excessive aliasing', nestedAlias(this.#root!), { kind: 'too-many-aliases' });
    }
  }
}

const failure = (problem: string, at: YamlNode | undefined, fault: YamlFault = {}): YamlError =>
  new YamlError(`yaml: ${problem}`, { ...placeOf(at), problem, ...fault });

/** The first alias inside of what another alias stands for: it is what multiplies. */
const nestedAlias = (root: YamlNode): AliasNode | undefined => {
  const targets = new Set<YamlNode>();
  walk(root, targets, (alias) => {
    targets.add(alias.target);
    return false;
  });
  return walk(root, targets, (_alias, isInTarget) => isInTarget);
};

/** Visits all aliases as they are written, until `isIt`. Its stack is its own: no document is too deep for it. */
const walk = (
  root: YamlNode,
  targets: ReadonlySet<YamlNode>,
  isIt: (alias: AliasNode, isInTarget: boolean) => boolean,
): AliasNode | undefined => {
  const pending: [node: YamlNode, isInTarget: boolean][] = [[root, false]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, above] = next;
    if (node.kind === 'scalar') continue;
    if (node.kind === 'alias') {
      if (isIt(node, above)) return node;
      continue;
    }
    const isInTarget = above || targets.has(node);
    for (let index = node.children.length - 1; index >= 0; index--) pending.push([node.children[index]!, isInTarget]);
  }
  return undefined;
};

/** 99 % up to 400,000 steps, falling to 10 % at 4,000,000. */
const allowedAliasRatio = (steps: number): number => {
  const low = 400_000;
  const high = 4_000_000;
  if (steps <= low) return 0.99;
  if (steps >= high) return 0.1;
  return 0.99 - 0.89 * ((steps - low) / (high - low));
};

/** Undefined for null and for an integer beyond int64, which sigs.k8s.io/yaml does not take for a key. */
const keyName = (key: ResolvedScalar): string | undefined => {
  switch (key.kind) {
    case 'null':
    case 'uint':
      return undefined;
    case 'float':
      // Keys, unlike values, are printed in single precision.
      return printFloat(key.value, 32);
    default:
      return String(key.value);
  }
};

const refuseKey = (key: ResolvedScalar, value: YamlNode): never => {
  const [type, text] = key.kind === 'uint' ? ['uint64', `0x${key.value.toString(16)}`] : ['%!s(<nil>)', '<nil>'];
  throw new YamlError(`unsupported map key of type: ${type}, key: ${text}, value: ${printGoSyntax(value)}`);
};

/** Reports the first infinity or NaN in the order in which Go writes JSON; one that was overwritten does no harm. */
const refuseNonFinite = (root: YamlValue): void => {
  const pending: YamlValue[] = [root];
  while (pending.length > 0) {
    const value = pending.pop()!;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      const text = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
      throw new YamlError(`json: unsupported value: ${text}`);
    }
    if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--) pending.push(value[i]!);
    } else if (value !== null && typeof value === 'object') {
      const keys = Object.keys(value).sort();
      for (let i = keys.length - 1; i >= 0; i--) pending.push(value[keys[i]!]!);
    }
  }
};

import type { ImageMark } from '../constructs/image-marks.js';
import { mayBecome } from '../constructs/image-policy.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, printPath } from '../json/json-path.js';
import { nodeAt } from '../yaml/node-at.js';
import { parseYamlDocuments, parseYamlNodes } from '../yaml/parse-yaml.js';
import { printYaml } from '../yaml/print-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { YamlNode } from '../yaml/yaml-node.js';

/** By which Flux's automation finds fields: https://fluxcd.io/flux/components/image/imageupdateautomations/ */
const MARKER = '"$imagepolicy"';

export const holdsImageMarks = (text: string): boolean => text.includes(MARKER);

/** Groups: what stands before the value, the value as it is written, the comment, the policy. */
const MARKED = /^(.*?)("[^"]*"|'[^']*'|[^\s"'#]+) (# \{"\$imagepolicy": "([^"\\]+)"\})$/;
/** The line above it. */
const RECORD = /^ *# In the source: (\S+)$/;

/** A value that the automation wrote into the tree, and that stays. */
export interface AcceptedImage {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly path: JsonPath;
  readonly policy: string;
  /** As the code says it. */
  readonly source: string;
  readonly value: string;
}

/**
 * Puts the marker of its ImagePolicy behind each marked value of an object, and above it what the source says: whether
 * that has changed is read from there when the automation has put another value beside it.
 *
 * @param text the object as YAML
 */
export const printImageMarks = (text: string, marks: readonly ImageMark[]): string => {
  const [document] = parseYamlNodes(text);
  const lines = text.split('\n');
  const found = marks.map((mark) => ({ ...mark, line: nodeAt(document, mark.path)?.start?.line }));
  // From the end, so that the lines of the others stay where they are.
  for (const { line, policy, value } of found.sort((a, b) => (b.line ?? 0) - (a.line ?? 0))) {
    const there = line === undefined ? undefined : lines[line];
    if (line === undefined || there === undefined) continue;
    const indent = /^ */.exec(there)![0];
    lines.splice(line, 1, `${indent}# In the source: ${value}`, `${there} # {${MARKER}: "${policy}"}`);
  }
  return lines.join('\n');
};

/**
 * A text with the source's value in the place of each one that the automation wrote: what the checksum in its header
 * is of. What the automation may not write stays, and so the file counts as edited.
 */
export const withSourceImages = (text: string): string => {
  if (!text.includes(MARKER)) return text;
  const lines = text.split('\n');
  for (let index = 1; index < lines.length; index++) {
    const marked = readLine(lines, index);
    if (marked === undefined || marked.source === marked.value) continue;
    if (mayBecome(marked.policy, marked.source, marked.value))
      lines[index] = `${marked.before}${printYaml(marked.source).trimEnd()} ${marked.comment}`;
  }
  return lines.join('\n');
};

/**
 * A text as fluxspan would print it: the automation prints the whole file again, and some texts in another way.
 *
 * @returns undefined for what isn't YAML, or has a comment that would be lost
 */
export const reprinted = (text: string): string | undefined => {
  try {
    const parts = text.split(/\n---\n/).map((part) => {
      const comments = /^(?:#.*\n)*/.exec(part)![0];
      const [json] = parseYamlDocuments(part);
      // The record is of the source, whatever stands in the field.
      const marks = fieldsOf(part, part.split('\n')).map(({ path, policy, source }) => ({
        path,
        policy,
        value: source,
      }));
      return comments + printImageMarks(printYaml(json), marks).trimEnd();
    });
    const whole = `${parts.join('\n---\n')}\n`;
    return equalJson(commentsIn(whole), commentsIn(text)) ? whole : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

interface MarkedLine {
  readonly before: string;
  /** The value as it is written. */
  readonly raw: string;
  readonly value: string;
  readonly comment: string;
  readonly policy: string;
  readonly source: string;
}

const readLine = (lines: readonly string[], index: number): MarkedLine | undefined => {
  // Most lines have no comment.
  if (!lines[index]!.includes(MARKER)) return undefined;
  const [, before, raw, comment, policy] = MARKED.exec(lines[index]!) ?? [];
  const source = RECORD.exec(lines[index - 1] ?? '')?.[1];
  if (before === undefined || raw === undefined || comment === undefined || policy === undefined) return undefined;
  if (source === undefined) return undefined;
  const value = tryText(raw);
  return value === undefined ? undefined : { before, raw, value, comment, policy, source };
};

/** Undefined for what Flux reads as anything but text: `1.20` without quotes is the number 1.2. */
const tryText = (raw: string): string | undefined => {
  try {
    const [value] = parseYamlDocuments(raw);
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

/** A marked line, and the field that it is of. */
interface MarkedField extends MarkedLine, Pick<AcceptedImage, 'kind' | 'namespace' | 'name' | 'path'> {
  readonly line: number;
}

const keyOf = ({ kind, namespace, name, path, policy }: MarkedField): string =>
  JSON.stringify([kind, namespace, name, path, policy]);

const fieldsOf = (text: string, lines: readonly string[]): readonly MarkedField[] => {
  const marked = new Map<number, MarkedLine>();
  for (let index = 1; index < lines.length; index++) {
    const found = readLine(lines, index);
    if (found !== undefined) marked.set(index, found);
  }
  if (marked.size === 0) return [];
  return parseYamlNodes(text).flatMap((document) => {
    const textAt = (path: JsonPath) => {
      const node = nodeAt(document, path);
      return node?.kind === 'scalar' ? node.value : undefined;
    };
    const [kind = '', namespace, name = ''] = [['kind'], ['metadata', 'namespace'], ['metadata', 'name']].map(textAt);
    const fields: MarkedField[] = [];
    eachScalar(document, [], (line, path) => {
      const found = marked.get(line);
      if (found !== undefined) fields.push({ ...found, line, kind, namespace, name, path });
    });
    return fields;
  });
};

const eachScalar = (node: YamlNode, path: JsonPath, found: (line: number, path: JsonPath) => void): void => {
  if (node.kind === 'scalar') {
    if (node.start !== undefined) found(node.start.line, path);
  } else if (node.kind === 'sequence') {
    for (const [index, item] of node.children.entries()) eachScalar(item, [...path, index], found);
  } else if (node.kind === 'mapping') {
    for (let index = 0; index < node.children.length; index += 2) {
      const key = node.children[index]!;
      if (key.kind === 'scalar') eachScalar(node.children[index + 1]!, [...path, key.value], found);
    }
  }
};

/**
 * The text of a planned file with the values that the automation wrote into the file on the disk, where the source
 * hasn't changed since.
 *
 * @param planned the file with the values of the source
 * @param onDisk the same file as it is now
 */
export const acceptImages = (
  planned: string,
  onDisk: string,
): { readonly text: string; readonly accepted: readonly AcceptedImage[] } => {
  const nothing = { text: planned, accepted: [] };
  if (!planned.includes(MARKER) || !onDisk.includes(MARKER) || planned === onDisk) return nothing;
  const old = onDisk.replaceAll('\r\n', '\n');
  const lines = planned.split('\n');
  const there = tryFieldsOf(old);
  if (there === undefined) return nothing;
  const accepted: AcceptedImage[] = [];
  for (const field of fieldsOf(planned, lines)) {
    const other = there.get(keyOf(field));
    if (other === undefined || other.source !== field.source || other.value === field.source) continue;
    if (!mayBecome(field.policy, field.source, other.value)) continue;
    lines[field.line] = `${field.before}${other.raw} ${field.comment}`;
    const { kind, namespace, name, path, policy, source } = field;
    accepted.push({ kind, namespace, name, path, policy, source, value: other.value });
  }
  const text = lines.join('\n');
  // The automation prints the whole file again, and may write the same value in another way than fluxspan.
  return { text: isSame(text, old) ? onDisk : text, accepted };
};

const tryFieldsOf = (text: string): ReadonlyMap<string, MarkedField> | undefined => {
  try {
    return new Map(fieldsOf(text, text.split('\n')).map((field) => [keyOf(field), field]));
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

/** All that may be a comment, wherever lines begin. A script in a text has some, too. */
const commentsIn = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => /(?:^| )#.*/.exec(line)?.[0].trim() ?? []);

/** Whether two texts have the same header, with the checksum of one plan, the same comments and the same values. */
const isSame = (text: string, other: string): boolean => {
  if (text === other) return true;
  return (
    equalJson(commentsIn(text), commentsIn(other)) && equalJson(parseYamlDocuments(text), parseYamlDocuments(other))
  );
};

/** Whether an accepted value is of this object. */
export const isImageOf = (
  one: AcceptedImage,
  { kind, name, namespace }: Pick<AcceptedImage, 'kind' | 'name' | 'namespace'>,
): boolean => kind === one.kind && name === one.name && namespace === one.namespace;

/** An object with the values that were accepted for it. */
export const withAccepted = <T>(json: T, accepted: readonly AcceptedImage[]): T =>
  accepted.reduce((done, { path, value }) => withValueAt(done, path, value) as T, json);

const withValueAt = (node: unknown, [step, ...rest]: JsonPath, value: string): unknown => {
  if (step === undefined) return value;
  if (Array.isArray(node)) return node.map((item, index) => (index === step ? withValueAt(item, rest, value) : item));
  return isObject(node) ? { ...node, [step]: withValueAt(node[step], rest, value) } : node;
};

/** `Deployment/web spec.containers[0].image` */
export const shownField = ({ kind, name, path }: AcceptedImage): string => `${kind}/${name} ${printPath(path)}`;

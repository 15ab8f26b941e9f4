import { type Diagnostic, diagnose, formatValue, suggest } from '../diagnostics/index.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { ScalarNode, YamlNode } from '../yaml/yaml-node.js';
import { adjacentVersions, badVersion, badVersionsFile } from './diagnostics.js';
import { fileAt } from './files.js';
import { findMarkers, type MarkedVersion } from './find-markers.js';
import { parseImage } from './image-reference.js';
import { isVersionRange } from './version-range.js';

const API_VERSION = 'fluxspan.dev/v1';
const KIND = 'Versions';

/** The lists of the file, and the field of their entries that bots change. */
const lists = { versions: 'version', images: 'image' } as const;
export type VersionsList = keyof typeof lists;

export interface VersionsEntry {
  readonly value: string;
  /** Of the value, from 1. */
  readonly line: number;
}

/** What versions.yaml says, by name. */
export interface Versions {
  readonly versions: ReadonlyMap<string, VersionsEntry>;
  readonly images: ReadonlyMap<string, VersionsEntry>;
  /** Those that Flux's image automation updates. */
  readonly marked: readonly MarkedVersion[];
  /** All that is wrong with the file. */
  readonly problems: readonly Diagnostic[];
}

const EXAMPLE = `apiVersion: ${API_VERSION}, kind: ${KIND}, metadata: { name: versions }`;

/**
 * Reads a file of versions. A value is taken as it is written: a bot writes `1.10` without quotes, which YAML would take
 * for the number 1.1.
 */
export const parseVersions = (text: string): Versions => {
  const problems: Diagnostic[] = [];
  const found = { versions: new Map<string, VersionsEntry>(), images: new Map<string, VersionsEntry>() };
  const refuse: Refuse = (node, message, fix) =>
    problems.push(
      diagnose(badVersionsFile, {
        message,
        at: { file: fileAt(node?.start === undefined ? undefined : node.start.line + 1) },
        fix,
      }),
    );
  const root = rootOf(text, refuse);
  const top = root === undefined ? undefined : mapOf(root, 'versions.yaml', refuse);
  if (root === undefined || top === undefined) return { ...found, marked: [], problems };
  checkIdentity(root, top, refuse);
  for (const [key, { at, value }] of top) {
    if (['apiVersion', 'kind', 'metadata'].includes(key)) continue;
    if (key !== 'versions' && key !== 'images') {
      refuse(at, `versions.yaml has no field "${key}"`, suggest(key, ['images', 'versions']));
      continue;
    }
    // A list without entries is written as nothing.
    if (value.kind === 'scalar' && value.value === '') continue;
    for (const [name, entry] of mapOf(value, `"${key}"`, refuse) ?? []) {
      const parsed = parseEntry(key, name, { ...entry, text }, refuse);
      if (parsed === undefined) continue;
      const fault = faultOf(key, parsed.value);
      if (fault === undefined) found[key].set(name, parsed);
      else {
        const message = `${lists[key]} "${name}" is ${formatValue(parsed.value)}, ${fault.what}`;
        problems.push(diagnose(badVersion, { message, at: { file: fileAt(parsed.line) }, fix: fault.fix }));
      }
    }
  }
  const values = (['versions', 'images'] as const).flatMap((list) =>
    [...found[list]].map(([name, entry]) => ({ list, name, ...entry })),
  );
  const markers = findMarkers(text, values);
  problems.push(...findAdjacent(found), ...markers.problems);
  return { ...found, marked: markers.marked, problems };
};

type Refuse = (
  node: { readonly start: { readonly line: number } | undefined } | undefined,
  message: string,
  fix: string,
) => void;

const rootOf = (text: string, refuse: Refuse): YamlNode | undefined => {
  let documents: readonly YamlNode[];
  try {
    documents = parseYamlNodes(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const at = error.line === undefined ? undefined : { start: { line: error.line - 1 } };
    refuse(at, `versions.yaml isn't valid YAML: ${error.problem}`, 'fix the line');
    return undefined;
  }
  const [root, second] = documents;
  if (root === undefined) refuse(undefined, 'versions.yaml is empty', `begin it with ${EXAMPLE}`);
  if (second !== undefined)
    refuse(second, 'versions.yaml has a second document', 'put all versions into the first one');
  return root;
};

interface Member {
  readonly at: ScalarNode;
  readonly value: YamlNode;
}

const mapOf = (node: YamlNode, what: string, refuse: Refuse): ReadonlyMap<string, Member> | undefined => {
  const target = node.kind === 'alias' ? node.target : node;
  if (target.kind !== 'mapping') {
    refuse(node, `${what} isn't a map`, 'write a key and a colon on each line');
    return undefined;
  }
  const members = new Map<string, Member>();
  for (let index = 0; index < target.children.length; index += 2) {
    const at = target.children[index]!;
    const value = target.children[index + 1]!;
    if (at.kind !== 'scalar' || at.value === '<<') refuse(at, `${what} has a key that isn't text`, 'write a name');
    else members.set(at.value, { at, value });
  }
  return members;
};

/** What Flux's setters need to take the file for an object, and what tells it from any other one. */
const checkIdentity = (root: YamlNode, top: ReadonlyMap<string, Member>, refuse: Refuse): void => {
  for (const [key, wanted] of [
    ['apiVersion', API_VERSION],
    ['kind', KIND],
  ] as const) {
    const member = top.get(key);
    const value = member?.value.kind === 'scalar' ? member.value.value : undefined;
    if (value === wanted) continue;
    const what = member === undefined ? `has no ${key}` : `has another ${key} than ${wanted}`;
    refuse(member?.value ?? root, `versions.yaml ${what}`, `write ${key}: ${wanted}`);
  }
  const metadata = top.get('metadata');
  const name = metadata?.value.kind === 'mapping' ? mapOf(metadata.value, 'metadata', refuse)?.get('name') : undefined;
  if (name?.value.kind === 'scalar' && name.value.value !== '') return;
  const fix = 'write metadata: { name: versions }, which Flux needs to read the file';
  refuse(metadata?.at ?? root, 'versions.yaml has no metadata.name', fix);
};

const parseEntry = (
  list: VersionsList,
  name: string,
  { text, ...entry }: Member & { readonly text: string },
  refuse: Refuse,
): VersionsEntry | undefined => {
  const field = lists[list];
  const what = `${field} "${name}"`;
  if (!/^[A-Za-z\d](?:[\w./-]*[A-Za-z\d])?$/.test(name)) {
    refuse(entry.at, `"${name}" in "${list}" isn't a name`, 'use letters, digits, and in between them - _ . /');
    return undefined;
  }
  if (entry.value.kind === 'scalar') {
    const value = entry.value.value === '' ? '…' : entry.value.value;
    const fix = `write ${name}: and below it, indented, ${field}: ${value}; then no two versions are on adjacent lines`;
    refuse(entry.at, `${what} has no field "${field}"`, fix);
    return undefined;
  }
  const members = mapOf(entry.value, what, refuse);
  if (members === undefined) return undefined;
  for (const [key, { at }] of members) {
    if (key !== field) refuse(at, `${what} has no field "${key}"`, `it has "${field}" alone`);
  }
  const value = members.get(field)?.value;
  if (value?.kind === 'scalar' && value.start !== undefined)
    return { value: asWritten(value, text).trim(), line: value.start.line + 1 };
  refuse(value ?? entry.at, `${what} has no text as "${field}"`, `write ${field}: and the ${field}`);
  return undefined;
};

/** The rules of kustomize make a time of `2024-01-02`. */
const asWritten = ({ value, start }: ScalarNode, text: string): string => {
  if (start === undefined || !/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return value;
  const line = [...(text.split('\n')[start.line] ?? '')].slice(start.column).join('');
  return /^\d[^#,}]*?(?=\s+#|\s*(?:[,}]|$))/.exec(line)?.[0] ?? value;
};

const faultOf = (list: VersionsList, value: string): { readonly what: string; readonly fix: string } | undefined => {
  if (list === 'versions') {
    if (isVersionRange(value) || (/^[A-Za-z\d][\w.+-]*$/.test(value) && /\d/.test(value))) return undefined;
    return { what: "which isn't a version", fix: 'write a version or a range: 1.2.3, 1.x, ">=1.2 <2"' };
  }
  const image = parseImage(value);
  if (image === undefined)
    return { what: "which isn't the reference of an image", fix: 'write it as ghcr.io/acme/web:1.2.3' };
  if (image.tag === undefined && image.digest === undefined)
    return { what: 'which has no tag and no digest', fix: `add a tag: ${value}:1.2.3` };
  return undefined;
};

const findAdjacent = (found: Pick<Versions, 'versions' | 'images'>): readonly Diagnostic[] => {
  const sorted = [...found.versions, ...found.images]
    .map(([name, { line }]) => ({ name, line }))
    .sort((a, b) => a.line - b.line);
  return sorted.flatMap(({ name, line }, index) => {
    const before = sorted[index - 1];
    if (before === undefined || line - before.line > 1) return [];
    return [
      diagnose(adjacentVersions, {
        message: `nothing is between "${before.name}" and "${name}", so git can't merge two branches that each change one`,
        at: { file: fileAt(line) },
        fix: 'write each value on a line below its name',
      }),
    ];
  });
};

import { type Diagnostic, diagnose, formatValue, suggest } from '../diagnostics/index.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';
import { resolveNode } from '../yaml/resolve-scalar.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { ScalarNode, YamlNode } from '../yaml/yaml-node.js';
import { adjacentVersions, badVersion, badVersionsFile, markedRing } from './diagnostics.js';
import { fileAt } from './files.js';
import { findMarkers, type MarkedVersion } from './find-markers.js';
import { parseImage } from './image-reference.js';
import { type Member, mapOf, type Refuse } from './map-of.js';
import {
  parseRings,
  type ReadValue,
  type RingEntries,
  type RingEntry,
  type SettingValue,
  TOGETHER,
} from './parse-rings.js';
import { isVersionRange } from './version-range.js';

const API_VERSION = 'fluxspan.dev/v1';
const KIND = 'Versions';

/** The lists of the file, and the field of their entries with the value: that of the first ring, where there are rings. */
export const versionsLists = { versions: 'version', images: 'image', settings: 'value' } as const;
export type VersionsList = keyof typeof versionsLists;

export interface VersionsEntry extends ReadValue {
  /** Of the value, from 1. */
  readonly line: number;
  /** What later rings have; undefined where the file doesn't say, and all clusters get the value. */
  readonly rings?: RingEntries | undefined;
}

/** What versions.yaml says, by name. */
export interface Versions {
  readonly versions: ReadonlyMap<string, VersionsEntry>;
  readonly images: ReadonlyMap<string, VersionsEntry>;
  readonly settings: ReadonlyMap<string, VersionsEntry>;
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
  const found = {
    versions: new Map<string, VersionsEntry>(),
    images: new Map<string, VersionsEntry>(),
    settings: new Map<string, VersionsEntry>(),
  };
  const report: Refuse = (node, message, fix) =>
    problems.push(
      diagnose(badVersionsFile, {
        message,
        at: { file: fileAt(node?.start === undefined ? undefined : node.start.line + 1) },
        fix,
      }),
    );
  const root = rootOf(text, report);
  const top = root === undefined ? undefined : mapOf(root, 'versions.yaml', report);
  if (root === undefined || top === undefined) return { ...found, marked: [], problems };
  checkIdentity(root, top, report);
  for (const [key, { at, value }] of top) {
    if (['apiVersion', 'kind', 'metadata'].includes(key)) continue;
    if (!isList(key)) {
      report(at, `versions.yaml has no field "${key}"`, suggest(key, Object.keys(versionsLists).sort()));
      continue;
    }
    // A list without entries is written as nothing.
    if (value.kind === 'scalar' && value.value === '') continue;
    for (const [name, entry] of mapOf(value, `"${key}"`, report) ?? []) {
      const parsed = parseEntry(key, name, { ...entry, text }, { report, problems });
      if (parsed !== undefined) found[key].set(name, parsed);
    }
  }
  const markers = findMarkers(text, valuesIn(found));
  problems.push(...findAdjacent(found), ...markers.problems, ...findBotComments(text, found));
  return { ...found, marked: markers.marked, problems };
};

const isList = (key: string): key is VersionsList => Object.hasOwn(versionsLists, key);

interface FileValue {
  readonly list: VersionsList;
  readonly name: string;
  readonly value: string;
  readonly line: number;
  /** The later ring whose value it is. */
  readonly ring?: string;
}

/** All values of the file, those of rings included. */
const valuesIn = (found: Pick<Versions, VersionsList>): FileValue[] =>
  (Object.keys(versionsLists) as VersionsList[]).flatMap((list) =>
    [...found[list]].flatMap(([name, { value, line, rings }]): readonly FileValue[] => [
      { list, name, value, line },
      ...ringsIn({ rings }).map(([ring, one]) => ({ list, name, value: one.value, line: one.line, ring })),
    ]),
  );

/** What later rings have of an entry, in the order of the file. */
export const ringsIn = ({ rings }: Pick<VersionsEntry, 'rings'>): readonly (readonly [string, RingEntry])[] =>
  rings === undefined || rings === TOGETHER ? [] : [...rings];

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

interface Reports {
  readonly report: Refuse;
  readonly problems: Diagnostic[];
}

const parseEntry = (
  list: VersionsList,
  name: string,
  { text, ...entry }: Member & { readonly text: string },
  { report, problems }: Reports,
): VersionsEntry | undefined => {
  const field = versionsLists[list];
  const what = `${wordOf(list)} "${name}"`;
  if (!/^[A-Za-z\d](?:[\w./-]*[A-Za-z\d])?$/.test(name)) {
    report(entry.at, `"${name}" in "${list}" isn't a name`, 'use letters, digits, and in between them - _ . /');
    return undefined;
  }
  if (entry.value.kind === 'scalar') {
    const value = entry.value.value === '' ? '…' : entry.value.value;
    const fix = `write ${name}: and below it, indented, ${field}: ${value}; then no two versions are on adjacent lines`;
    report(entry.at, `${what} has no field "${field}"`, fix);
    return undefined;
  }
  const members = mapOf(entry.value, what, report);
  if (members === undefined) return undefined;
  for (const [key, { at }] of members) {
    if (key !== field && key !== 'rings')
      report(at, `${what} has no field "${key}"`, `it has "${field}", and "rings" for what later rings have`);
  }
  const node = members.get(field)?.value;
  if (node?.kind !== 'scalar' || node.start === undefined) {
    report(node ?? entry.at, `${what} has no text as "${field}"`, `write ${field}: and the ${field}`);
    return undefined;
  }
  const read = (scalar: ScalarNode, of: string): ReadValue | undefined => {
    const value = asWritten(scalar, text).trim();
    const setting = list === 'settings' ? settingOf(scalar) : undefined;
    const fault = list === 'settings' ? settingFault(setting) : faultOf(list, value);
    if (fault === undefined) return setting === undefined ? { value } : { value, setting };
    const message = `${of} is ${formatValue(value)}, ${fault.what}`;
    problems.push(diagnose(badVersion, { message, at: { file: fileAt(scalar.start!.line + 1) }, fix: fault.fix }));
    return undefined;
  };
  const value = read(node, what);
  const given = members.get('rings')?.value;
  const readAlike = (scalar: ScalarNode, of: string): ReadValue | undefined => {
    const one = read(scalar, of);
    if (one === undefined || value === undefined || typeof one.setting === typeof value.setting) return one;
    const message = `${of} is ${formatValue(one.setting)}, and the first ring has ${formatValue(value.setting)}: the code gets one type`;
    const at = { file: fileAt(scalar.start!.line + 1) };
    problems.push(diagnose(badVersion, { message, at, fix: `write a ${typeof value.setting}` }));
    return undefined;
  };
  const rings = given === undefined ? undefined : parseRings(what, given, readAlike, report);
  return value === undefined ? undefined : { ...value, line: node.start.line + 1, rings };
};

/** One of a list, in words. */
export const wordOf = (list: VersionsList): string => (list === 'settings' ? 'setting' : versionsLists[list]);

const settingOf = (node: ScalarNode): SettingValue | undefined => {
  const { value } = resolveNode(node);
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? (value as SettingValue)
    : undefined;
};

const settingFault = (setting: SettingValue | undefined): Fault | undefined =>
  setting === undefined
    ? { what: "which isn't a text, a number or a boolean", fix: "write one of these: 'text', 3, true" }
    : undefined;

/** The rules of kustomize make a time of `2024-01-02`. */
const asWritten = ({ value, start }: ScalarNode, text: string): string => {
  if (start === undefined || !/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return value;
  const line = [...(text.split('\n')[start.line] ?? '')].slice(start.column).join('');
  return /^\d[^#,}]*?(?=\s+#|\s*(?:[,}]|$))/.exec(line)?.[0] ?? value;
};

interface Fault {
  readonly what: string;
  readonly fix: string;
}

const faultOf = (list: VersionsList, value: string): Fault | undefined => {
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

const findAdjacent = (found: Pick<Versions, VersionsList>): readonly Diagnostic[] => {
  const sorted = valuesIn(found).sort((a, b) => a.line - b.line);
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1];
    if (before === undefined || one.line - before.line > 1) return [];
    const titles = [before, one].map(({ name, ring }) => `"${name}"${ring === undefined ? '' : ` of ring "${ring}"`}`);
    return [
      diagnose(adjacentVersions, {
        message: `nothing is between ${titles.join(' and ')}, so git can't merge two branches that each change one`,
        at: { file: fileAt(one.line) },
        fix: 'write each value on a line below its name',
      }),
    ];
  });
};

/** Comments by which Renovate would update a later ring. */
const findBotComments = (text: string, found: Pick<Versions, VersionsList>): readonly Diagnostic[] => {
  const lines = text.split(/\r?\n/);
  const isComment = (line: number): boolean => /^\s*#\s*renovate:/.test(lines[line - 1] ?? '');
  return (Object.keys(versionsLists) as VersionsList[]).flatMap((list) =>
    [...found[list]].flatMap(([name, { rings }]) =>
      ringsIn({ rings }).flatMap(([ring, { keyLine, line }]) =>
        [...new Set([keyLine - 1, line - 1])].filter(isComment).map((at) =>
          diagnose(markedRing, {
            message: `the comment for Renovate is at ring "${ring}" of "${name}", which only fluxspan promote changes`,
            at: { file: fileAt(at) },
            fix: `move it above the line "${versionsLists[list]}:" of "${name}"`,
          }),
        ),
      ),
    ),
  );
};

import { hasErrors } from '../diagnostics/index.js';
import { parseVersions } from '../versions/parse-versions.js';
import { endOfBlock, insertLines, keyAt, startsLine, tokenAt } from '../yaml/edit-lines.js';
import { nodeAt } from '../yaml/node-at.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';

/** A file of versions without entries. */
export const NEW_VERSIONS_FILE = `# Versions of charts and images. People, Renovate and Flux's image automation edit this file, then run \`synth\`.
apiVersion: fluxspan.dev/v1
kind: Versions
metadata:
  name: versions
versions:
`;

/**
 * Writes versions into the text of a file of versions: that of the first ring where there is an entry, or a new entry. Every
 * other byte stays.
 *
 * @returns undefined if the file is written in a form that can't be edited so, such as a map in braces
 */
export const editVersionsFile = (text: string, versions: ReadonlyMap<string, string>): string | undefined => {
  let edited = text;
  for (const [name, version] of versions) {
    const next = hasEntry(edited, name) ? replaceVersion(edited, name, version) : addEntry(edited, name, version);
    if (next === undefined) return undefined;
    edited = next;
  }
  return says(edited, versions) ? edited : undefined;
};

const LIST = 'versions';

const hasEntry = (text: string, name: string): boolean => nodeAt(parseYamlNodes(text)[0], [LIST, name]) !== undefined;

const replaceVersion = (text: string, name: string, version: string): string | undefined => {
  const node = nodeAt(parseYamlNodes(text)[0], [LIST, name, 'version']);
  const token = node === undefined ? undefined : tokenAt(text, node);
  if (token === undefined) return undefined;
  return `${text.slice(0, token.start)}${version}${text.slice(token.start + token.text.length)}`;
};

const addEntry = (text: string, name: string, version: string): string | undefined => {
  const [document] = parseYamlNodes(text);
  const lines = text.split('\n');
  const end = lines[0]?.endsWith('\r') === true ? '\r' : '';
  const list = keyAt(document, LIST);
  const entry = (indent: string): readonly string[] => [`${indent}${name}:`, `${indent}${indent}version: ${version}`];
  if (list === undefined) {
    const last = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    return insertLines(lines, last, [`${LIST}:`, ...entry('  ')], end);
  }
  const map = nodeAt(document, [LIST]);
  const first = map?.kind === 'mapping' ? map.children[0]?.start : undefined;
  if (!startsLine(lines, list) || (first === undefined ? !isEmpty(lines[list.line]) : !startsLine(lines, first)))
    return undefined;
  return insertLines(lines, endOfBlock(lines, list), entry(' '.repeat(first?.column ?? 2)), end);
};

/** Whether the key of the list has nothing after it. */
const isEmpty = (line: string | undefined): boolean => /^\s*versions:\s*(?:#.*)?\r?$/.test(line ?? '');

/** Whether a file is right, and has these versions. */
const says = (text: string, versions: ReadonlyMap<string, string>): boolean => {
  const parsed = parseVersions(text);
  return !hasErrors(parsed.problems) && [...versions].every(([name, one]) => parsed.versions.get(name)?.value === one);
};

import { posix } from 'node:path';
import { isYaml } from '../../applied/is-yaml.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { objectRule } from '../../rules/diagnostics.js';
import type { FolderTree } from '../folder-tree.js';

/** Labels that a template has as plain texts, each with its line from 1; whether it has nothing else there. */
interface Labels {
  readonly texts: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  readonly isWhole: boolean;
}

/**
 * Workloads in the templates of a chart of the repository whose selector their own pods don't match, where both are plain
 * texts: the API server refuses them, whatever the values are.
 */
export const chartSelectors = (
  folder: string,
  release: string,
  { blobs, textOf }: Pick<FolderTree, 'blobs' | 'textOf'>,
): readonly Diagnostic[] =>
  [...blobs.keys()]
    .filter((path) => path.startsWith(`${posix.join(folder, 'templates')}/`) && isYaml(path))
    .flatMap((path) => {
      const text = textOf(path) ?? '';
      const lines = text.split(/\r?\n/);
      return documentsIn(lines).flatMap(([from, to]): readonly Diagnostic[] => {
        const kind = lines
          .slice(from, to)
          .flatMap((line) => /^kind:\s*(Deployment|StatefulSet|DaemonSet)\s*$/.exec(line)?.[1] ?? [])[0];
        if (kind === undefined) return [];
        const selector = labelsAt(lines, from, to, ['spec', 'selector', 'matchLabels']);
        const labels = labelsAt(lines, from, to, ['spec', 'template', 'metadata', 'labels']);
        if (selector === undefined || labels === undefined) return [];
        return [...selector.texts].flatMap(([key, { value, line }]): readonly Diagnostic[] => {
          const own = labels.texts.get(key);
          if (own === undefined ? !labels.isWhole : own.value === value) return [];
          return [
            diagnose(objectRule, {
              message: `the API server refuses the ${kind} of the chart "${folder}", which ${release} installs: its pods have no label ${key}: ${value}, for which its selector asks`,
              at: { file: `${path}:${line}` },
              notes: [own === undefined ? `they have no label ${key}` : `they have ${key}: ${own.value}`],
              fix: 'give the template of the pods the labels of the selector',
            }),
          ];
        });
      });
    });

/** The first and the next line of each document. */
const documentsIn = (lines: readonly string[]): readonly (readonly [from: number, to: number])[] => {
  const starts = [0, ...lines.flatMap((line, at) => (/^---/.test(line) ? [at + 1] : []))];
  return starts.map((from, at) => [from, starts[at + 1] ?? lines.length] as const);
};

const indentOf = (line: string): number => /^ */.exec(line)![0].length;

/** The labels under a path of keys; undefined if it isn't there once, or a template may add to it or leave it out. */
const labelsAt = (lines: readonly string[], from: number, to: number, path: readonly string[]): Labels | undefined => {
  let [start, end, indent] = [from, to, -1];
  for (const key of path) {
    const inner = lines.slice(start, end).find((line) => line.trim() !== '' && !/^\s*(?:#|\{\{)/.test(line));
    if (inner === undefined || indentOf(inner) <= indent) return undefined;
    const own = indentOf(inner);
    const found = lines.flatMap((line, at) =>
      at >= start && at < end && indentOf(line) === own && line.trim() === `${key}:` ? [at] : [],
    );
    const [first, ...more] = found;
    if (first === undefined || more.length > 0) return undefined;
    start = first + 1;
    let next = start;
    while (
      next < end &&
      (lines[next]!.trim() === '' || /^\s*(?:#|\{\{)/.test(lines[next]!) || indentOf(lines[next]!) > own)
    )
      next += 1;
    end = next;
    indent = own;
  }
  const texts = new Map<string, { readonly value: string; readonly line: number }>();
  let isWhole = true;
  for (let at = start; at < end; at += 1) {
    const line = lines[at]!;
    if (line.trim() === '' || /^\s*#/.test(line)) continue;
    const [, key, , value] = /^\s*([\w./-]+):\s*(["']?)([\w.-]+)\2\s*$/.exec(line) ?? [];
    // A condition may leave out what is between its lines.
    if (/\{\{-?\s*(?:if|else|with|range|end)\b/.test(line)) return undefined;
    if (key === undefined || value === undefined || texts.has(key)) isWhole = false;
    else texts.set(key, { value, line: at + 1 });
  }
  return { texts, isWhole };
};

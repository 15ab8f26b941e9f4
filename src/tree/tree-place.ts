import { createRequire } from 'node:module';
import type { Document, LineCounter, Node } from 'yaml';
import { parseValuePath } from '../constructs/unlisted-values.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { ClusterPlan } from './plan-cluster.js';

/** What the API server would refuse; the line that it would read helps to find it. */
const PLACED: ReadonlySet<string> = new Set(['FX315', 'FX316']);

/** Diagnostics on objects, with a note that says which line of the tree they are about. */
export const withTreePlaces = (
  diagnostics: readonly Diagnostic[],
  plan: ClusterPlan,
  root: string,
): readonly Diagnostic[] => {
  const parsed = new Map<string, ParsedFile>();
  const open = (path: string): ParsedFile => {
    const known = parsed.get(path) ?? parseFile(plan.files.get(path) ?? '');
    parsed.set(path, known);
    return known;
  };
  return diagnostics.map((problem) => {
    if (!PLACED.has(problem.code)) return problem;
    const { addon, object, path = '' } = problem.at;
    const planned = plan.objects.find((one) => one.object.addon === addon && one.object.title === object);
    if (planned === undefined) return problem;
    const inFile = plan.objects.filter((one) => one.path === planned.path);
    const { documents, lines } = open(planned.path);
    const document = documents[inFile.indexOf(planned)];
    const line = document === undefined ? undefined : lineOf(document, lines, path);
    const place = `${root}/${planned.path}${line === undefined ? '' : `:${line}`}`;
    return { ...problem, notes: [...problem.notes, `in the tree, once written, ${place}`] };
  });
};

interface ParsedFile {
  readonly documents: readonly Document[];
  readonly lines: LineCounter;
}

/** Loaded only when there is something to tell. */
const parseFile = (text: string): ParsedFile => {
  const yaml = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const lines = new yaml.LineCounter();
  return { documents: yaml.parseAllDocuments(text, { lineCounter: lines }) as Document[], lines };
};

interface Keyed {
  readonly range?: Node['range'];
  readonly items?: readonly { readonly key?: Node & { readonly value?: unknown }; readonly value?: Node | null }[];
}

/** The line of the innermost part of the path that is there: of a field that is missing, the object around it. */
const lineOf = (document: Document, lines: LineCounter, path: string): number | undefined => {
  let node = document.contents as Keyed | null;
  let offset = node?.range?.[0];
  for (const key of parseValuePath(path)) {
    const items = node?.items ?? [];
    const pair = items.find((item) => item.key !== undefined && String(item.key.value) === key);
    const next = (pair === undefined ? items[Number(key)] : pair.value) as Keyed | null | undefined;
    if (next === undefined) break;
    offset = pair?.key?.range?.[0] ?? next?.range?.[0] ?? offset;
    node = next;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
};

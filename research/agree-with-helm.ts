import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { ObjectDiff } from '../src/diff/compare-states.js';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Record<string, unknown>;
    readonly annotations?: Record<string, unknown>;
  };
}

/** What `helm template` prints, without any code of fluxspan. */
export const helmTemplate = (helm: string, chart: string, name: string, values: object): string => {
  const folder = mkdtempSync(join(tmpdir(), 'helm-template-'));
  try {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const args = ['template', name, chart, '-n', name, '-f', file, '--is-upgrade', '--skip-tests'];
    return execFileSync(helm, [...args, '--kube-version', '1.33.0'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const read = (text: string, namespace: string): ReadonlyMap<string, Manifest> =>
  new Map(
    parseAllDocuments(text, { version: '1.1', merge: true })
      .flatMap((document) => (document.toJS({ maxAliasCount: -1 }) as Manifest | null) ?? [])
      .map((one) => [keyOf(one.apiVersion.replace(/\/?[^/]*$/, ''), one.kind, one.metadata, namespace), one]),
  );
const keyOf = (group: string, kind: string, of: { name: string; namespace?: string }, namespace: string): string =>
  `${group}/${kind}/${of.name} in ${of.namespace || namespace}`;

const NOISE = /^(?:labels|annotations)\/.*(?:checksum|hash|helm\.sh\/chart|kubernetes\.io\/version|\/chart$)/;
const isHook = (one: Manifest): boolean => one.metadata.annotations?.['helm.sh/hook'] !== undefined;

/**
 * Every value by its path, but for labels and annotations that only carry a version or sum up other objects. Those of a pod
 * template restart pods, and count, except in a hook, whose pods are new each time.
 */
const leavesOf = (one: Manifest): ReadonlyMap<string, unknown> => {
  const metadata = isHook(one) ? /(?:^|\/)metadata\// : /^\/metadata\//;
  const leaves = (value: unknown, path: string): readonly (readonly [string, unknown])[] => {
    if (NOISE.test(path.split(metadata).at(-1)!)) return [];
    if (typeof value !== 'object' || value === null) return [[path, value]];
    const entries = Object.entries(value);
    return entries.length === 0 ? [[path, '{}']] : entries.flatMap(([key, inner]) => leaves(inner, `${path}/${key}`));
  };
  return new Map(leaves(one, ''));
};
const differing = (a: Manifest, b: Manifest): ReadonlySet<string> => {
  const [from, to] = [leavesOf(a), leavesOf(b)];
  return new Set([...from.keys(), ...to.keys()].filter((path) => from.get(path) !== to.get(path)));
};

/**
 * The mark that each object of two versions has by the text of `helm template` alone; those that don't differ have none.
 *
 * @param again the new version once more, which tells what a chart makes up each time
 */
export const marksByHelm = (
  [before, now, again]: readonly [string, string, string],
  namespace: string,
): ReadonlyMap<string, string> => {
  const [old, next, other] = [read(before, namespace), read(now, namespace), read(again, namespace)];
  const annotation = ({ metadata }: Manifest, name: string) => metadata.annotations?.[name];
  const marks = new Map<string, string>();
  for (const [key, from] of old) {
    const to = next.get(key);
    // Helm has run a hook, and leaves it or not.
    if (to === undefined && isHook(from)) continue;
    if (to === undefined) marks.set(key, annotation(from, 'helm.sh/resource-policy') === 'keep' ? '○' : '-');
    else {
      const made = differing(to, other.get(key) ?? to);
      if ([...differing(from, to)].some((path) => !made.has(path))) marks.set(key, '~');
    }
  }
  for (const key of next.keys()) if (!old.has(key)) marks.set(key, '+');
  return marks;
};

/** Where a diff and `helm template` say different things of an object. */
export const disagreements = (
  byHelm: ReadonlyMap<string, string>,
  objects: readonly ObjectDiff[],
  namespace: string,
): readonly string[] => {
  const byDiff = new Map(
    objects.map(({ id, mark }) => [keyOf(id.group, id.kind, id, namespace), mark === '±' ? '~' : mark]),
  );
  return [...new Set([...byHelm.keys(), ...byDiff.keys()])]
    .filter((key) => byHelm.get(key) !== byDiff.get(key))
    .map((key) => `${key}: helm template ${byHelm.get(key) ?? 'the same'}, diff ${byDiff.get(key) ?? 'the same'}`);
};

import { posix } from 'node:path';
import { objectsIn } from '../../applied/kustomize-files.js';
import type { ObjectId } from '../../applied/object-id.js';
import type { ClusterViews } from '../../applied/view/cluster-views.js';
import { lineOfText } from '../../applied/view/line-of.js';
import type { Place } from '../../diagnostics/index.js';
import { KUSTOMIZATION_FILES } from '../../flux/kustomization-file-names.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { readPatch } from '../../rules/languages/patch.js';
import { tryOpenTarget } from '../../rules/patches/select.js';

/** The place of a patch or field that changes an object in the root's build. */
export interface PatchPlace {
  readonly at: Place;
  /** `a patch`, `namePrefix`. */
  readonly what: string;
}

/** A change, as patches and transformations write it. */
export interface SoughtChange {
  readonly id: ObjectId;
  /** Patterns for the patch that makes the change, the most specific one first. */
  readonly words: readonly RegExp[];
  /** Other fields of a kustomization file that may make the change. */
  readonly fields: readonly string[];
}

/**
 * Finds the root's patch, or the field of a kustomization file, that changes an object. Falls back to the root's own
 * file.
 */
export const placeOfChange = (
  { root, tree }: Pick<ClusterViews, 'root' | 'tree'>,
  sought: SoughtChange,
): PatchPlace => {
  const candidates: Candidate[] = [];
  const files = root.files.filter((path) => KUSTOMIZATION_FILES.includes(posix.basename(path)));
  for (const file of files) candidates.push(...inFile(tree, file, sought));
  const { spec } = root.json;
  if (isObject(spec)) {
    const patches = listOf(spec['patches']);
    for (const [at, entry] of patches.entries())
      candidates.push(...ofPatch(tree, root.file, '', entry, `spec.patches[${at}]`, sought));
    for (const field of sought.fields) {
      const own = field === 'namespace' ? 'targetNamespace' : field;
      if (isSet(spec[own]))
        candidates.push({ file: root.file, path: `spec.${own}`, text: own, rank: FIELD_RANK, what: own });
    }
  }
  const best = candidates.sort((a, b) => a.rank - b.rank)[0];
  if (best === undefined) return { at: root.file === undefined ? {} : { file: root.file }, what: 'the root' };
  const line = best.file === undefined ? {} : lineOfText(tree, best.file, best.text);
  const file = best.file === undefined ? undefined : line.line === undefined ? best.file : `${best.file}:${line.line}`;
  return { at: { ...(file === undefined ? {} : { file }), path: best.path }, what: best.what };
};

interface Candidate {
  readonly file: string | undefined;
  readonly path: string;
  /** The text of that line. */
  readonly text: string;
  readonly rank: number;
  readonly what: string;
}

/** Ranks after patches that contain the sought change, and before those that don't. */
const FIELD_RANK = 50;

const inFile = (tree: ClusterViews['tree'], file: string, sought: SoughtChange): readonly Candidate[] => {
  const json = tryObjects(tree, file)[0] ?? {};
  const found: Candidate[] = [];
  const folder = posix.dirname(file);
  for (const name of ['patches', 'patchesJson6902'])
    for (const [at, entry] of listOf(json[name]).entries())
      found.push(...ofPatch(tree, file, folder, entry, `${name}[${at}]`, sought));
  for (const [at, text] of listOf(json['patchesStrategicMerge']).entries()) {
    if (typeof text !== 'string') continue;
    const entry = text.includes('\n') ? { patch: text } : { path: text };
    found.push(...ofPatch(tree, file, folder, entry, `patchesStrategicMerge[${at}]`, sought));
  }
  for (const field of sought.fields)
    if (isSet(json[field]))
      found.push({ file, path: field, text: `${field}:`, rank: FIELD_RANK, what: `\`${field}\`` });
  return found;
};

const ofPatch = (
  tree: ClusterViews['tree'],
  file: string | undefined,
  folder: string,
  entry: unknown,
  path: string,
  { id, words }: SoughtChange,
): readonly Candidate[] => {
  if (!isObject(entry)) return [];
  const { patch, target, path: named } = entry;
  const place = typeof named === 'string' ? posix.join(folder, named) : undefined;
  const text = typeof patch === 'string' ? patch : place === undefined ? '' : (tree.read([place]).get(place) ?? '');
  const read = readPatch(text);
  if (typeof read === 'string') return [];
  const isFor = isObject(target)
    ? maySelect(target as JsonObject, id)
    : read.kind === 'merge' && read.objects.some((one) => mayName(one as JsonObject, id));
  const word = words.findIndex((one) => one.test(text));
  if (!isFor || word < 0) return [];
  const first = text.split('\n').find((line) => words[word]!.test(line)) ?? '';
  const where = place !== undefined && typeof patch !== 'string' ? place : file;
  return [{ file: where, path, text: first.trim(), rank: word, what: 'a patch' }];
};

/** Ignores the version, labels and annotations of the object, which aren't known here. */
const maySelect = (target: JsonObject, { group, kind, name, namespace }: ObjectId): boolean => {
  const { version: _, labelSelector: _labels, annotationSelector: _annotations, ...rest } = target;
  const apiVersion = group === '' ? 'v1' : `${group}/v1`;
  return tryOpenTarget(rest)?.({ apiVersion, kind, metadata: { name, namespace } }) === true;
};

/** Whether a patch without a target may name the object. */
const mayName = ({ kind, metadata }: JsonObject, id: ObjectId): boolean => {
  const { name, namespace } = fieldsOf(metadata);
  return kind === id.kind && name === id.name && (namespace === undefined || namespace === id.namespace);
};

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const tryObjects = (tree: ClusterViews['tree'], path: string): readonly JsonObject[] => {
  try {
    return objectsIn(tree, path);
  } catch {
    return [];
  }
};

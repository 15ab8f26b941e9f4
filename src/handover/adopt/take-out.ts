import { posix } from 'node:path';
import { isKustomizationFile, readKustomizeFolder } from '../../applied/kustomize-files.js';
import { keyOf } from '../../applied/object-id.js';
import { parseObjects } from '../../applied/parse-objects.js';
import type { FluxObject, FluxOwner } from '../../applied/view/flux-view.js';
import type { JsonObject } from '../../json/json-value.js';
import type { AdoptionReader } from './adoption-reader.js';
import { removeItems } from './edit-list.js';
import { isObjectOf } from './edit-yaml.js';
import { deleteByPatch, type EditPlace } from './object-edit.js';
import { removeDocuments } from './remove-document.js';

/** Lists of a kustomization file that name inputs of the build. */
const LISTS = ['resources', 'components'];

/**
 * Removes objects from what a Kustomization applies: their lines in kustomization files, or their documents. If others
 * read the files, patches of the Kustomization delete the objects instead.
 *
 * @param patchesOnly only use patches, since editing files wasn't enough
 * @returns the reason if that isn't possible
 */
export const takeOut = (
  reader: AdoptionReader,
  place: EditPlace,
  owner: FluxOwner,
  objects: readonly FluxObject[],
  patchesOnly: boolean,
): string | undefined => {
  if (patchesOnly) return deleteByPatch(place, owner, objects);
  const gone = new Set(objects.map(({ id }) => keyOf(id)));
  const left = new Set(objects);
  for (const { file, text, paths } of entriesOf(reader, owner)) {
    if (place.readers.has(file) || reader.isOwn(file)) continue;
    const under = owner.objects.filter(({ path }) => path !== '' && paths.includes(path));
    if (under.length === 0 || !under.every(({ id }) => gone.has(keyOf(id)))) continue;
    // The removal of an outer entry already removed it.
    if (!under.some((object) => left.has(object))) continue;
    if (removeEntry(place, file, text)) for (const object of under) left.delete(object);
  }
  for (const object of left) if (removeFromFile(place, object)) left.delete(object);
  const why = left.size === 0 ? undefined : deleteByPatch(place, owner, [...left]);
  if (why === undefined) return undefined;
  const shared = [...left].flatMap(({ path }) => sharedBy(place, path) ?? []);
  return [...new Set(shared), why].join(', and ');
};

const sharedBy = ({ readers }: EditPlace, path: string): string | undefined => {
  const reader = readers.get(path);
  return reader === undefined ? undefined : `"${path}" is also read by ${reader}`;
};

/**
 * The entry that lists a shared file for this cluster alone; the one nearest to the file, so that little needs to be
 * copied.
 */
const entryOf = (
  reader: AdoptionReader,
  readers: EditPlace['readers'],
  owner: FluxOwner | undefined,
  path: string | undefined,
): Entry | undefined =>
  owner === undefined || path === undefined
    ? undefined
    : entriesOf(reader, owner).findLast(({ file, paths }) => paths.includes(path) && !readers.has(file));

/** How to replace a shared file with a copy for this cluster; undefined if no shared file is in the way. */
export const ownCopy = (
  reader: AdoptionReader,
  readers: EditPlace['readers'],
  owner: FluxOwner,
  objects: readonly FluxObject[],
): string | undefined => {
  const parent = reader.base.owners.get(owner.parents[0] ?? '');
  const entry =
    entryOf(
      reader,
      readers,
      owner,
      objects.map(({ path }) => path).find((path) => readers.has(path)),
    ) ??
    // The owner's manifest, which would hold the patches.
    (owner.file !== undefined && readers.has(owner.file) ? entryOf(reader, readers, parent, owner.file) : undefined);
  if (entry === undefined) return undefined;
  const folder = posix.dirname(entry.file);
  const path = posix.join(folder, entry.text).replace(/\/$/, '');
  const paths = reader.tree.blobs.has(path) ? '' : ', correct the relative paths in it';
  return `copy "${path}" into "${folder}"${paths}, and list the copy there in "${entry.file}" in the place of "${entry.text}"`;
};

interface Entry {
  /** The kustomization file. */
  readonly file: string;
  readonly text: string;
  /** All files that the entry includes. */
  readonly paths: readonly string[];
}

/** The entries of an owner's kustomization files, the largest first. */
const entriesOf = ({ tree }: AdoptionReader, { files }: FluxOwner): readonly Entry[] => {
  const entries = files.filter(isKustomizationFile).flatMap((file) =>
    entriesIn(tryFirst(() => tree.objects(file))).map((text): Entry => {
      const path = posix.join(posix.dirname(file), text).replace(/\/$/, '');
      return { file, text, paths: tree.blobs.has(path) ? [path] : readKustomizeFolder(tree, path).files };
    }),
  );
  return entries.sort((a, b) => b.paths.length - a.paths.length);
};

const entriesIn = (json: JsonObject | undefined): readonly string[] =>
  LISTS.flatMap((name) => {
    const list = json?.[name];
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  });

const tryFirst = (read: () => readonly JsonObject[]): JsonObject | undefined => {
  try {
    return read()[0];
  } catch {
    return undefined;
  }
};

const removeEntry = ({ files }: EditPlace, file: string, entry: string): boolean => {
  const before = files.text(file) ?? '';
  let text: string | undefined = before;
  for (const name of LISTS) {
    if (text !== undefined) text = removeItems(text, { isIt: () => true, path: [name] }, (value) => value === entry);
  }
  if (text === undefined || text === before) return false;
  files.set(file, isEmptied(text) ? withEmptyList(text) : text);
  return true;
};

/** Whether kustomize rejects the rest of a kustomization file: "kustomization.yaml is empty". */
const isEmptied = (text: string): boolean =>
  Object.keys(parseObjects(text)[0] ?? {}).every((key) => key === 'apiVersion' || key === 'kind');

const withEmptyList = (text: string): string => {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}resources: []${eol}`;
};

const removeFromFile = ({ files, readers }: EditPlace, { id, path }: FluxObject): boolean => {
  if (path === '' || readers.has(path)) return false;
  const text = files.text(path);
  const left = text === undefined ? undefined : removeDocuments(text, isObjectOf(keyOf(id), text));
  if (left === undefined) return false;
  if (left === '') files.delete(path);
  else files.set(path, left);
  return true;
};

import { posix } from 'node:path';
import { isFluxKustomization, ownerKey } from '../../applied/cluster-state.js';
import { HANDOVER_MARK } from '../../applied/handover-marks.js';
import { isKustomizationFile } from '../../applied/kustomize-files.js';
import { keyOf, type ObjectId } from '../../applied/object-id.js';
import { ownerObjectKey } from '../../applied/owner-object.js';
import type { FluxObject, FluxOwner } from '../../applied/view/flux-view.js';
import type { JsonObject } from '../../json/json-value.js';
import { printYaml } from '../../yaml/print-yaml.js';
import { type Edit, editJson } from '../steps/edit-json.js';
import { addItems, type ListPlace, removeItems } from './edit-list.js';
import { editYaml, isObjectOf } from './edit-yaml.js';
import type { WorkFiles } from './work-files.js';

/** An edit of one object that a Kustomization applies. */
export interface ObjectEdit {
  /** The Kustomization that applies it. */
  readonly owner: FluxOwner;
  readonly object: FluxObject;
  readonly how: Edit['how'];
}

/** The context that decides where an object can be edited. */
export interface EditPlace {
  readonly files: WorkFiles;
  /** Other readers of a file, by path. */
  readonly readers: ReadonlyMap<string, string>;
}

/** Edits the file of an object. Returns the reason if that isn't possible. */
export const editInFile = ({ files, readers }: EditPlace, { object, how }: ObjectEdit): string | undefined => {
  const { path, id } = object;
  if (path === '') return 'the one file that describes it was not found';
  const reader = readers.get(path);
  if (reader !== undefined) return `"${path}" is also read by ${reader}`;
  const text = files.text(path);
  const edited = text === undefined ? undefined : editYaml(text, how, isObjectOf(keyOf(id), text));
  if (edited === undefined) return `"${path}" does not hold it as it is applied`;
  files.set(path, edited);
  return undefined;
};

/** Edits an object with a patch of the Kustomization that applies it. Returns the reason if that isn't possible. */
export const editByPatch = (place: EditPlace, { owner, object, how }: ObjectEdit): string | undefined => {
  const { apiVersion, kind } = object.json;
  const edited = editJson({ apiVersion, kind, metadata: { name: object.id.name } } as JsonObject, how);
  return addPatches(place, owner, [printPatch(owner, object, edited, `# ${HANDOVER_MARK}`)]);
};

/** Removes objects from what a Kustomization applies, with patches in its manifest. */
export const deleteByPatch = (place: EditPlace, owner: FluxOwner, objects: readonly FluxObject[]): string | undefined =>
  addPatches(
    place,
    owner,
    objects.map((object) => {
      const { apiVersion, kind } = object.json;
      const json = { $patch: 'delete', apiVersion, kind, metadata: { name: object.id.name } } as JsonObject;
      return printPatch(owner, object, json, undefined);
    }),
  );

/** Removes the patches of the first step, from the manifest of a Kustomization and from its kustomization file. */
export const removeMarks = ({ files }: Pick<EditPlace, 'files'>, owner: FluxOwner): void => {
  const remove = (path: string | undefined, placeIn: (text: string) => ListPlace): void => {
    const text = path === undefined ? undefined : files.text(path);
    if (path === undefined || text?.includes(HANDOVER_MARK) !== true) return;
    const left = removeItems(text, placeIn(text), (_, source) => source.includes(HANDOVER_MARK));
    if (left !== undefined) files.set(path, left);
  };
  remove(owner.file, (text) => ({ isIt: isObjectOf(ownerObjectKey(owner.key), text), path: ['spec', 'patches'] }));
  remove(kustomizationOf(owner), () => TOP_PATCHES);
};

const TOP_PATCHES: ListPlace = { isIt: () => true, path: ['patches'] };

/** The kustomization file of the folder that a Kustomization reads. */
const kustomizationOf = ({ folder, files }: FluxOwner): string | undefined =>
  files.find((path) => isKustomizationFile(path) && posix.join(posix.dirname(path), '.') === (folder || '.'));

/** Adds patches to the manifest of a Kustomization; if others read that, to the kustomization file that it builds. */
const addPatches = (
  place: EditPlace,
  owner: FluxOwner,
  patches: readonly (readonly string[])[],
): string | undefined => {
  const why = addToManifest(place, owner, patches);
  return why === undefined || addToKustomization(place, owner, patches) ? undefined : why;
};

const addToKustomization = (
  { files, readers }: EditPlace,
  owner: FluxOwner,
  patches: readonly (readonly string[])[],
): boolean => {
  const path = kustomizationOf(owner);
  const text = path === undefined || readers.has(path) ? undefined : files.text(path);
  const edited = text === undefined ? undefined : addItems(text, TOP_PATCHES, patches);
  if (path === undefined || edited === undefined) return false;
  files.set(path, edited);
  return true;
};

const addToManifest = (
  { files, readers }: EditPlace,
  { key, file, parents }: FluxOwner,
  patches: readonly (readonly string[])[],
): string | undefined => {
  if (parents.length === 0) return "the root Kustomization is Flux's own, and is not patched";
  if (file === undefined) return 'the one file that describes its Kustomization was not found';
  const reader = readers.get(file);
  if (reader !== undefined) return `"${file}" is also read by ${reader}`;
  const text = files.text(file);
  const place = { isIt: isObjectOf(ownerObjectKey(key), text ?? ''), path: ['spec', 'patches'] };
  const edited = text === undefined ? undefined : addItems(text, place, patches);
  if (edited === undefined) return `"${file}" does not hold its Kustomization as it is applied`;
  files.set(file, edited);
  return undefined;
};

/** Prints an item of `spec.patches`. */
const printPatch = (owner: FluxOwner, { id }: FluxObject, json: JsonObject, comment: string | undefined): string[] => {
  const { group, kind, name, namespace } = id;
  // The build often sets the namespace itself, and then a target with the namespace doesn't match.
  const isTwin = owner.objects.some(
    (other) => other.id !== id && other.id.kind === kind && other.id.group === group && other.id.name === name,
  );
  return [
    'patch: |',
    ...(comment === undefined ? [] : [`  ${comment}`]),
    ...printYaml(json)
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    'target:',
    ...(group === '' ? [] : [`  group: ${group}`]),
    `  kind: ${kind}`,
    `  name: ${name}`,
    ...(isTwin && namespace !== '' ? [`  namespace: ${namespace}`] : []),
  ];
};

/** Whether an object is the Kustomization of an owner. */
export const isOwner = (id: ObjectId, key: string): boolean => isFluxKustomization(id) && ownerKey(id) === key;

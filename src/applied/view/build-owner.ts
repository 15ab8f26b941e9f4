import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { BuildError } from '../build/build-error.js';
import type { BuiltObject } from '../build/build-folder.js';
import type { FolderBuilder } from '../build/folder-builder.js';
import { type PreparedFolder, prepareFolder } from '../build/prepare-folder.js';
import { filesBelow, hasFolder } from '../folders.js';
import { readKustomizeFolder } from '../kustomize-files.js';
import { ownerName } from '../owner-name.js';
import type { NotSeen, RepositoryTree } from './flux-view.js';
import { hasExpression } from './known-vars.js';
import { lineOfText } from './line-of.js';
import type { OwnerDraft } from './owner-draft.js';
import type { SeenSource } from './seen-source.js';
import { leadsOut, missingFolder } from './view-problems.js';

/** The build of a Kustomization's folder, before vars are substituted. */
export interface BuiltOwner {
  readonly draft: OwnerDraft;
  /** From the repository's root; undefined if its source is elsewhere. */
  readonly folder: string | undefined;
  /** Their paths are relative to the repository's root. */
  readonly files: readonly string[];
  readonly objects: readonly BuiltObject[];
  readonly notSeen: readonly NotSeen[];
}

export const sourceOf = (
  kustomization: JsonObject,
  namespace: string,
): { readonly kind: string; readonly namespace: string; readonly name: string } => {
  const { sourceRef } = specOf(kustomization);
  const ref = fieldsOf(sourceRef);
  return { kind: String(ref['kind']), namespace: String(ref['namespace'] ?? namespace), name: String(ref['name']) };
};

/** A Kustomization whose folder is known, or why it isn't. */
export interface PreparedOwner {
  readonly draft: OwnerDraft;
  readonly notSeen: readonly NotSeen[];
  /** Undefined if there is nothing to build. */
  readonly reads?: {
    readonly source: SeenSource;
    /** From the root of the source's tree. */
    readonly folder: string;
    readonly prepared: PreparedFolder | BuildError;
  };
}

/** @param source the source that its sourceRef names, or why it can't be read */
export const prepareOwner = (
  draft: OwnerDraft,
  source: SeenSource | string,
  faulty: Map<Diagnostic, string>,
): PreparedOwner => {
  const elsewhere = (cause: NotSeen['cause'], what: string, reason: string): PreparedOwner => ({
    draft,
    notSeen: [{ cause, owner: draft.key, what, reason, ...declaredAt(draft) }],
  });
  const spec = specOf(draft.json);
  if (typeof source === 'string') {
    const { kind, name } = sourceOf(draft.json, '');
    return elsewhere('elsewhere', `${kind} "${name}"`, source);
  }
  if (spec['kubeConfig'] !== undefined) {
    return elsewhere('elsewhere', `Kustomization "${ownerName(draft.key)}"`, 'applies its objects to another cluster');
  }
  const path = typeof spec['path'] === 'string' ? spec['path'] : '';
  if (draft.folder === undefined && hasExpression(path))
    return elsewhere('var', `path "${path}"`, 'has a var whose value is not known here');
  const folder = draft.folder ?? `${source.prefix}${posix.join('/', path).slice(1)}`.replace(/\/$/, '');
  // Flux never leaves its source's artifact.
  if (draft.folder === undefined && posix.normalize(path).startsWith('..'))
    faulty.set(leadsOut(draft, path, folder), draft.key);
  return { draft, notSeen: [], reads: { source, folder, prepared: tryPrepare(source, folder, spec) } };
};

const tryPrepare = (source: SeenSource, folder: string, spec: JsonObject): PreparedFolder | BuildError => {
  try {
    return prepareFolder(source.tree, folder, spec, { leavesOutRemote: true });
  } catch (error) {
    if (error instanceof BuildError) return error;
    throw error;
  }
};

const declaredAt = ({ file, line }: OwnerDraft): Pick<NotSeen, 'file' | 'line'> => ({
  file: file ?? '',
  ...(line === undefined ? {} : { line }),
});

export const buildOwner = (
  tree: RepositoryTree,
  { draft, notSeen: known, reads }: PreparedOwner,
  builder: FolderBuilder,
  faulty: Map<Diagnostic, string>,
): BuiltOwner => {
  if (reads === undefined) return { draft, folder: undefined, files: [], objects: [], notSeen: known };
  const { source, folder, prepared } = reads;
  const notSeen: NotSeen[] = [...known];
  const owner = draft.key;
  let built = prepared instanceof BuildError ? prepared : builder.build(source.tree, prepared);
  for (const { file, text } of prepared instanceof BuildError ? [] : prepared.remote) {
    const place = source.placeOf(file);
    const at = { file: place, ...lineOfText(tree, place, text) };
    notSeen.push({ cause: 'remote', owner, what: text, reason: 'is fetched from the network', ...at });
  }
  const files = prepared instanceof BuildError ? readKustomizeFolder(source.tree, folder).files : prepared.files;
  const isMissing = built instanceof BuildError && built.isFolderMissing;
  const placeIn = isMissing ? placeOfMissing : placeOfFolder;
  const place = { folder: placeIn(source, folder), files: files.map(source.placeOf).sort() };
  if (built instanceof BuildError) {
    const problem = built.isFolderMissing
      ? missingFolder(draft, placeOfMissing(source, folder), linkAbove(source, folder))
      : undefined;
    if (problem !== undefined) faulty.set(problem, owner);
    const cause = built.isToolMissing ? 'no-kubectl' : 'unbuilt';
    const told = problem === undefined ? {} : { problem };
    const what = `folder "${place.folder}"`;
    notSeen.push({ cause, owner, what, reason: built.message, ...declaredAt(draft), ...told });
    // Falls back to the objects as the files declare them, so that their Kustomizations are still found.
    built = readKustomizeFolder(source.tree, folder, textsIn(specOf(draft.json)['components'])).objects;
  }
  const objects = built.map(({ json, path: at }) => ({ json, path: at === '' ? '' : source.placeOf(at) }));
  return { draft, ...place, objects, notSeen };
};

/** The symbolic link in the path of a folder, from the repository's root. */
const linkAbove = ({ tree, placeOf }: SeenSource, folder: string): string | undefined => {
  for (let at = folder; at !== '' && at !== '.'; at = posix.dirname(at))
    if (tree.links?.has(at) === true) return placeOf(at);
  return undefined;
};

/** The place of an artifact's folder in the repository, derived from a file in it. */
const placeOfFolder = ({ tree, placeOf }: SeenSource, folder: string): string => {
  const [path] = filesBelow(tree.blobs, folder);
  if (path === undefined) return folder;
  const rest = path.slice(folder === '' ? 0 : folder.length + 1);
  const place = placeOf(path);
  return place.endsWith(`/${rest}`) ? place.slice(0, place.length - rest.length - 1) : place === rest ? '' : folder;
};

/** Where a folder that isn't there would be in the repository: in the place of the nearest one above it. */
const placeOfMissing = (source: SeenSource, folder: string): string => {
  const above = posix.dirname(folder);
  if (above === folder) return folder;
  const place =
    above === '.'
      ? placeOfFolder(source, '')
      : hasFolder(source.tree.blobs, above)
        ? placeOfFolder(source, above)
        : placeOfMissing(source, above);
  return posix.join(place, posix.basename(folder));
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

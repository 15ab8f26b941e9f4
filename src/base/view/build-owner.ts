import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { BuildError } from '../build/build-error.js';
import type { BuiltObject } from '../build/build-folder.js';
import type { FolderBuilder } from '../build/folder-builder.js';
import { type PreparedFolder, prepareFolder } from '../build/prepare-folder.js';
import { readKustomizeFolder } from '../kustomize-files.js';
import { ownerName } from '../owner-name.js';
import type { NotSeen, RepositoryTree } from './flux-view.js';
import { hasExpression } from './known-vars.js';
import { lineOfText } from './line-of.js';
import type { OwnerDraft } from './owner-draft.js';
import type { SeenSource } from './seen-source.js';
import { leadsOut, missingFolder } from './view-problems.js';

/** What the folder of a Kustomization gives, before vars are substituted. */
export interface BuiltOwner {
  readonly draft: OwnerDraft;
  /** From the repository's root; undefined where its source is elsewhere. */
  readonly folder: string | undefined;
  /** The paths of files are those of the repository. */
  readonly files: readonly string[];
  readonly objects: readonly BuiltObject[];
  readonly notSeen: readonly NotSeen[];
}

export const sourceOf = (
  kustomization: JsonObject,
  namespace: string,
): { readonly kind: string; readonly namespace: string; readonly name: string } => {
  const { sourceRef } = specOf(kustomization);
  const ref = isObject(sourceRef) ? sourceRef : {};
  return { kind: String(ref['kind']), namespace: String(ref['namespace'] ?? namespace), name: String(ref['name']) };
};

/** @param source what its sourceRef names, or why that can't be read */
export const buildOwner = (
  tree: RepositoryTree,
  draft: OwnerDraft,
  source: SeenSource | string,
  builder: FolderBuilder,
  problems: Diagnostic[],
): BuiltOwner => {
  const notSeen: NotSeen[] = [];
  const declared = { file: draft.file ?? '', ...(draft.line === undefined ? {} : { line: draft.line }) };
  const miss = (
    cause: NotSeen['cause'],
    what: string,
    reason: string,
    place: Pick<NotSeen, 'file' | 'line'> = declared,
  ) => notSeen.push({ cause, owner: draft.key, what, reason, ...place });
  const nothing = { draft, folder: undefined, files: [], objects: [], notSeen };
  const spec = specOf(draft.json);
  if (typeof source === 'string') {
    const { kind, name } = sourceOf(draft.json, '');
    miss('elsewhere', `${kind} "${name}"`, source);
    return nothing;
  }
  if (spec['kubeConfig'] !== undefined) {
    miss('elsewhere', `Kustomization "${ownerName(draft.key)}"`, 'applies its objects to another cluster');
    return nothing;
  }
  const path = typeof spec['path'] === 'string' ? spec['path'] : '';
  if (hasExpression(path)) {
    miss('var', `path "${path}"`, 'has a var whose value is not known here');
    return nothing;
  }
  const folder = draft.folder ?? `${source.prefix}${posix.join('/', path).slice(1)}`.replace(/\/$/, '');
  // Flux stays inside of what its source holds.
  if (draft.folder === undefined && posix.normalize(path).startsWith('..'))
    problems.push(leadsOut(draft, path, folder));
  let prepared: PreparedFolder | undefined;
  let built: readonly BuiltObject[] | BuildError;
  try {
    prepared = prepareFolder(source.tree, folder, spec, { leavesOutRemote: true });
    built = builder.build(source.tree, prepared);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    built = error;
  }
  for (const { file, text } of prepared?.remote ?? []) {
    const place = source.placeOf(file);
    miss('remote', text, 'is fetched from the network', { file: place, ...lineOfText(tree, place, text) });
  }
  const place = {
    folder: placeOfFolder(source, folder),
    files: (prepared?.files ?? readKustomizeFolder(source.tree, folder).files).map(source.placeOf).sort(),
  };
  if (built instanceof BuildError) {
    if (built.isFolderMissing) problems.push(missingFolder(draft, folder));
    miss(built.isToolMissing ? 'no-kubectl' : 'unbuilt', `folder "${place.folder}"`, built.message);
    // As they stand in the files, which is more than nothing: owners are still found.
    built = readKustomizeFolder(source.tree, folder, textsIn(spec['components'])).objects;
  }
  const objects = built.map(({ json, path: at }) => ({ json, path: at === '' ? '' : source.placeOf(at) }));
  return { draft, ...place, objects, notSeen };
};

/** Where a folder of an artifact lies in the repository, by a file in it. */
const placeOfFolder = ({ tree, placeOf }: SeenSource, folder: string): string => {
  const start = folder === '' ? '' : `${folder}/`;
  const path = [...tree.blobs.keys()].find((one) => one.startsWith(start));
  if (path === undefined) return folder;
  const rest = path.slice(start.length);
  const place = placeOf(path);
  return place.endsWith(`/${rest}`) ? place.slice(0, place.length - rest.length - 1) : place === rest ? '' : folder;
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const specOf = ({ spec }: JsonObject): JsonObject => (isObject(spec) ? spec : {});

import { NOT_FETCHED } from '../applied/build/prepare-folder.js';
import { ownerName } from '../applied/owner-name.js';
import { sourceOf } from '../applied/view/build-owner.js';
import type { FluxOwner, FluxView, NotSeen } from '../applied/view/flux-view.js';
import { tryFindMissingEntry } from '../applied/view/missing-entries.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { type Diagnostic, diagnose, nearest } from '../diagnostics/index.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { unbuiltFolder } from './diagnostics.js';
import { folderPaths } from './folder-paths.js';
import type { FolderTree } from './folder-tree.js';
import type { FileOf } from './object-file.js';
import { placeInKustomization } from './var-findings.js';

interface ViewOptions {
  readonly tree: FolderTree;
  readonly fileOf: FileOf;
  /** Sources that no file makes, and that are taken for this repository, as `Kind/namespace/name`. */
  readonly assumed: ReadonlySet<string>;
  /** Whether no file says what Flux reads. */
  readonly isGuessed: boolean;
}

/** What keeps Flux from applying the tree at all: faults of Kustomizations, and folders that don't build. */
export const viewFindings = (view: FluxView, options: ViewOptions): readonly Diagnostic[] => {
  const missing = new Map(view.notSeen.flatMap((one) => (one.problem === undefined ? [] : [[one.problem, one]])));
  return [
    ...view.problems.map((problem) => {
      const owner = missing.has(problem) ? view.owners.get(missing.get(problem)!.owner) : undefined;
      return owner === undefined ? problem : missingFolder(problem, owner, view, options);
    }),
    ...view.notSeen.flatMap((one) => unbuilt(one, view, options)),
  ];
};

/** A folder that differs in more letters is another one. */
const MOST_LETTERS = 3;

/** A path that isn't in the repository fails for certain, unless its source may be another repository. */
const missingFolder = (
  problem: Diagnostic,
  owner: FluxOwner,
  view: FluxView,
  { tree, fileOf, assumed, isGuessed }: ViewOptions,
): Diagnostic => {
  const source = titleOfSource(owner);
  const isCertain = !assumed.has(source) && (!isGuessed || isRead(source, view));
  const isLink = problem.message.includes('symbolic link');
  const path = owner.folder ?? '';
  const depth = path.split('/').length;
  const alike = [...folderPaths(tree)].filter((one) => one.split('/').length === depth);
  const near = isLink ? undefined : nearest(path, alike, MOST_LETTERS);
  // Of a guessed cluster, the source may as well be another repository.
  const isDoubtful = isGuessed && !isCertain && near === undefined;
  return {
    ...problem,
    ...(isCertain ? { severity: 'error' as const } : isDoubtful ? { severity: 'notice' as const } : {}),
    at: placeInKustomization({ owner }, 'spec.path', { fileOf }),
    ...(near === undefined ? {} : { fix: `did you mean "${near}"?` }),
  };
};

const titleOfSource = ({ key, json }: FluxOwner): string => {
  const { kind, namespace, name } = sourceOf(json, parseOwnerKey(key).namespace);
  return `${kind}/${namespace}/${name}`;
};

/** Whether a source, as `Kind/namespace/name`, fetches this repository: some Kustomization has its folder here by it. */
export const isOwnSource = (source: string, { owners }: FluxView): boolean =>
  [...owners.values()].some((one) => one.folder !== undefined && titleOfSource(one) === source);

/** Whether another Kustomization finds its folder by the same source. */
const isRead = (source: string, { owners, root }: FluxView): boolean =>
  [...owners.values()].some(
    (one) => one.key !== root && one.objects.length > 0 && one.folder !== undefined && titleOfSource(one) === source,
  );

/** What kustomize said of a folder that it can't build, at the file that fails: once for all that read the folder. */
const unbuilt = (
  { cause, problem, what, reason, file, line, owner: key }: NotSeen,
  { owners }: FluxView,
  { tree }: Pick<ViewOptions, 'tree'>,
): readonly Diagnostic[] => {
  // What kustomize would fetch isn't known.
  if (cause !== 'unbuilt' || problem !== undefined || reason.endsWith(NOT_FETCHED)) return [];
  // The last one is the innermost.
  const inner = [...reason.matchAll(/recursed accumulation of path '([^']+)'/g)].at(-1)?.[1];
  const folder = owners.get(key)?.folder ?? '';
  const list = [inner, folder].flatMap((one) => (one === undefined ? [] : kustomizationIn(one, tree))).at(0);
  const missing = list === undefined ? undefined : missingEntryIn(list, tree, reason);
  const placed = line === undefined ? file : `${file}:${line}`;
  return [
    diagnose(unbuiltFolder, {
      message:
        missing === undefined
          ? `${what} doesn't build: ${reason}`
          : `${what} doesn't build: "${list}" names "${missing.entry}", and there is no such file or folder`,
      at: { file: list === undefined ? placed : missing?.line === undefined ? list : `${list}:${missing.line}` },
      notes: [`Kustomization "${ownerName(key)}" reads it, and applies nothing`],
      fix: missing === undefined ? 'correct what kustomize names there' : 'correct the entry, or take it out',
    }),
  ];
};

const kustomizationIn = (folder: string, { blobs }: Pick<FolderTree, 'blobs'>): readonly string[] =>
  KUSTOMIZATION_FILES.map((name) => (folder === '' ? name : `${folder}/${name}`)).filter((path) => blobs.has(path));

const missingEntryIn = (
  list: string,
  tree: FolderTree,
  reason: string,
): { readonly entry: string; readonly line: number | undefined } | undefined => {
  const found = tryFindMissingEntry(tree, list.replace(/(?:^|\/)[^/]+$/, ''));
  if (found === undefined || found.list !== list || !reason.includes(found.entry)) return undefined;
  const at = (tree.textOf(list) ?? '').split('\n').findIndex((text) => text.includes(found.entry));
  return { entry: found.entry, line: at < 0 ? undefined : at + 1 };
};

import { posix } from 'node:path';
import { NOT_FETCHED } from '../applied/build/prepare-folder.js';
import { fluxTreeFault } from '../applied/diagnostics.js';
import { readKustomizeFolder } from '../applied/kustomize-files.js';
import { ownerName } from '../applied/owner-name.js';
import { sourceOf } from '../applied/view/build-owner.js';
import type { FluxOwner, FluxView, NotSeen } from '../applied/view/flux-view.js';
import { type MissingEntry, tryFindMissingEntry } from '../applied/view/missing-entries.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { type Diagnostic, diagnose, nameSome, nearest } from '../diagnostics/index.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { fieldsOf } from '../json/as-shape.js';
import { specOf } from '../json/manifest-fields.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { unknownReference } from '../rules/flux/reference.js';
import { artifactsOf } from './artifact-findings.js';
import { includedFolders, mayWrite } from './brought-files.js';
import { unbuiltFolder } from './diagnostics.js';
import { folderPaths } from './folder-paths.js';
import type { FolderTree } from './folder-tree.js';
import type { FileOf } from './object-file.js';
import { placeOfError } from './place-of-error.js';
import { placeInKustomization } from './var-findings.js';

interface ViewOptions {
  readonly tree: FolderTree;
  readonly fileOf: FileOf;
  /** Sources that no file makes, and that are taken for this repository, as `Kind/namespace/name`. */
  readonly assumed: ReadonlySet<string>;
  /** What fetches the cluster's folder. */
  readonly source: RuleState['source'];
  /** Whether no file says what Flux reads. */
  readonly isGuessed: boolean;
}

/** What keeps Flux from applying the tree at all: faults of Kustomizations, and folders that don't build. */
export const viewFindings = (view: FluxView, options: ViewOptions): readonly Diagnostic[] => {
  const missing = new Map(view.notSeen.flatMap((one) => (one.problem === undefined ? [] : [[one.problem, one]])));
  return [
    ...view.problems.flatMap((problem) => {
      const owner = missing.has(problem) ? view.owners.get(missing.get(problem)!.owner) : undefined;
      return owner === undefined ? problem : (missingFolder(problem, owner, view, options) ?? []);
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
  options: ViewOptions,
): Diagnostic | undefined => {
  const { tree, fileOf, assumed, isGuessed, source: own } = options;
  const better = missingInArtifact(owner, view, options) ?? otherKindOfSource(owner, view, options);
  if (better !== undefined) return better;
  const source = titleOfSource(owner);
  // What was pushed to a registry or a bucket may start in any folder.
  const isArtifact =
    /^(?:OCIRepository|Bucket)\//.test(source) &&
    source !== `${own.kind}/${own.namespace}/${own.name}` &&
    !isRead(source, view);
  const isCertain = !assumed.has(source) && !isArtifact && (!isGuessed || isRead(source, view));
  const isLink = problem.message.includes('symbolic link');
  const path = owner.folder ?? '';
  if (isIncluded(path, owner, view)) return undefined;
  const folders = folderPaths(tree);
  if (isArtifact && [...folders].some((one) => one.endsWith(`/${path}`))) return undefined;
  const depth = path.split('/').length;
  const alike = [...folders].filter((one) => one.split('/').length === depth);
  const near = isLink ? undefined : (longerSibling(path, alike) ?? nearest(path, alike, MOST_LETTERS));
  // Of a guessed cluster, the source may as well be another repository.
  const isDoubtful = (isArtifact || (isGuessed && !isCertain)) && near === undefined;
  return {
    ...problem,
    ...(isCertain ? { severity: 'error' as const } : isDoubtful ? { severity: 'notice' as const } : {}),
    at: placeInKustomization({ owner }, 'spec.path', { fileOf }),
    ...(isArtifact ? { notes: ['what was pushed there may start in another folder'] } : {}),
    ...(near === undefined ? {} : { fix: `did you mean "${near}"?` }),
  };
};

/** The folder beside a missing one whose name begins as its does: `staging` for `stage`. */
const longerSibling = (path: string, folders: readonly string[]): string | undefined => {
  const start = path.slice(0, Math.max(path.lastIndexOf('/') + 1 + FEWEST_LETTERS, path.length - 1));
  const [near, ...more] = folders.filter((one) => one.startsWith(start) && posix.dirname(one) === posix.dirname(path));
  return more.length === 0 ? near : undefined;
};
const FEWEST_LETTERS = 3;

/** A folder of the repository that the artifact of a generator doesn't have. */
const missingInArtifact = (owner: FluxOwner, view: FluxView, { tree, fileOf }: ViewOptions): Diagnostic | undefined => {
  const { kind, namespace, name } = sourceOf(owner.json, parseOwnerKey(owner.key).namespace);
  const made = kind === 'ExternalArtifact' ? artifactsOf(view).get(`${namespace}/${name}`) : undefined;
  if (made === undefined) return undefined;
  // What is copied to the top of an artifact has its paths in the repository.
  const isApart = made.part.copies.every(({ to }) => !/^@artifact\/?$/.test(String(to)));
  if (!isApart && !folderPaths(tree).has(owner.folder ?? '')) return undefined;
  const targets = [...new Set(made.part.copies.map(({ to }) => `"${String(to)}"`))];
  return diagnose(fluxTreeFault, {
    message: `Kustomization "${ownerName(owner.key)}" reads "${String(specOf(owner.json)['path'])}" of ExternalArtifact/${name}, and ArtifactGenerator/${made.generator.name} copies nothing there`,
    at: placeInKustomization({ owner }, 'spec.path', { fileOf }),
    severity: 'error',
    notes: [`it copies to ${nameSome(targets, 5)}`],
    fix: 'correct spec.path, or the field "to" of the copy that should make this folder',
  });
};

const SOURCE_KINDS: ReadonlySet<string> = new Set(['GitRepository', 'OCIRepository', 'Bucket', 'ExternalArtifact']);

/** The folder isn't in this repository, and its source is none that a file makes: one of another kind has its name. */
const otherKindOfSource = (
  owner: FluxOwner,
  view: FluxView,
  { source, isGuessed, fileOf }: ViewOptions,
): Diagnostic | undefined => {
  const { kind, namespace, name } = sourceOf(owner.json, parseOwnerKey(owner.key).namespace);
  if (
    kind === 'ExternalArtifact' ||
    (!isGuessed && titleOfSource(owner) === `${source.kind}/${source.namespace}/${source.name}`)
  )
    return undefined;
  const objects = [...view.owners.values()].flatMap(({ objects: own, sets }) => [...own, ...sets.objects]);
  if (objects.some(({ id }) => id.kind === kind && id.namespace === namespace && id.name === name)) return undefined;
  const other = artifactsOf(view).has(`${namespace}/${name}`)
    ? 'ExternalArtifact'
    : objects.find(
        ({ id }) => SOURCE_KINDS.has(id.kind) && id.kind !== kind && id.namespace === namespace && id.name === name,
      )?.id.kind;
  return other === undefined
    ? undefined
    : diagnose(unknownReference, {
        message: `nothing makes ${kind}/${name} in namespace "${namespace}"`,
        at: placeInKustomization({ owner }, 'spec.sourceRef.kind', { fileOf }),
        notes: [`${other}/${name} is made there`],
        fix: `did you mean kind: ${other}?`,
      });
};

const titleOfSource = ({ key, json }: FluxOwner): string => {
  const { kind, namespace, name } = sourceOf(json, parseOwnerKey(key).namespace);
  return `${kind}/${namespace}/${name}`;
};

/**
 * Whether a source, as `Kind/namespace/name`, fetches this repository: that of the root, one by which some Kustomization has its
 * folder here, or one of the same URL and branch.
 */
export const isOwnSource = (source: string, { owners }: FluxView, root: ViewOptions['source']): boolean => {
  const all = [...owners.values()];
  const own = `${root.kind}/${root.namespace}/${root.name}`;
  if (source === own || all.some((one) => one.folder !== undefined && titleOfSource(one) === source)) return true;
  const placeOfSource = (title: string): string | undefined => {
    const found = all
      .flatMap(({ objects }) => objects)
      .find(({ id }) => id.kind === 'GitRepository' && `${id.kind}/${id.namespace}/${id.name}` === title);
    const { url, ref } = fieldsOf(found?.json['spec']);
    return typeof url === 'string' ? `${bareUrl(url)} ${JSON.stringify(ref ?? {})}` : undefined;
  };
  const place = placeOfSource(source);
  return place !== undefined && place === placeOfSource(own);
};

/** `github.com/acme/fleet`, whatever the protocol. */
const bareUrl = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/:(?=[^/\d])/, '/')
    .replace(/(?:\.git)?\/*$/, '');

/** Whether another Kustomization finds its folder by the same source. */
const isRead = (source: string, { owners, root }: FluxView): boolean =>
  [...owners.values()].some(
    (one) => one.key !== root && one.objects.length > 0 && one.folder !== undefined && titleOfSource(one) === source,
  );

/** What kustomize said of a folder that it can't build, at the file that fails: once for all that read the folder. */
const unbuilt = (
  { cause, problem, what, reason, file, line, owner: key }: NotSeen,
  view: FluxView,
  { tree }: Pick<ViewOptions, 'tree'>,
): readonly Diagnostic[] => {
  const { owners } = view;
  // What kustomize would fetch isn't known.
  if (cause !== 'unbuilt' || problem !== undefined || reason.endsWith(NOT_FETCHED)) return [];
  // Annotations that are no map: the one that this build adds fails there, and Flux's has none.
  if (reason.includes('cannot add path annotation')) return [];
  // The last one is the innermost.
  const inner = [...reason.matchAll(/recursed accumulation of path '([^']+)'/g)].at(-1)?.[1];
  const owner = owners.get(key);
  const folder = owner?.folder ?? '';
  if (LACKS_AN_OBJECT.test(reason) && mayBeFetched(inner ?? folder, owner, tree)) return [];
  const list = [inner, folder].flatMap((one) => (one === undefined ? [] : kustomizationIn(one, tree))).at(0);
  const missing = list === undefined ? undefined : missingEntryIn(list, tree, reason);
  const placed = line === undefined ? file : `${file}:${line}`;
  if (missing !== undefined && owner !== undefined && isIncluded(missing.path, owner, view)) return [];
  const writer = missing === undefined ? undefined : mayWrite(missing.path, tree);
  const emptyPatch = emptyPatchIn(inner ?? folder, reason, tree);
  const doubt =
    writer !== undefined
      ? `${writer} has its path, and may write it`
      : emptyPatch !== undefined
        ? `"${emptyPatch}" has comments alone, which the kustomize of Flux 2.7 and later takes`
        : undefined;
  return [
    diagnose(unbuiltFolder, {
      ...(doubt === undefined ? {} : { severity: 'notice' as const }),
      message:
        missing === undefined
          ? `${what} doesn't build: ${reason.replace(AFTER_A_FILE, '')}`
          : `${what} doesn't build: "${list}" names "${missing.entry}", and there is no such file or folder`,
      at: {
        file:
          (missing === undefined ? brokenFileIn(inner ?? folder, tree) : undefined) ??
          (list === undefined ? placed : missing?.line === undefined ? list : `${list}:${missing.line}`),
      },
      notes: [
        `Kustomization "${ownerName(key)}" reads it, and applies nothing`,
        ...(doubt === undefined ? [] : [doubt]),
      ],
      fix:
        missing !== undefined
          ? 'correct the entry, or take it out'
          : emptyPatch !== undefined
            ? 'take the patch out until it has content'
            : reason.includes('already registered id')
              ? 'take out one of the two that make it'
              : 'correct what kustomize names there',
    }),
  ];
};

/** The first file of a folder that can't be parsed, with its line. kustomize doesn't always name it. */
const brokenFileIn = (folder: string, tree: FolderTree): string | undefined => {
  for (const path of readKustomizeFolder(tree, folder).files) {
    try {
      tree.objects(path);
    } catch (error) {
      return placeOfError(path, error);
    }
  }
  return undefined;
};

/** The file of a patch without content, which an older kustomize refuses: it could be of either form. */
const emptyPatchIn = (folder: string, reason: string, tree: FolderTree): string | undefined => {
  const path = /illegally qualifies as both an SM and JSON patch: \[path: "([^"]+)"\]/.exec(reason)?.[1];
  const file = path === undefined ? undefined : posix.join(folder, path);
  const text = file === undefined ? undefined : tree.textOf(file);
  return text !== undefined && /^(?:\s*(?:#.*|---)?(?:\r?\n|$))*$/.test(text) ? file : undefined;
};

/** What a patch, a replacement, a var or a generator that merges is for isn't among the objects. */
const LACKS_AN_OBJECT =
  /no matches for Id|no resource matches|unable to find patch target|nothing selected by|cannot merge or replace|cannot be mapped to a field/;

/** Whether the object may be in a resource that kustomize would fetch for the folder that fails. */
const mayBeFetched = (failing: string, owner: FluxOwner | undefined, tree: FolderTree): boolean => {
  const [list] = kustomizationIn(failing, tree);
  // A component patches what is built beside it.
  const isComponent = list !== undefined && tree.objects(list)[0]?.['kind'] === 'Component';
  const files = new Set(isComponent ? owner?.files : readKustomizeFolder(tree, failing).files);
  return owner?.notSeen.some(({ cause, file }) => cause === 'remote' && files.has(file)) === true;
};

/** kustomize tries an entry as a folder, too, once the file has failed. */
const AFTER_A_FILE = /: must build at directory: '[^']*': file is not directory$/;

/** Whether files of another repository are there, by `spec.include` of the owner's source. */
const isIncluded = (path: string, owner: FluxOwner, view: FluxView): boolean =>
  includedFolders(owner, view).some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`));

const kustomizationIn = (folder: string, { blobs }: Pick<FolderTree, 'blobs'>): readonly string[] =>
  KUSTOMIZATION_FILES.map((name) => (folder === '' ? name : `${folder}/${name}`)).filter((path) => blobs.has(path));

/** A file of a generator, which kustomize names by its path. */
const missingFileIn = (list: string, folder: string, reason: string): MissingEntry | undefined => {
  const path = /: open (\S+): no such file or directory$/.exec(reason)?.[1];
  return path === undefined ? undefined : { list, entry: posix.relative(folder, path), path };
};

const missingEntryIn = (
  list: string,
  tree: FolderTree,
  reason: string,
): { readonly entry: string; readonly path: string; readonly line: number | undefined } | undefined => {
  const folder = list.replace(/(?:^|\/)[^/]+$/, '');
  const found = tryFindMissingEntry(tree, folder) ?? missingFileIn(list, folder, reason);
  if (found === undefined || found.list !== list) return undefined;
  // Of a folder, kustomize names the path.
  if (!reason.includes(found.entry) && !reason.includes(found.path)) return undefined;
  const at = (tree.textOf(list) ?? '').split('\n').findIndex((text) => text.includes(found.entry));
  return { entry: found.entry, path: found.path, line: at < 0 ? undefined : at + 1 };
};

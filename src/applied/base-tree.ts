import type { AppLayout } from '../compile/layout.js';
import type { JsonObject } from '../json/json-value.js';
import type { FileMarks } from './file-marks.js';
import type { Base } from './find-base.js';
import { filesBelow } from './folders.js';
import type { Git } from './git.js';
import type { GitFile, NearFiles } from './git-files.js';
import { blobId } from './read-blob.js';

/** Files of one state of the repository: of a commit, or of a commit with edits. */
export interface ReadableTree {
  /** By path, relative to the tree's root; only the tree understands the ids. */
  readonly blobs: ReadonlyMap<string, string>;
  read(paths: readonly string[]): ReadonlyMap<string, string>;
  /** The folder that a Kustomization reads, relative to the tree's root; `undefined` if it's outside of the tree. */
  folderOf(path: string): string | undefined;
  /** Symbolic links, which Flux's sources leave out of their artifacts. @default - not known */
  readonly links?: ReadonlySet<string>;
  /** The objects of a file, read once. @throws Error with the first fault in the file */
  readonly objects?: (path: string) => readonly JsonObject[];
  /** What a quick look at YAML files tells, by path. @default - not known */
  readonly marks?: (paths: readonly string[]) => ReadonlyMap<string, FileMarks>;
}

/** The part of {@link BaseTree} that reading a cluster needs. */
export type ClusterTree = Pick<BaseTree, 'base' | 'root' | 'blobs' | 'under' | 'holds' | 'read' | 'folderOf'>;

/** The tree of a commit, whose blobs are read on demand. */
export class BaseTree implements ReadableTree {
  readonly base: Base;
  /** Blob ids by path, relative to the tree's root. */
  readonly blobs: ReadonlyMap<string, string>;
  /** The tree's root, from the repository's: `k8s`, `infra/k8s`. */
  readonly root: string;
  /**
   * The folder that paths of Kustomizations start from, relative to the repository's root; empty, or with a `/` at the
   * end.
   */
  readonly sourceRoot: string;
  readonly #git: Git;
  #links: ReadonlySet<string> | undefined;
  /** The results of {@link holds}, which runs more than once for a file. */
  readonly #held = new Map<string, { readonly text: string; readonly is: boolean }>();

  /** @param whole list the whole repository as the tree, for files outside of our tree */
  constructor(
    git: Git,
    base: Base,
    { inRepository, sourceRoot }: Pick<AppLayout, 'inRepository' | 'sourceRoot'>,
    whole = false,
  ) {
    this.#git = git;
    this.base = base;
    this.sourceRoot = sourceRoot;
    this.root = whole ? '' : inRepository;
    this.blobs = this.#below(git.blobsUnder(base.commit, this.root));
  }

  get links(): ReadonlySet<string> {
    this.#links ??=
      this.root === ''
        ? this.#git.files(this.base.commit).links
        : new Set(this.#git.linksUnder(this.base.commit, this.root).map((path) => path.slice(this.root.length + 1)));
    return this.#links;
  }

  /** What trees of the commit share; undefined if another commit is the common one. Only for the whole repository. */
  get near(): NearFiles | undefined {
    const common = this.#git.common();
    return common?.commit === this.base.commit ? { ...common, unlike: new Set() } : undefined;
  }

  /** Paths from the repository's root as paths of the tree. */
  #below(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    if (this.root === '') return files;
    return new Map([...files].map(([path, blob]) => [path.slice(this.root.length + 1), blob]));
  }

  /** The paths of all files below a folder. */
  under(folder: string): readonly string[] {
    return filesBelow(this.blobs, folder);
  }

  /** Whether a file of the commit has this text, judging by its hash alone. */
  holds(path: string, text: string): boolean {
    const known = this.#held.get(path);
    if (known?.text === text) return known.is;
    const blob = this.blobs.get(path);
    if (blob === undefined) return false;
    const is = blobId(text, blob.length) === blob;
    this.#held.set(path, { text, is });
    return is;
  }

  /** The texts of files. One git run reads all that weren't read before. */
  read(paths: readonly string[]): ReadonlyMap<string, string> {
    const texts = this.#git.texts.readFiles(this.#filesAt(paths));
    return new Map(
      paths.flatMap((path) => {
        const text = texts.get(this.blobs.get(path) ?? '');
        return text === undefined ? [] : [[path, text] as const];
      }),
    );
  }

  /** The last commit that changed one of these files; undefined in a shallow clone. */
  lastChange(paths: readonly string[]): { readonly commit: string; readonly date: string } | undefined {
    return this.#git.lastChange(
      this.base.commit,
      paths.map((path) => inRepository(this, path)),
    );
  }

  /** Whether a commit is another one, or comes after it; undefined if the clone doesn't have one of them. */
  isAtOrAfter(commit: string, other: string): boolean | undefined {
    return this.#git.isAtOrAfter(commit, other);
  }

  /** Says that files will be read, so that git doesn't run for each of them. */
  expect(paths: () => readonly string[]): void {
    this.#git.texts.expect(() => this.#filesAt(paths()));
  }

  /** What a quick look at files tells. */
  marks(paths: readonly string[]): ReadonlyMap<string, FileMarks> {
    const found = this.#git.texts.marks(this.#filesAt(paths));
    return this.root === ''
      ? found
      : new Map([...found].map(([path, marks]) => [path.slice(this.root.length + 1), marks]));
  }

  /** YAML files that name Flux's Kustomizations. Only for a tree of the whole repository. */
  namingKustomizations(): readonly string[] {
    return this.#git.namingKustomizations(this.base.commit);
  }

  #filesAt(paths: readonly string[]): readonly GitFile[] {
    return paths.flatMap((path) => {
      const blob = this.blobs.get(path);
      return blob === undefined ? [] : [{ path: inRepository(this, path), blob }];
    });
  }

  folderOf(path: string): string | undefined {
    const full = folderFrom(this.sourceRoot, path);
    if (this.root === '') return full;
    return full.startsWith(`${this.root}/`) ? full.slice(this.root.length + 1) : undefined;
  }
}

const folderFrom = (sourceRoot: string, path: string): string =>
  sourceRoot + path.replace(/^(\.?\/)+/, '').replace(/\/+$/, '');

/** Resolves paths of Kustomizations in the whole repository, whether or not they exist. */
export const pathsOf = ({ sourceRoot }: Pick<AppLayout, 'sourceRoot'>): Pick<BaseTree, 'sourceRoot' | 'folderOf'> => ({
  sourceRoot,
  folderOf: (path) => folderFrom(sourceRoot, path),
});

/** Converts a path of a tree to one from the repository's root. */
export const inRepository = ({ root }: Pick<BaseTree, 'root'>, path: string): string =>
  root === '' ? path : `${root}/${path}`;

/** The same tree with the text of some files changed. */
export const withTexts = (tree: ReadableTree, texts: ReadonlyMap<string, string>): ReadableTree => ({
  blobs: tree.blobs,
  read: (paths) => {
    const found = new Map(tree.read(paths.filter((path) => !texts.has(path))));
    for (const path of paths) if (texts.has(path)) found.set(path, texts.get(path)!);
    return found;
  },
  folderOf: (path) => tree.folderOf(path),
});

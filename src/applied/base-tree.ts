import { hash } from 'node:crypto';
import type { AppLayout } from '../compile/layout.js';
import type { JsonObject } from '../json/json-value.js';
import type { Base } from './find-base.js';
import type { Git } from './git.js';

/** Files of one state of the repository: of a commit, or of a commit with edits. */
export interface ReadableTree {
  /** By path, relative to the tree's root; the values are ids that nothing but the tree understands. */
  readonly blobs: ReadonlyMap<string, string>;
  read(paths: readonly string[]): ReadonlyMap<string, string>;
  /** The folder that a Kustomization reads, relative to the tree's root; `undefined`: it lies outside of the tree. */
  folderOf(path: string): string | undefined;
  /** Symbolic links, which no source of Flux takes into its artifact; where it is left out, none are known. */
  readonly links?: ReadonlySet<string>;
  /** The objects of a file, read once. @throws Error with the first fault that the file has */
  readonly objects?: (path: string) => readonly JsonObject[];
}

/** What reading a cluster needs of {@link BaseTree}. */
export type ClusterTree = Pick<BaseTree, 'base' | 'root' | 'blobs' | 'under' | 'holds' | 'read' | 'folderOf'>;

/** The tree of a commit, of which blobs are read as they are asked for. */
export class BaseTree implements ReadableTree {
  readonly base: Base;
  /** Blob ids by path, relative to the tree's root. */
  readonly blobs: ReadonlyMap<string, string>;
  /** The tree's root, from the repository's: `k8s`, `infra/k8s`. */
  readonly root: string;
  /** What the paths of Kustomizations start from, from the repository's root; empty, or with a `/` at the end. */
  readonly sourceRoot: string;
  readonly #git: Git;
  #links: ReadonlySet<string> | undefined;
  readonly #texts = new Map<string, string>();
  /** The answers of {@link holds}, which is asked more than once for a file. */
  readonly #held = new Map<string, { readonly text: string; readonly is: boolean }>();
  #sorted: readonly string[] | undefined;

  /**
   * @param whole list the whole repository, as if it were the tree: for files that lie beside ours
   */
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
    const skip = this.root === '' ? 0 : this.root.length + 1;
    this.blobs = new Map(git.list(base.commit, this.root).map(({ path, blob }) => [path.slice(skip), blob]));
  }

  get links(): ReadonlySet<string> {
    const skip = this.root === '' ? 0 : this.root.length + 1;
    this.#links ??= new Set(this.#git.links(this.base.commit, this.root).map((path) => path.slice(skip)));
    return this.#links;
  }

  /** The paths of all files below a folder: without a look at every file, since there may be a hundred clusters. */
  under(folder: string): readonly string[] {
    this.#sorted ??= [...this.blobs.keys()].sort();
    if (folder === '') return this.#sorted;
    // "0" is the character after "/".
    return this.#sorted.slice(firstFrom(this.#sorted, `${folder}/`), firstFrom(this.#sorted, `${folder}0`));
  }

  /** Whether a file of the commit has this text, by its hash alone. */
  holds(path: string, text: string): boolean {
    const known = this.#held.get(path);
    if (known?.text === text) return known.is;
    const blob = this.blobs.get(path);
    if (blob === undefined) return false;
    const algorithm = blob.length === 40 ? 'sha1' : 'sha256';
    const is = hash(algorithm, `blob ${Buffer.byteLength(text)}\0${text}`) === blob;
    this.#held.set(path, { text, is });
    return is;
  }

  /** The texts of files, in one run of git for those that were not read before. */
  read(paths: readonly string[]): ReadonlyMap<string, string> {
    const wanted = paths.flatMap((path) => this.blobs.get(path) ?? []).filter((blob) => !this.#texts.has(blob));
    for (const [blob, text] of this.#git.read(wanted)) this.#texts.set(blob, text);
    return new Map(
      paths.flatMap((path) => {
        const text = this.#texts.get(this.blobs.get(path) ?? '');
        return text === undefined ? [] : [[path, text] as const];
      }),
    );
  }

  folderOf(path: string): string | undefined {
    const full = folderFrom(this.sourceRoot, path);
    if (this.root === '') return full;
    return full.startsWith(`${this.root}/`) ? full.slice(this.root.length + 1) : undefined;
  }
}

/** The index of the first of sorted texts that isn't before one. */
const firstFrom = (sorted: readonly string[], text: string): number => {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < text) from = middle + 1;
    else to = middle;
  }
  return from;
};

const folderFrom = (sourceRoot: string, path: string): string =>
  sourceRoot + path.replace(/^(\.?\/)+/, '').replace(/\/+$/, '');

/** How the paths of Kustomizations are read in the whole repository, whatever is there. */
export const pathsOf = ({ sourceRoot }: Pick<AppLayout, 'sourceRoot'>): Pick<BaseTree, 'sourceRoot' | 'folderOf'> => ({
  sourceRoot,
  folderOf: (path) => folderFrom(sourceRoot, path),
});

/** A path of a tree from the repository's root. */
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

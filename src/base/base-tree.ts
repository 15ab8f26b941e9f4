import { hash } from 'node:crypto';
import type { AppSettings } from '../compile/declared-app.js';
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
export type ClusterTree = Pick<BaseTree, 'base' | 'root' | 'blobs' | 'holds' | 'read' | 'folderOf'>;

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

  /**
   * @param whole list the whole repository, as if it were the tree: for files that lie beside ours
   * @param prefix the project's folder from the repository's root; empty, or with a `/` at the end
   */
  constructor(
    git: Git,
    base: Base,
    app: Pick<AppSettings, 'root' | 'pathPrefix'>,
    whole = false,
    prefix: string = git.prefix,
  ) {
    this.#git = git;
    this.base = base;
    const root = prefix + app.root;
    const { pathPrefix } = app;
    this.sourceRoot =
      pathPrefix === '' ? `${root}/` : root.endsWith(pathPrefix) ? root.slice(0, root.length - pathPrefix.length) : '';
    this.root = whole ? '' : root;
    const skip = whole ? 0 : root.length + 1;
    this.blobs = new Map(git.list(base.commit, this.root).map(({ path, blob }) => [path.slice(skip), blob]));
  }

  get links(): ReadonlySet<string> {
    const skip = this.root === '' ? 0 : this.root.length + 1;
    this.#links ??= new Set(this.#git.links(this.base.commit, this.root).map((path) => path.slice(skip)));
    return this.#links;
  }

  /** Whether a file of the commit has this text, by its hash alone. */
  holds(path: string, text: string): boolean {
    const blob = this.blobs.get(path);
    if (blob === undefined) return false;
    const algorithm = blob.length === 40 ? 'sha1' : 'sha256';
    return hash(algorithm, `blob ${Buffer.byteLength(text)}\0${text}`) === blob;
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
    const full = this.sourceRoot + path.replace(/^(\.?\/)+/, '').replace(/\/+$/, '');
    if (this.root === '') return full;
    return full.startsWith(`${this.root}/`) ? full.slice(this.root.length + 1) : undefined;
  }
}

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

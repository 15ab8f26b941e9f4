import type { TreeEdits } from '../../applied/view/edited-tree.js';
import type { RepositoryTree } from '../../applied/view/flux-view.js';

/** Edited files on top of an unedited state of the repository. */
export class WorkFiles {
  readonly #tree: RepositoryTree;
  readonly #texts = new Map<string, string | undefined>();

  constructor(tree: RepositoryTree) {
    this.#tree = tree;
  }

  text(path: string): string | undefined {
    return this.#texts.has(path) ? this.#texts.get(path) : this.#tree.read([path]).get(path);
  }

  set(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  delete(path: string): void {
    this.#texts.set(path, undefined);
  }

  /** New texts by path, sorted. */
  get edited(): ReadonlyMap<string, string> {
    const changed = [...this.#texts].filter(
      (one): one is [string, string] => one[1] !== undefined && one[1] !== this.#tree.read([one[0]]).get(one[0]),
    );
    return new Map(changed.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Paths of removed files, sorted. */
  get removed(): readonly string[] {
    return [...this.#texts].flatMap(([path, text]) => (text === undefined ? [path] : [])).sort();
  }

  get edits(): TreeEdits {
    return new Map(
      [...this.#texts].map(([path, text]) => [path, text === undefined ? undefined : { text, objects: undefined }]),
    );
  }
}

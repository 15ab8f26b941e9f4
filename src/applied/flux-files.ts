import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../files/read-file.js';
import type { JsonObject } from '../json/json-value.js';
import { ParsedFiles } from './parsed-files.js';
import { blobId } from './read-blob.js';

/** Whether one of Flux's own files may declare a root. The manifests of the controllers are long and never do. */
export const isRootFile = (path: string): boolean => /\.ya?ml$/.test(path) && !isComponents(path);

export const isComponents = (path: string): boolean => /gotk-components\.ya?ml$/.test(path);

/**
 * The files of `flux bootstrap` in the work tree. Many parts of one run need them, so each file is read once and each
 * text is parsed once, including texts of a commit.
 */
export class FluxFiles {
  readonly #paths = new Map<string, readonly string[]>();
  readonly #texts = new Map<string, string>();
  readonly #parsed: ParsedFiles;

  /** @param parsed what was read in files of the repository */
  constructor(parsed = new ParsedFiles()) {
    this.#parsed = parsed;
  }

  /** The paths of the files in `flux-system` of a cluster's folder, relative to that folder. @param folder absolute */
  paths(folder: string): readonly string[] {
    const known = this.#paths.get(folder);
    if (known !== undefined) return known;
    const found = filesIn(join(folder, 'flux-system'));
    this.#paths.set(folder, found);
    return found;
  }

  text(folder: string, path: string): string {
    const file = join(folder, 'flux-system', path);
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = readRegularFile(file, MEGABYTES).toString('utf8');
    // The manifests of the controllers are long, and rarely read twice.
    if (!isComponents(path)) this.#texts.set(file, text);
    return text;
  }

  /** The texts by path of files that may declare a root. */
  rootTexts(folder: string): ReadonlyMap<string, string> {
    return new Map(
      this.paths(folder)
        .filter(isRootFile)
        .map((path) => [path, this.text(folder, path)]),
    );
  }

  /** @throws Error with the first fault that the text has */
  readonly parse = (text: string): readonly JsonObject[] => this.#parsed.objectsOfBlob(blobId(text, SHA1), () => text);

  /** The same; `undefined` if the text can't be parsed. */
  tryParse(text: string): readonly JsonObject[] | undefined {
    try {
      return this.parse(text);
    } catch {
      return undefined;
    }
  }
}

const MEGABYTES = 16;
const SHA1 = 40;

const filesIn = (folder: string): readonly string[] => {
  // A file may be in the place of a parent folder. The comparison of the tree reports that.
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
};

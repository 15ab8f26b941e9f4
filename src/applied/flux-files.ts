import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../files/read-file.js';
import type { JsonObject } from '../json/json-value.js';
import { ParsedFiles } from './view/parsed-files.js';

/** A file of Flux's own that may hold a root. What the controllers are made of is long, and has none. */
export const isRootFile = (path: string): boolean => /\.ya?ml$/.test(path) && !isComponents(path);

export const isComponents = (path: string): boolean => /gotk-components\.ya?ml$/.test(path);

/**
 * What `flux bootstrap` has written beside the folders of clusters, as the work tree has it. Many look at it in one run of
 * a command: each file is read once, and each text parsed once, also those of a commit.
 */
export class FluxFiles {
  readonly #paths = new Map<string, readonly string[]>();
  readonly #texts = new Map<string, string>();
  readonly #parsed = new ParsedFiles();

  /** The files in `flux-system` of a cluster's folder, from there. @param folder absolute */
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
    // The text of the controllers is long, and rarely read twice.
    if (!isComponents(path)) this.#texts.set(file, text);
    return text;
  }

  /** By path, those that may hold a root. */
  rootTexts(folder: string): ReadonlyMap<string, string> {
    return new Map(
      this.paths(folder)
        .filter(isRootFile)
        .map((path) => [path, this.text(folder, path)]),
    );
  }

  /** @throws Error with the first fault that the text has */
  readonly parse = (text: string): readonly JsonObject[] => this.#parsed.objects(text, () => text);

  /** The same; `undefined` of a text that can't be read. */
  tryParse(text: string): readonly JsonObject[] | undefined {
    try {
      return this.parse(text);
    } catch {
      return undefined;
    }
  }
}

const MEGABYTES = 16;

const filesIn = (folder: string): readonly string[] => {
  // A file may be in the place of a folder above it, which is told where the tree is compared.
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

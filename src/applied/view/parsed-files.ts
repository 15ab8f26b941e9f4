import type { JsonObject } from '../../json/json-value.js';
import { parseObjects } from '../parse-objects.js';

/** The objects of files by the id of their text, so that two states of a repository share unchanged files. */
export class ParsedFiles {
  readonly #known = new Map<string, readonly JsonObject[] | Error>();

  /** @throws Error with the first fault that the text has */
  objects(id: string, text: () => string): readonly JsonObject[] {
    let found = this.#known.get(id);
    if (found === undefined) {
      found = tryParse(text());
      this.#known.set(id, found);
    }
    if (found instanceof Error) throw found;
    return found;
  }
}

const tryParse = (text: string): readonly JsonObject[] | Error => {
  try {
    return parseObjects(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';

/** A `package.json` that a project takes over. */
export interface DefaultManifest {
  readonly name: string | undefined;
  /** The other fields that stay as they are. */
  readonly fields: JsonObject;
}

/** What a person or `npm init` says of a package, and what no project needs to be otherwise. */
const KEPT = [
  'version',
  'description',
  'keywords',
  'author',
  'license',
  'repository',
  'bugs',
  'homepage',
  'packageManager',
  'devEngines',
] as const;

const NO_TEST = 'echo "Error: no test specified" && exit 1';

/**
 * Reads a `package.json` as `npm init -y` and `pnpm init` leave it: nothing is lost where a project takes it over.
 *
 * @returns undefined where there is none, or one with more in it
 */
export const tryReadDefaultManifest = (folder: string): DefaultManifest | undefined => {
  const manifest = tryRead(join(folder, 'package.json'));
  if (!isObject(manifest)) return undefined;
  const { name, main, scripts, type, private: isPrivate, ...fields } = manifest;
  const isDefault =
    (name === undefined || typeof name === 'string') &&
    (main === undefined || main === 'index.js') &&
    (type === undefined || type === 'commonjs' || type === 'module') &&
    (isPrivate === undefined || typeof isPrivate === 'boolean') &&
    (scripts === undefined ||
      (isObject(scripts) && Object.entries(scripts).every(([name, text]) => name === 'test' && text === NO_TEST))) &&
    Object.keys(fields).every((key) => KEPT.some((one) => one === key));
  return isDefault ? { name: name === '' ? undefined : name, fields } : undefined;
};

const tryRead = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // None, or one that npm can't read either.
    return undefined;
  }
};

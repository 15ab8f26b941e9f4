import { fileURLToPath } from 'node:url';
import { diagnose, FluxspanError, hasErrors, rememberPlace, suggest } from '../diagnostics/index.js';
import { readRegularFile, unreadReason } from '../files/read-file.js';
import { badVersionsFile, unknownVersion } from './diagnostics.js';
import { VERSIONS_FILE } from './files.js';
import { parseImage } from './image-reference.js';
import { parseVersions, type Versions, type VersionsList } from './parse-versions.js';
import { noteOpened } from './while-recording.js';

/** A part of an image's reference; `name` is its repository, as Flux's setters call it. */
export type ImagePart = 'name' | 'tag' | 'digest';

/** Reads what versions.yaml has. `V` and `I` are the names in it. */
export interface VersionReaders<V extends string, I extends string> {
  /**
   * The version of a name: `6.5.0`, `1.x`.
   *
   * @throws FluxspanError for a name that the file doesn't have
   */
  version(name: V): string;
  /**
   * The image of a name, as a whole (`ghcr.io/acme/web:1.2.3`), or a part of it.
   *
   * @throws FluxspanError for a name that the file doesn't have, or a part that the image doesn't have
   */
  image(name: I, part?: ImagePart): string;
}

/**
 * Opens the project's versions.yaml. The module `imports/versions.ts`, which `fluxspan synth` generates, calls it with
 * the names in the file as types: import `version` and `image` from there.
 *
 * @param module the URL of the module that calls it
 * @param path of the file, relative to that module
 * @throws FluxspanError with all that is wrong with the file
 */
export const openVersions = <V extends string, I extends string>(
  module: string,
  path = `../${VERSIONS_FILE}`,
): VersionReaders<V, I> => {
  const versions = readVersions(fileURLToPath(new URL(path, module)));
  if (hasErrors(versions.problems)) throw new FluxspanError(versions.problems);
  const opened = { versions, read: { versions: new Set<string>(), images: new Set<string>() } };
  noteOpened(opened);
  const read = (list: VersionsList, name: string): string => {
    const found = versions[list].get(name);
    if (found === undefined) throw unknownName(versions, list, name);
    opened.read[list].add(name);
    return found.value;
  };
  return {
    version: (name) => read('versions', name),
    image: (name, part) => {
      const whole = read('images', name);
      if (part === undefined) return whole;
      const value = parseImage(whole)?.[part];
      if (value !== undefined) return value;
      throw unknown(
        `image "${name}" has no ${part}: it is "${whole}"`,
        `add it in versions.yaml, or read another part`,
      );
    },
  };
};

/** More than a file of ten thousand versions has. */
const MOST_MEGABYTES = 4;

/** Reads and parses a file of versions; one that can't be read is a problem of it. */
export const readVersions = (file: string): Versions => {
  try {
    return parseVersions(readRegularFile(file, MOST_MEGABYTES).toString());
  } catch (error) {
    const message = `versions.yaml can't be read: ${unreadReason(error)}`;
    const fix = 'put versions.yaml beside cdk8s.yaml, or import nothing from imports/versions.ts';
    const problem = diagnose(badVersionsFile, { message, at: { file: VERSIONS_FILE }, fix });
    return { versions: new Map(), images: new Map(), marked: [], problems: [problem] };
  }
};

const words = { versions: 'version', images: 'image' } as const;

const unknownName = (versions: Versions, list: VersionsList, name: unknown): FluxspanError => {
  const other = list === 'versions' ? 'images' : 'versions';
  const fix = versions[other].has(String(name))
    ? `it is in "${other}": read it with ${words[other]}('${String(name)}')`
    : `${suggest(String(name), versions[list].keys())}; or add it to "${list}" in versions.yaml, and run fluxspan synth`;
  return unknown(`versions.yaml has no ${words[list]} "${String(name)}"`, fix);
};

const unknown = (message: string, fix: string): FluxspanError => {
  const source = rememberPlace()();
  const at = source === undefined ? {} : { source };
  return new FluxspanError([diagnose(unknownVersion, { message, at, fix })]);
};

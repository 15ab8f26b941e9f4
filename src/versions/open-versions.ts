import { fileURLToPath } from 'node:url';
import { diagnose, FluxspanError, formatValue, hasErrors, rememberPlace, suggest } from '../diagnostics/index.js';
import { readRegularFile, unreadReason } from '../files/read-file.js';
import { badVersionsFile, noRingValue, unknownVersion } from './diagnostics.js';
import { fileAt, VERSIONS_FILE } from './files.js';
import { parseImage } from './image-reference.js';
import { type ReadValue, TOGETHER } from './parse-rings.js';
import { parseVersions, type Versions, type VersionsEntry, type VersionsList, wordOf } from './parse-versions.js';
import { isRing, type Ring } from './ring.js';
import { noteOpened, replacedText } from './while-recording.js';

/** A part of an image's reference; `name` is its repository, as Flux's setters call it. */
export type ImagePart = 'name' | 'tag' | 'digest';

/**
 * The version that versions.yaml has under the name of a release, or of an addon that reads a source; undefined where it
 * has none. `chartVersions` of `imports/versions.ts` is one.
 *
 * @throws FluxspanError where the name has rings, and none for this one
 */
export type ChartVersions = (name: string, ring?: Ring | undefined) => string | undefined;

/**
 * Reads what versions.yaml has. `V` and `I` are the names in it, `RV` and `RI` those that have `rings`, and `S` the types of
 * the settings.
 */
export interface VersionReaders<
  V extends string,
  I extends string,
  RV extends V = never,
  RI extends I = never,
  S = Readonly<Record<never, never>>,
> {
  /**
   * The version of a name: `6.5.0`, `1.x`.
   *
   * @param ring the ring of the cluster that it is for, where the name has `rings`; `undefined` in an app without a
   * rollout, which gets the first ring's
   * @throws FluxspanError for a name that the file doesn't have, or a ring that has no value
   */
  version<const N extends V>(name: N, ...ring: N extends RV ? [ring: Ring | undefined] : [ring?: Ring]): string;
  /**
   * The image of a name, as a whole (`ghcr.io/acme/web:1.2.3`), or a part of it.
   *
   * @param ring the ring of the cluster that it is for, where the name has `rings`
   * @throws FluxspanError for a name that the file doesn't have, a part that the image doesn't have, or a ring that has
   * no value
   */
  image<const N extends I>(
    name: N,
    ...part: N extends RI
      ? [part: ImagePart | undefined, ring: Ring | undefined]
      : [part?: ImagePart | undefined, ring?: Ring]
  ): string;
  /**
   * The value of a setting: a text, a number or a boolean.
   *
   * @param ring the ring of the cluster that it is for
   * @throws FluxspanError for a name that the file doesn't have, or a ring that has no value
   */
  setting<const N extends keyof S>(name: N, ring: Ring | undefined): S[N];
  /** What a FluxApp takes as `chartVersions`: the versions of the addons that come with fluxspan. */
  readonly chartVersions: ChartVersions;
}

/**
 * Opens the project's versions.yaml. The module `imports/versions.ts`, which `fluxspan synth` generates, calls it with
 * the names in the file as types: import `version`, `image` and `setting` from there.
 *
 * @param module the URL of the module that calls it
 * @param path of the file, relative to that module
 * @throws FluxspanError with all that is wrong with the file
 */
export const openVersions = <
  V extends string,
  I extends string,
  RV extends V = never,
  RI extends I = never,
  S = Readonly<Record<never, never>>,
>(
  module: string,
  path = `../${VERSIONS_FILE}`,
): VersionReaders<V, I, RV, RI, S> => {
  const file = fileURLToPath(new URL(path, module));
  const text = replacedText(file);
  const versions = text === undefined ? readVersions(file) : parseVersions(text);
  if (hasErrors(versions.problems)) throw new FluxspanError(versions.problems);
  const opened = {
    versions,
    read: { versions: new Set<string>(), images: new Set<string>(), settings: new Set<string>() },
  };
  noteOpened(opened);
  const read = (list: VersionsList, name: string, ring: unknown, saysRing: boolean): ReadValue => {
    const found = versions[list].get(name);
    if (found === undefined) throw unknownName(versions, list, name);
    opened.read[list].add(name);
    return valueFor(list, name, found, ring, saysRing);
  };
  return {
    chartVersions: (name: string, ring?: Ring) =>
      versions.versions.has(name) ? read('versions', name, ring, true).value : undefined,
    version: (...given: readonly [name: V, ring?: Ring]) =>
      read('versions', given[0], given[1], given.length > 1).value,
    image: (...given: readonly [name: I, part?: ImagePart, ring?: Ring]) => {
      const [name, part, ring] = given;
      const whole = read('images', name, ring, given.length > 2).value;
      if (part === undefined) return whole;
      const value = parseImage(whole)?.[part];
      if (value !== undefined) return value;
      throw unknown(
        `image "${name}" has no ${part}: it is "${whole}"`,
        `add it in versions.yaml, or read another part`,
      );
    },
    setting: (...given: readonly [name: keyof S, ring?: Ring]) =>
      read('settings', String(given[0]), given[1], given.length > 1).setting as never,
  } as VersionReaders<V, I, RV, RI, S>;
};

/** What a ring has of an entry. */
const valueFor = (
  list: VersionsList,
  name: string,
  entry: VersionsEntry,
  ring: unknown,
  saysRing: boolean,
): ReadValue => {
  const what = `${wordOf(list)} "${name}"`;
  const lazily = list === 'versions' ? `; in helmChart, version: (ring) => version('${name}', ring)` : '';
  const call = {
    versions: `version('${name}', `,
    images: `image('${name}', undefined, `,
    settings: `setting('${name}', `,
  };
  if (ring !== undefined && !isRing(ring)) {
    const fix = `give a ring: ${call[list]}app.ringOf('dev')), or what \`build\` is given as \`ring\``;
    throw refuseRing(`${what} was read for ring ${formatValue(ring)}, which is no ring of the app`, fix);
  }
  if (entry.rings === undefined || entry.rings === TOGETHER) return entry;
  if (!saysRing) {
    const fix = `say for which one: ${call[list]}ring)${lazily}`;
    throw refuseRing(`${what} differs by ring, and the code reads it for none`, fix);
  }
  if (ring === undefined || ring.index === 0) return entry;
  const found = entry.rings.get(ring.name);
  if (found !== undefined) return found;
  // Settings are read while the app is loaded, which promote has to do first.
  const give =
    list === 'settings'
      ? `write ${ring.name}: below "rings" of it, and promoted: ${entry.value} below that`
      : `promote it: npx fluxspan promote ${name} --to ${ring.name}`;
  const fix = `${give}; or don't read it for that ring`;
  throw refuseRing(`${what} has no value for ring "${ring.name}"`, fix, fileAt(entry.line));
};

const refuseRing = (message: string, fix: string, file?: string): FluxspanError => {
  const source = rememberPlace()();
  const at = { ...(source === undefined ? {} : { source }), ...(file === undefined ? {} : { file }) };
  return new FluxspanError([diagnose(noRingValue, { message, at, fix })]);
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
    return { versions: new Map(), images: new Map(), settings: new Map(), marked: [], problems: [problem] };
  }
};

const unknownName = (versions: Versions, list: VersionsList, name: unknown): FluxspanError => {
  const other = (['versions', 'images', 'settings'] as const).find((one) => versions[one].has(String(name)));
  const fix =
    other !== undefined
      ? `it is in "${other}": read it with ${wordOf(other)}('${String(name)}')`
      : `${suggest(String(name), versions[list].keys())}; or add it to "${list}" in versions.yaml, and run fluxspan synth`;
  return unknown(`versions.yaml has no ${wordOf(list)} "${String(name)}"`, fix);
};

const unknown = (message: string, fix: string): FluxspanError => {
  const source = rememberPlace()();
  const at = source === undefined ? {} : { source };
  return new FluxspanError([diagnose(unknownVersion, { message, at, fix })]);
};

import { posix } from 'node:path';
import { objectsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { filesBelow } from '../folders.js';
import type { ObjectId } from '../object-id.js';
import type { RepositoryTree } from './flux-view.js';
import type { SeenSource } from './seen-source.js';

/** One artifact that an ArtifactGenerator assembles. https://fluxcd.io/flux/components/source/artifactgenerators/ */
export interface ArtifactPart {
  /** The key of the ExternalArtifact: `ExternalArtifact/namespace/name`. */
  readonly key: string;
  /** Keys of the sources by the generator's alias. */
  readonly sources: ReadonlyMap<string, string>;
  readonly copies: readonly JsonObject[];
}

export const readArtifacts = ({ namespace }: ObjectId, json: JsonObject): readonly ArtifactPart[] => {
  const spec = specOf(json);
  const list = (value: unknown): readonly JsonObject[] => objectsOf(value);
  const sources = new Map(
    list(spec['sources']).map((source) => [
      String(source['alias']),
      `${String(source['kind'])}/${String(source['namespace'] ?? namespace)}/${String(source['name'])}`,
    ]),
  );
  return list(spec['artifacts']).map((artifact) => ({
    key: `ExternalArtifact/${namespace}/${String(artifact['name'])}`,
    sources,
    copies: list(artifact['copy']),
  }));
};

/**
 * The files of an artifact, by their paths in it.
 *
 * @returns undefined while a source isn't known; the reason if the artifact can't be followed
 */
export const artifactTree = (
  { sources, copies }: ArtifactPart,
  find: (source: string) => SeenSource | undefined,
): SeenSource | string | undefined => {
  const places = new Map<string, string>();
  let base: RepositoryTree | undefined;
  for (const copy of copies) {
    const from = /^@([^/]+)\/(.*)$/.exec(String(copy['from']));
    const to = /^@artifact(?:\/(.*))?$/.exec(String(copy['to']));
    const source = from === null ? undefined : find(sources.get(from[1]!) ?? '');
    if (source === undefined) return undefined;
    if (to === null || (copy['strategy'] ?? 'Overwrite') !== 'Overwrite' || (base ?? source.tree) !== source.tree) {
      return 'an ArtifactGenerator puts it together in a way that is not followed here';
    }
    base = source.tree;
    const copied = copyFiles(source, from![2]!, to[1] ?? '', excludesOf(copy));
    if (copied === undefined)
      return `an ArtifactGenerator copies ${String(copy['from'])}, a pattern that is not followed here`;
    for (const [path, place] of copied) places.set(path, place);
  }
  return base === undefined
    ? undefined
    : { tree: mapped(base, places), prefix: '', placeOf: (path) => places.get(path) ?? path };
};

const excludesOf = (copy: JsonObject): boolean => Array.isArray(copy['exclude']) && copy['exclude'].length > 0;

/** `dir/**` copies the content of a folder, `dir/` the folder itself, and anything else a single file. */
const copyFiles = (
  { tree, prefix, placeOf }: SeenSource,
  from: string,
  to: string,
  hasExcludes: boolean,
): ReadonlyMap<string, string> | undefined => {
  const inside = from === '**' ? '' : /^([^*?[{]+)\/\*\*$/.exec(from)?.[1];
  if (hasExcludes || (inside === undefined && /[*?[{]/.test(from))) return undefined;
  const found = new Map<string, string>();
  const full = prefix + (inside ?? from).replace(/\/$/, '');
  if (inside === undefined && tree.blobs.has(full)) {
    found.set(to === '' || to.endsWith('/') ? posix.join(to, posix.basename(full)) : to, placeOf(full));
    return found;
  }
  const start = full === '' ? 0 : full.length + 1;
  const target = inside === undefined ? posix.join(to, posix.basename(full)) : to;
  for (const path of filesBelow(tree.blobs, full)) found.set(posix.join(target, path.slice(start)), placeOf(path));
  return found;
};

/** The same files under other paths. */
const mapped = (tree: RepositoryTree, places: ReadonlyMap<string, string>): RepositoryTree => {
  const blobs = new Map(
    [...places].flatMap(([path, place]) => {
      const blob = tree.blobs.get(place);
      return blob === undefined ? [] : [[path, blob] as const];
    }),
  );
  const placesOf = (paths: readonly string[]): readonly string[] => paths.flatMap((path) => places.get(path) ?? []);
  return {
    blobs,
    links: new Set(),
    folderOf: (path) => path,
    prepare: (paths) => tree.prepare(() => placesOf(paths())),
    objects: (path) => tree.objects(places.get(path) ?? path),
    ofSources: new Map(),
    namingKustomizations: () => {
      const naming = new Set(tree.namingKustomizations());
      return [...places].flatMap(([path, place]) => (naming.has(place) ? [path] : []));
    },
    marks: (paths) => {
      const marks = tree.marks(placesOf(paths));
      return new Map(
        paths.flatMap((path) => {
          const found = marks.get(places.get(path) ?? '');
          return found === undefined ? [] : [[path, found] as const];
        }),
      );
    },
    read: (paths) => {
      const texts = tree.read(placesOf(paths));
      return new Map(
        paths.flatMap((path) => {
          const text = texts.get(places.get(path) ?? '');
          return text === undefined ? [] : [[path, text] as const];
        }),
      );
    },
  };
};

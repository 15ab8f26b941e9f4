import { posix } from 'node:path';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import type { ObjectId } from '../object-id.js';
import { type ArtifactPart, artifactTree, readArtifacts } from './artifact-tree.js';
import type { RepositoryTree } from './flux-view.js';
import type { SeenSource } from './seen-source.js';
import { hasSourceSettings, treeOfSource } from './source-ignore.js';

/** The sources of a cluster that contain this repository, as they become known. */
export interface Sources {
  find(kind: string, namespace: string, name: string): SeenSource | string;
  /** Records a source, or an object that creates one. Returns whether anything new is known now. */
  learn(id: ObjectId, json: JsonObject): boolean;
}

export interface RepositoryPlace {
  /** Addresses of the tree's repository. */
  readonly remotes: readonly string[];
  /** The branch that Flux follows: `main`. */
  readonly branch: string;
}

const SELF = (path: string): string => path;

/**
 * @param prefix the folder that paths of the root's source start from
 * @param own the sources that are known to contain the repository: `GitRepository/flux-system/flux-system`
 * @param ownSpec the spec of the first one, if already known
 */
export const openSources = (
  tree: RepositoryTree,
  prefix: string,
  own: readonly string[],
  { remotes, branch }: RepositoryPlace,
  ownSpec?: JsonObject,
): Sources => {
  const known = (from: string, spec?: JsonObject): SeenSource => ({
    tree: treeOfSource(tree, from, spec),
    prefix: from,
    placeOf: SELF,
  });
  const seen = new Map<string, SeenSource>(own.map((key, at) => [key, known(prefix, at === 0 ? ownSpec : undefined)]));
  const elsewhere = new Map<string, string>();
  const waiting = new Map<string, ArtifactPart>();
  const addresses = new Set(remotes.map(normalAddress));
  const resolve = (): boolean => {
    let found = false;
    for (const [key, part] of waiting) {
      const parts = artifactTree(part, (source) => seen.get(source));
      if (parts === undefined) continue;
      waiting.delete(key);
      found = true;
      if (typeof parts === 'string') elsewhere.set(key, parts);
      else seen.set(key, parts);
    }
    return found;
  };
  return {
    find: (kind, namespace, name) => {
      const key = `${kind}/${namespace}/${name}`;
      return seen.get(key) ?? elsewhere.get(key) ?? `${kind} "${name}" isn't known to hold this repository`;
    },
    learn: (id, json) => {
      const key = `${id.kind}/${id.namespace}/${id.name}`;
      if (id.group === 'source.extensions.fluxcd.io' && id.kind === 'ArtifactGenerator') {
        for (const part of readArtifacts(id, json)) if (!seen.has(part.key)) waiting.set(part.key, part);
      } else if (id.group === 'source.toolkit.fluxcd.io' && own.includes(key)) {
        if (hasSourceSettings(json['spec'])) seen.set(key, known(prefix, json['spec'] as JsonObject));
      } else if (id.group === 'source.toolkit.fluxcd.io' && !seen.has(key)) {
        const spec = specOf(json);
        const { url, ref } = spec;
        if (typeof url === 'string') {
          const differs = refDifference(ref, branch);
          if (id.kind !== 'GitRepository' || !addresses.has(normalAddress(url))) elsewhere.set(key, `it is in ${url}`);
          else if (differs !== undefined) elsewhere.set(key, `it is in ${differs} of this repository`);
          else seen.set(key, known('', spec));
        }
      } else return false;
      return resolve() || seen.has(key);
    },
  };
};

/** Why a GitRepository doesn't read the branch that Flux follows; `undefined` if it does. */
const refDifference = (ref: unknown, branch: string): string | undefined => {
  if (!isObject(ref)) return undefined;
  for (const name of ['commit', 'name', 'semver', 'tag']) {
    const value = ref[name];
    if (typeof value === 'string' && value !== '' && value !== `refs/heads/${branch}`) return `${name} "${value}"`;
  }
  const value = ref['branch'];
  return typeof value === 'string' && value !== branch && ref['name'] === undefined ? `branch "${value}"` : undefined;
};

/** `https://host/owner/name.git`, `ssh://git@host/owner/name` and `git@host:owner/name` are one repository. */
export const normalAddress = (address: string): string => {
  const scp = /^(?:[^/@:]+@)?([^/:]+):(?!\/\/)(.+)$/.exec(address);
  const url = /^[a-z+]+:\/\/(?:[^/@]+@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(address);
  const [, host, path] = url ?? scp ?? [];
  if (host === undefined || path === undefined) return posix.normalize(address).replace(/\/$/, '');
  return `${host}/${path.replace(/\/+$/, '').replace(/\.git$/, '')}`.toLowerCase();
};

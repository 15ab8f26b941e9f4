import { posix } from 'node:path';
import { isYaml } from '../applied/is-yaml.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { groupOf } from '../constructs/reference.js';
import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { fieldsOf, objectsOf, textOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { unlistedFile } from './diagnostics.js';
import type { FolderTree } from './folder-tree.js';
import { readableObjects } from './readable-objects.js';

/** Manifests beside a kustomization file that Flux reads, and that nothing applies in any cluster. */
export const unlistedFindings = (
  views: readonly FluxView[],
  tree: Pick<FolderTree, 'blobs' | 'objects' | 'textOf'>,
): readonly Diagnostic[] => {
  const owners = views.flatMap((view) => [...view.owners.values()]);
  const read = new Set(owners.flatMap(({ files }) => files));
  // What isn't built may have been read.
  const unsure = owners.filter(({ notSeen }) =>
    notSeen.some(({ cause }) => cause !== 'encrypted' && cause !== 'generated'),
  );
  const left = new Set(unsure.flatMap(({ files, folder = '' }) => [folder, ...files.map((one) => posix.dirname(one))]));
  const lists = new Map(
    [...read].flatMap((path) =>
      KUSTOMIZATION_FILES.includes(posix.basename(path)) ? [[posix.dirname(path), path]] : [],
    ),
  );
  const mentioned = mentionedIn(tree);
  return [...tree.blobs.keys()].flatMap((path): readonly Diagnostic[] => {
    const folder = posix.dirname(path);
    const list = lists.get(folder);
    const name = posix.basename(path);
    if (list === undefined || left.has(folder) || read.has(path) || !isYaml(path) || name.startsWith('.')) return [];
    if (KUSTOMIZATION_FILES.includes(name) || mentioned.has(path) || isEmptyList(tree, list)) return [];
    const objects = manifestsIn(readableObjects(tree, path));
    if (objects.length === 0) return [];
    return [
      diagnose(unlistedFile, {
        message: `no Kustomization applies ${path}: ${list} doesn't list it`,
        at: { file: path },
        notes: [`it has ${nameSome(objects, 5)}`],
        fix: `add it to resources of ${list}; or delete it`,
      }),
    ];
  });
};

/** The files that kustomization files name, also in comments: what is switched off there is so on purpose. */
const mentionedIn = (tree: Pick<FolderTree, 'blobs' | 'textOf'>): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const path of tree.blobs.keys()) {
    if (!KUSTOMIZATION_FILES.includes(posix.basename(path))) continue;
    for (const [name] of (tree.textOf(path) ?? '').matchAll(/[\w./@+-]+\.ya?ml\b/g))
      found.add(posix.join(posix.dirname(path), name));
  }
  return found;
};

/** Titles of the objects of a file; none if one of them isn't for the API server, or is encrypted. */
const manifestsIn = (objects: readonly JsonObject[]): readonly string[] => {
  const titles = objects.flatMap((one) => {
    const name = textOf(fieldsOf(one['metadata'])['name']);
    const [version, kind] = [textOf(one['apiVersion']), textOf(one['kind'])];
    const isForServer =
      version !== undefined &&
      kind !== undefined &&
      !/^(?:kustomize\.config|talos|kuttl|kubetest|helmfile)\b/.test(groupOf(version));
    return isForServer && name !== undefined && one['sops'] === undefined ? [`${kind}/${name}`] : [];
  });
  return titles.length === objects.length ? titles : [];
};

/** A kustomization file without resources may be there to keep Flux from applying the folder. */
const isEmptyList = ({ objects }: Pick<FolderTree, 'objects'>, list: string): boolean => {
  const resources = objects(list)[0]?.['resources'];
  return !Array.isArray(resources) || resources.length === 0 || objectsOf(resources).length > 0;
};

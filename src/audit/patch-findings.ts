import { posix } from 'node:path';
import type { FluxOwner, FluxView } from '../applied/view/flux-view.js';
import { type Selector, selects } from '../compile/patched-texts.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { fieldsOf, objectsOf, textOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { patchTarget } from '../rules/flux/patch-target.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { lineOf } from '../yaml/node-at.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';
import { silentPatch } from './diagnostics.js';
import type { FolderTree } from './folder-tree.js';
import { nearness } from './names/near-names.js';
import type { FileOf } from './object-file.js';
import { placeInKustomization } from './var-findings.js';

interface PatchOptions {
  readonly tree: FolderTree;
  readonly fileOf: FileOf;
}

type Patched = Parameters<typeof selects>[1];

/** Patches whose targets select nothing: kustomize ignores them. Each file once, whatever reads it. */
export const patchFindings = (view: FluxView, options: PatchOptions): readonly Diagnostic[] => {
  const readers = new Map<string, FluxOwner[]>();
  const unsure = new Set<string>();
  const found: Diagnostic[] = [];
  for (const owner of view.owners.values()) {
    const files = owner.files.filter((path) => KUSTOMIZATION_FILES.includes(posix.basename(path)));
    if (owner.folder === undefined || owner.notSeen.length > 0 || owner.objects.length === 0) {
      for (const path of files) unsure.add(path);
      continue;
    }
    found.push(...ofKustomization(owner, options));
    for (const path of files) {
      const there = readers.get(path);
      if (there === undefined) readers.set(path, [owner]);
      else there.push(owner);
    }
  }
  for (const [path, owners] of readers) if (!unsure.has(path)) found.push(...ofFile(path, owners, options));
  return found;
};

const objectsIn = (owners: readonly FluxOwner[]): readonly Patched[] =>
  owners.flatMap(({ objects, unnamed = [] }) =>
    [...objects, ...unnamed].map(({ id, built }) => ({
      group: id.group,
      apiVersion: String(built['apiVersion']),
      kind: id.kind,
      namespace: id.namespace,
      name: id.name,
      json: built,
    })),
  );

/** The patches that a Kustomization of Flux has itself. */
const ofKustomization = (owner: FluxOwner, options: PatchOptions): readonly Diagnostic[] => {
  const { patches, components } = specOf(owner.json);
  if (components !== undefined) return [];
  const all = objectsOf(patches);
  if (all.length === 0 || all.some((one) => deletes(one))) return [];
  const objects = objectsIn([owner]);
  const own = owner.file === undefined ? undefined : options.tree.textOf(owner.file);
  return all.flatMap((one, at): readonly Diagnostic[] => {
    const target = targetOf(one);
    // A parent gives many Kustomizations the same patches, for whichever of them has such an object.
    if (target?.name === undefined || own?.includes(target.name) !== true) return [];
    if (objects.some((object) => mayMatch(target, object, false))) return [];
    return [
      diagnose(patchTarget, {
        severity: 'warning',
        message: `the target of a patch (${wordsOf(target)}) selects none of the ${objects.length} objects that ${titleOf(owner)} builds, so nothing is patched`,
        at: placeInKustomization({ owner }, `spec.patches[${at}]`, options),
        fix: 'correct the target, or take the patch out',
      }),
    ];
  });
};

/** The patches of a file that kustomize reads. All that is built from it is known, though maybe under another name. */
const ofFile = (path: string, owners: readonly FluxOwner[], { tree }: PatchOptions): readonly Diagnostic[] => {
  const [file] = tree.objects(path);
  // A component is for many folders, and often patches what only some of them have.
  if (file === undefined || file['kind'] === 'Component') return [];
  // `flux bootstrap` writes what its folder patches, and not everybody commits it.
  const bootstrapped = posix.join(posix.dirname(path), 'gotk-components.yaml');
  const isBootstrap = tree.textOf(path)?.includes('gotk-components') === true;
  if (isBootstrap && !tree.blobs.has(bootstrapped)) return [];
  const lists = (['patches', 'patchesJson6902'] as const).flatMap((field) =>
    objectsOf(file[field]).map((one, at) => ({ one, place: `${field}[${at}]` })),
  );
  if (lists.length === 0) return [];
  const all = owners.flatMap(({ files }) => files).flatMap((one) => kustomizationAt(tree, one));
  if (all.some((one) => one['transformers'] !== undefined || one['generators'] !== undefined)) return [];
  if (all.some((one) => objectsOf(one['patches']).some((patch) => deletes(patch, tree)))) return [];
  const renames = all.some(
    (one) => (one['namePrefix'] ?? one['nameSuffix']) !== undefined || one['replacements'] !== undefined,
  );
  const objects = objectsIn(owners);
  return lists.flatMap(({ one, place }): readonly Diagnostic[] => {
    const target = targetOf(one);
    if (target === undefined || (target.name ?? target.kind) === undefined) return [];
    if (objects.some((object) => mayMatch(target, object, renames))) return [];
    const line = lineIn(tree.textOf(path) ?? '', place);
    const near = nearObject(target, objects, isBootstrap);
    return [
      diagnose(silentPatch, {
        ...(near === undefined ? {} : { severity: 'warning' as const }),
        message: `the target of a patch (${wordsOf(target)}) selects none of the ${objects.length} objects that are built from this folder, so nothing is patched`,
        at: { object: 'Kustomization', path: place, file: line === undefined ? path : `${path}:${line}` },
        fix:
          near === undefined
            ? 'correct the target, or take the patch out'
            : `correct the target; did you mean "${near.name}"?`,
      }),
    ];
  });
};

/** The object of its kind that the target of a patch most likely means. */
const nearObject = (
  { name, kind }: Selector,
  objects: readonly Patched[],
  isBootstrap: boolean,
): Patched | undefined => {
  if (name === undefined || kind === undefined) return undefined;
  const alike = objects.filter((one) => one.kind === kind);
  const near = alike.filter((one) => nearness(one.name, name) !== undefined);
  if (near.length > 0) return near.length === 1 ? near[0] : undefined;
  return isBootstrap ? alike.find((one) => one.name === FLUX_NAMESPACE) : undefined;
};

/** A kustomization file needs no kind. */
const lineIn = (text: string, path: string): number | undefined => {
  const [node] = parseYamlNodes(text);
  return node === undefined ? undefined : lineOf(node, path);
};

const kustomizationAt = (tree: FolderTree, path: string): readonly JsonObject[] =>
  KUSTOMIZATION_FILES.includes(posix.basename(path)) ? tree.objects(path).slice(0, 1) : [];

/** A patch may take an object out of what is built, so that others seem to have no target. */
const deletes = ({ patch, path }: JsonObject, tree?: FolderTree): boolean =>
  String(patch).includes('$patch') ||
  (typeof path === 'string' &&
    [...(tree?.blobs.keys() ?? [])].some(
      (one) => posix.basename(one) === posix.basename(path) && tree?.textOf(one)?.includes('$patch') === true,
    ));

const FIELDS = ['group', 'version', 'kind', 'name', 'namespace'] as const;

/** Labels and annotations may have been changed by other patches, so what also selects by them isn't judged. */
const targetOf = ({ target }: JsonObject): Selector | undefined => {
  if (!isObject(target) || target['labelSelector'] !== undefined || target['annotationSelector'] !== undefined)
    return undefined;
  const known = FIELDS.flatMap((field) => {
    const value = textOf(fieldsOf(target)[field]);
    return value === undefined ? [] : [[field, value] as const];
  });
  if (known.length === 0 || known.some(([, value]) => holdsExpression(value))) return undefined;
  return Object.fromEntries(known) as Selector;
};

/** @param renames whether kustomize gives objects other names than those in their files */
const mayMatch = (target: Selector, object: Patched, renames: boolean): boolean => {
  // kustomize sets namespaces after some patches, and before others.
  const { namespace: _, ...rest } = target;
  if (selects(rest, object)) return true;
  const { name, ...other } = rest;
  if (name === undefined || !selects(other, object)) return false;
  const isGenerated = object.kind === 'ConfigMap' || object.kind === 'Secret';
  return renames || holdsExpression(object.name) || (isGenerated && object.name.startsWith(`${name}-`));
};

const wordsOf = (target: Selector): string =>
  FIELDS.flatMap((field) => (target[field] === undefined ? [] : [`${field} "${target[field]}"`])).join(', ');

const titleOf = ({ key }: FluxOwner): string => `Kustomization "${key.replace(/^flux-system\//, '')}"`;

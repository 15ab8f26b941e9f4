import { isFluxKustomization, ownerKey } from '../applied/cluster-state.js';
import type { FluxObject, FluxOwner, FluxView } from '../applied/view/flux-view.js';
import type { FluxVersion, KubernetesVersion } from '../declared/declared-cluster.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { fieldsOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { isKustomization, type KustomizationDraft, stateOfDrafts } from '../rules/context/state-of-drafts.js';
import type { FileObject } from '../rules/context/yaml-folders.js';
import { findSites } from '../substitution/sites.js';
import { type AppliedObject, applyVars } from './apply-vars.js';
import type { FileOf } from './object-file.js';
import { type FindData, knownVarsOf, type OwnerVars, UNKNOWN_VARS, varsOfOwner } from './vars-of-owner.js';

export interface ViewedCluster {
  readonly name: string;
  readonly flux: FluxVersion | undefined;
  readonly kubernetes: KubernetesVersion | undefined;
  readonly source: RuleState['source'];
  readonly view: FluxView;
  readonly find: FindData;
  readonly fileOf: FileOf;
}

/** An owner with the vars that its Kustomization substitutes. */
export interface OwnerWithVars {
  readonly owner: FluxOwner;
  readonly vars: OwnerVars;
  /** Objects that Flux fails on, or leaves out, once it has substituted. */
  readonly faults: readonly ObjectFault[];
}

export interface ObjectFault {
  readonly object: FluxObject;
  readonly fault: NonNullable<AppliedObject['fault']>;
}

/** All objects of an owner's build, also those whose names vars take away. */
export const builtObjectsOf = ({ objects, unnamed = [] }: FluxOwner): readonly FluxObject[] =>
  unnamed.length === 0 ? objects : [...objects, ...unnamed];

/** What Flux applies, as the rules read it: substituted where the repository has the values of all vars. */
export const stateOfView = ({
  view,
  find,
  fileOf,
  ...cluster
}: ViewedCluster): { readonly state: RuleState; readonly owners: readonly OwnerWithVars[] } => {
  const drafts = new Map<string, KustomizationDraft>();
  const found: OwnerWithVars[] = [];
  /** Kustomizations as their parents' objects, so that each is one object. */
  const kustomizations = new Map<string, FileObject>();
  for (const owner of view.owners.values()) {
    const { namespace } = parseOwnerKey(owner.key);
    const vars = varsOfOwner(specOf(owner.json), namespace, find);
    const known = isLeftAlone(owner, vars) ? UNKNOWN_VARS : knownVarsOf(vars);
    const faults: ObjectFault[] = [];
    found.push({ owner, vars, faults });
    const objects = builtObjectsOf(owner).flatMap((object): readonly FileObject[] => {
      // Flux decrypts the names, too; the owner says that it has more objects than are seen.
      if (object.id.name.startsWith('ENC[') && specOf(owner.json)['decryption'] !== undefined) return [];
      // A Kustomization that applies itself is one object.
      if (isFluxKustomization(object.id) && ownerKey(object.id) === owner.key && owner.key !== view.root) return [];
      const { json: applied, fault } = applyVars(object.built, vars, known.isSubstituted);
      if (fault !== undefined) faults.push({ object, fault });
      const isBuilt = isFluxKustomization(object.id) && view.owners.get(ownerKey(object.id))?.folder !== undefined;
      const json = isBuilt ? withoutPatches(applied) : applied;
      const file = fileOf(object.path === '' ? placeOfGenerated(owner) : object.path, object.id);
      const made = { json, file };
      if (isKustomization(made) && !kustomizations.has(ownerKey(object.id)))
        kustomizations.set(ownerKey(object.id), made);
      return [made];
    });
    const isRoot = owner.key === view.root;
    // The rules find by themselves what ResourceSets make.
    const isMade = owner.parents.some((key) =>
      view.owners.get(key)?.sets.objects.some(({ id }) => isFluxKustomization(id) && ownerKey(id) === owner.key),
    );
    const kustomization = isMade
      ? undefined
      : (kustomizations.get(owner.key) ??
        (owner.file === undefined
          ? undefined
          : {
              json: withoutPatches(owner.json),
              file: fileOf(owner.file, { kind: 'Kustomization', name: parseOwnerKey(owner.key).name }),
            }));
    const isElsewhere = owner.folder === undefined;
    drafts.set(owner.key, {
      key: owner.key,
      kustomization,
      source: isRoot ? objects.find((one) => isSource(one, cluster.source)) : undefined,
      parent: owner.parents[0] === undefined ? undefined : drafts.get(owner.parents[0]),
      isElsewhere,
      built: { objects, isPartial: !isElsewhere && owner.notSeen.length > 0 },
      known,
    });
  }
  const state = stateOfDrafts(drafts, { ...cluster, lockdown: false });
  return { state: { ...state, namespaces: withNamespaceOf(view.root, state.namespaces) }, owners: found };
};

/**
 * Whether a Kustomization without vars has texts that look like one: a webhook may add them in the cluster, and others may
 * read the text.
 */
const isLeftAlone = ({ objects }: FluxOwner, { isSubstituted }: OwnerVars): boolean =>
  !isSubstituted && objects.some(({ built }) => findSites(built).length > 0);

/** Flux itself runs in the namespace of its root. */
const withNamespaceOf = (root: string, namespaces: RuleState['namespaces']): RuleState['namespaces'] => {
  const { namespace: name } = parseOwnerKey(root);
  const labels = namespaces.find((one) => one.name === name)?.labels ?? {};
  return [...namespaces.filter((one) => one.name !== name), { name, creator: 'flux', labels }];
};

const isSource = ({ json }: FileObject, { kind, name, namespace }: RuleState['source']): boolean => {
  const metadata = fieldsOf(json['metadata']);
  return (
    json['kind'] === kind &&
    String(json['apiVersion']).startsWith('source.toolkit.fluxcd.io/') &&
    metadata['name'] === name &&
    metadata['namespace'] === namespace
  );
};

/** The view has applied them to the objects, and the rules would do so again. */
const withoutPatches = (json: JsonObject): JsonObject => {
  const { patches: _, images: __, components: ___, ...spec } = fieldsOf(json['spec']);
  return { ...json, spec: spec as JsonObject };
};

/** Of an object that a generator makes, or that no single file declares. */
const placeOfGenerated = ({ folder, files, file }: FluxOwner): string =>
  KUSTOMIZATION_FILES.map((name) => (folder === '' ? name : `${folder}/${name}`)).find((path) =>
    files.includes(path),
  ) ??
  file ??
  '';

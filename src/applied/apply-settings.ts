import { fieldsOf, listOf, textFieldsOf } from '../json/as-shape.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { Variables } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import type { ClusterState, Holding, OwnerSet } from './cluster-state.js';
import { titleOf } from './object-id.js';
import { tryFindOwnerObject } from './owner-object.js';

/** How Flux applies one object, according to the settings of its Kustomization and the object's own marks. */
export interface ApplySettings {
  /** Flux replaces the object if the API server rejects the update. */
  readonly isForced: boolean;
  /** Flux leaves the object alone once it exists. */
  readonly isLeftAlone: boolean;
  /** Flux doesn't apply the object now, since its Kustomization is suspended. */
  readonly isSuspended: boolean;
  /** The Kustomization may change the object further, with components, or with patches that can't be applied here. */
  readonly isTransformed: boolean;
  /** The Kustomization may change the images of the object. */
  readonly setsImages: boolean;
  readonly isSubstituted: boolean;
  /** The inline vars of the Kustomization. */
  readonly vars: Variables;
}

const PREFIX = 'kustomize.toolkit.fluxcd.io/';

/** The settings of a Kustomization for everything that it applies. */
interface OwnerSettings {
  readonly isForced: boolean;
  readonly isSuspended: boolean;
  readonly isTransformed: boolean;
  readonly setsImages: boolean;
  readonly substitutes: boolean;
  readonly vars: Variables;
  readonly commonMetadata: unknown;
  /** The prefix of marks on its objects. */
  readonly marks: string;
}

/**
 * Returns the settings with which Flux applies objects of a state. Reads the settings of each Kustomization once.
 * https://fluxcd.io/flux/components/kustomize/kustomizations/
 */
export const openApplySettings = (state: ClusterState): ((holding: Holding) => ApplySettings) => {
  const owners = new Map<string, OwnerSettings>();
  const ownerOf = (owner: string): OwnerSettings => {
    const known = owners.get(owner) ?? ownerSettings(state, owner);
    owners.set(owner, known);
    return known;
  };
  return ({ owner, json, isSubstituted: isBuilt, isOpenToPatches }) => {
    const { isForced, isSuspended, isTransformed, setsImages, substitutes, vars, commonMetadata, marks } =
      ownerOf(owner);
    const metadata = [json['metadata'], commonMetadata].filter(isObject);
    const entries = metadata.flatMap((one) => [one['annotations'], one['labels']].filter(isObject));
    const isMarked = (mark: string, ...values: readonly string[]): boolean =>
      entries.some((one) => {
        const found = one[marks + mark];
        // Flux ignores case.
        return typeof found === 'string' && values.includes(found.toLowerCase());
      });
    const isSubstituted = substitutes && !isDisabled(json);
    return {
      isForced: isForced || isMarked('force', 'enabled'),
      isLeftAlone: marks === PREFIX && (isMarked('ssa', 'ignore', 'ifnotpresent') || isMarked('reconcile', 'disabled')),
      isSuspended,
      isTransformed: isBuilt !== true && (isTransformed || isOpenToPatches === true),
      setsImages: isBuilt !== true && setsImages,
      isSubstituted,
      vars: isSubstituted ? vars : NONE,
    };
  };
};

/** The same for a single object. */
export const applySettings = (state: ClusterState, holding: Holding): ApplySettings =>
  openApplySettings(state)(holding);

const NONE: Variables = {};

const ownerSettings = (state: ClusterState, owner: string): OwnerSettings => {
  const set = state.owners.get(owner)?.set;
  if (set !== undefined) return settingsOfSet(state, set);
  const spec = specOf(kustomizationOf(state, owner) ?? {});
  const postBuild = fieldsOf(spec['postBuild']);
  const vars = textFieldsOf(postBuild['substitute']);
  const { substituteFrom } = postBuild;
  const hasVars = Object.keys(vars).length > 0 || (Array.isArray(substituteFrom) && substituteFrom.length > 0);
  return {
    isForced: spec['force'] === true,
    isSuspended: state.owners.get(owner)?.suspend === true,
    isTransformed: listOf(spec['components']).length > 0,
    setsImages: listOf(spec['images']).length > 0,
    substitutes: hasVars || postBuild['substituteStrategy'] === 'Always',
    vars,
    commonMetadata: spec['commonMetadata'],
    marks: PREFIX,
  };
};

/** The Flux Operator applies what the set generates. Before that, the Kustomization substitutes in the set. */
const settingsOfSet = (state: ClusterState, { object, isForced }: OwnerSet): OwnerSettings => {
  const [holding] = object.holdings;
  const { isSuspended, isTransformed, setsImages, isSubstituted } = applySettings(state, holding);
  const isDisabled = state.owners.get(titleOf(object.id))?.suspend === true;
  return {
    isForced,
    isSuspended: isSuspended || isDisabled,
    isTransformed,
    setsImages,
    substitutes: isSubstituted,
    vars: NONE,
    commonMetadata: undefined,
    marks: 'fluxcd.controlplane.io/',
  };
};

/** The inline vars of a Kustomization; empty for the root, which isn't part of the tree. */
const inlineVars = (state: ClusterState, owner: string): JsonObject =>
  fieldsOf(fieldsOf(specOf(kustomizationOf(state, owner) ?? {})['postBuild'])['substitute']);

/** Returns whether a Kustomization has the same inline vars in both states. Compares each one once. */
export const openKeptVars = (before: ClusterState, after: ClusterState): ((owner: string) => boolean) => {
  const known = new Map<string, boolean>();
  return (owner) => {
    const kept = known.get(owner) ?? equalJson(inlineVars(before, owner), inlineVars(after, owner));
    known.set(owner, kept);
    return kept;
  };
};

/** The manifest of an owner; undefined for the root, which isn't part of the tree. */
const kustomizationOf = (state: ClusterState, owner: string): JsonObject | undefined =>
  tryFindOwnerObject(state, owner)?.holdings[0].json;

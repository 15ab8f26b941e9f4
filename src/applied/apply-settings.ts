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
import { openImages } from './set-images.js';

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
  readonly isSubstituted: boolean;
  /** The inline vars of the Kustomization. */
  readonly vars: Variables;
  /** Sets the images that the Kustomization names; absent if it names none, or a view has set them already. */
  readonly setImages?: (json: JsonObject) => JsonObject;
  /** The Kustomization, if it puts labels or annotations on all its objects. */
  readonly common?: JsonObject;
}

const PREFIX = 'kustomize.toolkit.fluxcd.io/';

/** The settings of a Kustomization for everything that it applies. */
interface OwnerSettings {
  readonly isForced: boolean;
  readonly isSuspended: boolean;
  readonly isTransformed: boolean;
  readonly setImages: ((json: JsonObject) => JsonObject) | undefined;
  readonly common: JsonObject | undefined;
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
    const { isForced, isSuspended, isTransformed, setImages, common, substitutes, vars, commonMetadata, marks } =
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
      isSubstituted,
      vars: isSubstituted ? vars : NONE,
      ...(setImages === undefined || isBuilt === true ? {} : { setImages }),
      ...(common === undefined ? {} : { common }),
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
  const kustomization = kustomizationOf(state, owner);
  const spec = specOf(kustomization ?? {});
  const postBuild = fieldsOf(spec['postBuild']);
  const vars = textFieldsOf(postBuild['substitute']);
  const { substituteFrom } = postBuild;
  const hasVars = Object.keys(vars).length > 0 || (Array.isArray(substituteFrom) && substituteFrom.length > 0);
  const images = listOf(spec['images']);
  const setImages = images.length === 0 ? undefined : openImages(images);
  return {
    isForced: spec['force'] === true,
    isSuspended: state.owners.get(owner)?.suspend === true,
    isTransformed: listOf(spec['components']).length > 0 || (images.length > 0 && setImages === undefined),
    setImages,
    common: isObject(spec['commonMetadata']) ? kustomization : undefined,
    substitutes: hasVars || postBuild['substituteStrategy'] === 'Always',
    vars,
    commonMetadata: spec['commonMetadata'],
    marks: PREFIX,
  };
};

/** The Flux Operator applies what the set generates. Before that, the Kustomization substitutes in the set. */
const settingsOfSet = (state: ClusterState, { object, isForced }: OwnerSet): OwnerSettings => {
  const [holding] = object.holdings;
  const { isSuspended, isTransformed, isSubstituted } = applySettings(state, holding);
  const isDisabled = state.owners.get(titleOf(object.id))?.suspend === true;
  return {
    isForced,
    isSuspended: isSuspended || isDisabled,
    isTransformed,
    setImages: undefined,
    common: undefined,
    substitutes: isSubstituted,
    vars: NONE,
    commonMetadata: undefined,
    marks: 'fluxcd.controlplane.io/',
  };
};

/** What a Kustomization does to each of its objects, as far as it is known; nothing for the root, which isn't in the tree. */
const changesOf = (state: ClusterState, owner: string): readonly unknown[] => {
  const spec = specOf(kustomizationOf(state, owner) ?? {});
  return [
    fieldsOf(fieldsOf(spec['postBuild'])['substitute']),
    listOf(spec['images']),
    fieldsOf(spec['commonMetadata']),
  ];
};

/**
 * Returns whether a Kustomization has the same inline vars, images and common metadata in both states. Compares each one
 * once.
 */
export const openKeptSettings = (before: ClusterState, after: ClusterState): ((owner: string) => boolean) => {
  const known = new Map<string, boolean>();
  return (owner) => {
    const kept = known.get(owner) ?? equalJson(changesOf(before, owner), changesOf(after, owner));
    known.set(owner, kept);
    return kept;
  };
};

/** The manifest of an owner; undefined for the root, which isn't part of the tree. */
const kustomizationOf = (state: ClusterState, owner: string): JsonObject | undefined =>
  tryFindOwnerObject(state, owner)?.holdings[0].json;

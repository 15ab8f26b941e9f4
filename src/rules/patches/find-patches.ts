import type { Selector } from '../../compile/patched-texts.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { StateObject, Unit } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';

/** A patch of a Kustomization or a release. */
export interface FoundPatch {
  /** `spec.patches[0]`. */
  readonly path: string;
  readonly patch: string;
  readonly target: Selector | undefined;
}

export const isKustomization = ({ group, kind }: StateObject): boolean =>
  group === 'kustomize.toolkit.fluxcd.io' && kind === 'Kustomization';

export const isRelease = ({ group, kind }: StateObject): boolean =>
  group === 'helm.toolkit.fluxcd.io' && kind === 'HelmRelease';

/** The patches of a Kustomization, or of a release's post-renderers. */
export const patchesOf = (object: StateObject): readonly FoundPatch[] => {
  const spec = specOf(object);
  const found: FoundPatch[] = [];
  const add = (patches: unknown, path: string) => {
    for (const [index, one] of listOf(patches).entries()) {
      if (!isObject(one) || typeof one['patch'] !== 'string') continue;
      const target = isObject(one['target']) ? (one['target'] as Selector) : undefined;
      found.push({ path: `${path}[${index}]`, patch: one['patch'], target });
    }
  };
  if (isKustomization(object)) add(spec['patches'], 'spec.patches');
  else if (isRelease(object)) {
    const renderers = Array.isArray(spec['postRenderers']) ? spec['postRenderers'] : [];
    for (const [index, one] of renderers.entries()) {
      const kustomize = isObject(one) && isObject(one['kustomize']) ? one['kustomize'] : {};
      add(kustomize['patches'], `spec.postRenderers[${index}].kustomize.patches`);
    }
  }
  return found;
};

/** All objects that a Kustomization builds; undefined if another repository or a component adds more. */
export const patchedBy = (
  kustomization: StateObject,
  { isElsewhere, isPartial, objects }: Unit,
): readonly StateObject[] | undefined => {
  const { components, path } = specOf(kustomization);
  const isKnown = kustomization.kind === 'Kustomization' && !isElsewhere && !isPartial;
  return isKnown && components === undefined && path !== undefined ? objects : undefined;
};

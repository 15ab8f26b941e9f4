import {
  type ClusterState,
  isFluxKustomization,
  type OwnedObject,
  type Owner,
  ownerKey,
} from '../../applied/cluster-state.js';
import { tryFindSource } from '../../applied/find-source.js';
import { jsonOf } from '../../applied/holding.js';
import { titleOf } from '../../applied/object-id.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { consequenceOf } from '../losses/find-loss.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import type { Change } from './change.js';
import { kubeConfigDifference, type ReplacementDifference, textDifference } from './replacement-differences.js';

/**
 * Finds why kustomize-controller deletes what a Kustomization has applied while the Kustomization stays: the objects
 * get other names, namespaces or another cluster. For a folder in the tree, the objects are compared one by one
 * instead.
 */
export const replacedKustomization = (change: Change): ReplacementCause | undefined => {
  const { object, before, next, after } = change;
  if (!isFluxKustomization(object.id)) return undefined;
  const [old, now] = [specOf(jsonOf(object)), specOf(jsonOf(next))];
  const kubeConfig = kubeConfigDifference(old['kubeConfig'], now['kubeConfig']);
  if (kubeConfig.length > 0) {
    return {
      ...wordsOf(kubeConfig),
      effect:
        'Flux applies its objects to the cluster that the new kubeConfig names; those that it has applied stay in the old one, where nothing updates or deletes them any more, unless both are the same cluster',
    };
  }
  const [owner, later] = [before, after].map((state) => state.owners.get(ownerKey(object.id)));
  if (owner === undefined || later === undefined || !prunes(owner, later)) return undefined;
  if (owner.seen && later.seen) return undefined;
  const renamed = (['targetNamespace', 'namePrefix', 'nameSuffix'] as const).flatMap((field) =>
    textDifference(field, textOf(old[field]), textOf(now[field])),
  );
  const elsewhere = folderDifferences(change, old, now);
  if (renamed.length + elsewhere.length === 0) return undefined;
  return {
    ...wordsOf([...renamed, ...elsewhere]),
    effect:
      renamed.length > 0
        ? 'Flux deletes the objects that it has applied and creates them again under the new names and namespaces'
        : `Flux deletes what the new folder does not have of the objects that it has applied${lossesOf(change)}`,
    ...(renamed.length > 0 ? {} : { instead: 'to keep them, set prune: false in a change of its own before this one' }),
  };
};

/** What dies with the Kustomization's objects if the new folder lacks them. */
const lossesOf = ({ object, before, after }: Change): string => {
  if (after.owners.get(ownerKey(object.id))?.isHidden !== true) return '';
  const losses = before.index.ofOwner(ownerKey(object.id)).flatMap((one) => {
    const loses = consequenceOf(one, before);
    return loses === undefined ? [] : [`${titleOf(one.id)}, and with it ${loses}`];
  });
  return losses.length === 0 ? '' : `; if they aren't there: ${losses.sort().join('; ')}`;
};

const wordsOf = (differences: readonly ReplacementDifference[]) => ({
  differences: differences.map(({ words }) => words),
  certain: differences.some(({ certain }) => certain),
});

/** Whether the Kustomization may prune what its folder no longer has, with its old or its new settings. */
const prunes = (owner: Owner, later: Owner): boolean =>
  (owner.prune || later.prune) && !(owner.suspend && later.suspend) && !owner.keepsAll;

/** Compares where the folder is, since its content can't be seen. */
const folderDifferences = (
  { object, before, next, after }: Change,
  old: JsonObject,
  now: JsonObject,
): readonly ReplacementDifference[] => {
  const [from, to] = [sourceOf(object, before), sourceOf(next, after)];
  const patched = (spec: JsonObject): number => JSON.stringify(spec['patches'] ?? []).split('$patch: delete').length;
  return [
    ...uncertainly(textDifference('path', pathOf(old), pathOf(now))),
    ...uncertainly(textDifference('source', from, to)),
    ...(patched(now) > patched(old) ? [{ words: 'a patch that deletes', certain: false }] : []),
  ];
};

const uncertainly = (differences: readonly ReplacementDifference[]): readonly ReplacementDifference[] =>
  differences.map(({ words }) => ({ words, certain: false }));

/** The URL of its source, or the source's name if the tree lacks the source. */
const sourceOf = ({ id, holdings }: OwnedObject, state: ClusterState): string => {
  const { sourceRef } = specOf(jsonOf({ holdings }));
  const source = tryFindSource(sourceRef, id.namespace, state);
  const url = source === undefined ? undefined : specOf(jsonOf(source))['url'];
  const { kind, name, namespace = id.namespace } = isObject(sourceRef) ? sourceRef : {};
  return typeof url === 'string' ? url : `${String(kind)}/${String(name)} in ${String(namespace)}`;
};

const pathOf = (spec: JsonObject): string => textOf(spec['path']).replace(/^(\.?\/)+|\/+$/g, '');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

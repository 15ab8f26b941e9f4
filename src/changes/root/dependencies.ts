import { isFluxKustomization, ownerKey } from '../../applied/cluster-state.js';
import type { FluxObject } from '../../applied/view/flux-view.js';
import { objectsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';

/** Gives the keys (`namespace/name`) of the Kustomizations that a Kustomization depends on. */
export const dependenciesIn = (json: JsonObject, namespace: string): ReadonlySet<string> => {
  const { dependsOn } = specOf(json);
  return new Set(
    objectsOf(dependsOn).flatMap((one) => {
      const place = typeof one['namespace'] === 'string' && one['namespace'] !== '' ? one['namespace'] : namespace;
      return typeof one['name'] === 'string' ? [`${place}/${one['name']}`] : [];
    }),
  );
};

/** Opens the dependencies of Kustomizations that the root applies, direct and indirect. */
export const openDependencies = (
  objects: readonly FluxObject[],
  isPassed: (key: string) => boolean = () => true,
): ((key: string) => ReadonlySet<string>) => {
  const direct = new Map(
    objects
      .filter(({ id }) => isFluxKustomization(id))
      .map(({ id, json }) => [ownerKey(id), dependenciesIn(json, id.namespace)] as const),
  );
  return (key) => {
    const found = new Set(direct.get(key));
    for (const one of found) if (isPassed(one)) for (const next of direct.get(one) ?? []) found.add(next);
    return found;
  };
};

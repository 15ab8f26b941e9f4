import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { GoneObject } from './gone-objects.js';

/**
 * Whether another object that the change adds or changes may make a Secret or similar of this name: an ExternalSecret,
 * a Certificate, a database, a release.
 *
 * @param reader the key of the object that names it
 */
export const mayBeMade = (
  { id: gone, of }: GoneObject,
  reader: string,
  { before, after }: { readonly before: ClusterState; readonly after: ClusterState },
): boolean => {
  if (gone.group !== '') return false;
  const isOther = ({ id, key, holdings }: OwnedObject): boolean => {
    if (key === reader || key === of.key) return false;
    const known = before.objects.get(key);
    if (known === undefined) return true;
    // The chart of a changed release may make it too, but that isn't a reason to skip the report.
    return id.kind !== 'HelmRelease' && !equalJson(known.holdings[0].json, holdings[0].json);
  };
  const { index } = after;
  return [...index.inNamespace(gone.namespace), ...index.ofKind('external-secrets.io', 'ClusterExternalSecret')].some(
    (one) => mayMake(one, gone.name) && isOther(one),
  );
};

const mayMake = ({ id, holdings }: OwnedObject, name: string): boolean => {
  const isAfterIt = name === id.name || name.startsWith(`${id.name}-`);
  if (id.group.endsWith('toolkit.fluxcd.io')) return id.kind === 'HelmRelease' && isAfterIt;
  if (!id.group.includes('.') || id.group.endsWith('k8s.io')) return false;
  return isAfterIt || namesIt(holdings[0].json['spec'], name);
};

const namesIt = (value: unknown, name: string): boolean =>
  value === name ||
  (Array.isArray(value)
    ? value.some((one) => namesIt(one, name))
    : isObject(value) && Object.values(value).some((one) => namesIt(one, name)));

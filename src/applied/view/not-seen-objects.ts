import { titleOf } from '../object-id.js';
import type { FluxObject, NotSeen } from './flux-view.js';
import { hasExpression } from './known-vars.js';

/**
 * Parts of an owner's objects that only the cluster knows: names with unknown vars, encrypted names, and objects
 * generated there.
 *
 * @param open ResourceSets whose output isn't fully known
 */
export const notSeenObjects = (
  owner: string,
  objects: readonly FluxObject[],
  open: Pick<ReadonlyMap<FluxObject, unknown>, 'has'>,
  isSubstituted: boolean,
  declared: string,
): readonly NotSeen[] =>
  objects.flatMap((object): readonly NotSeen[] => {
    const { id, path } = object;
    const at = { owner, file: path === '' ? declared : path, what: titleOf(id) };
    if (id.name.startsWith('ENC[')) return [{ ...at, cause: 'encrypted', reason: 'has an encrypted name' }];
    if (isSubstituted && (hasExpression(id.name) || hasExpression(id.namespace))) {
      return [{ ...at, cause: 'var', reason: 'has a var in its name or namespace whose value is not known here' }];
    }
    return open.has(object) ? [{ ...at, cause: 'generated', reason: 'makes objects in the cluster' }] : [];
  });

import { titleOf } from '../object-id.js';
import type { FluxObject, NotSeen } from './flux-view.js';
import { hasExpression } from './known-vars.js';

/** What of an owner's objects only the cluster knows: names with unknown vars or encrypted ones, and what is made there. */
export const notSeenObjects = (
  owner: string,
  objects: readonly FluxObject[],
  isSubstituted: boolean,
  declared: string,
): readonly NotSeen[] =>
  objects.flatMap(({ id, path }): readonly NotSeen[] => {
    const at = { owner, file: path === '' ? declared : path, what: titleOf(id) };
    if (id.name.startsWith('ENC[')) return [{ ...at, cause: 'encrypted', reason: 'has an encrypted name' }];
    if (isSubstituted && (hasExpression(id.name) || hasExpression(id.namespace))) {
      return [{ ...at, cause: 'var', reason: 'has a var in its name or namespace whose value is not known here' }];
    }
    return id.kind === 'ResourceSet' && id.group === 'fluxcd.controlplane.io'
      ? [{ ...at, cause: 'generated', reason: 'makes objects in the cluster' }]
      : [];
  });

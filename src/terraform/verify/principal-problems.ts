import type { Contract } from '../../contract/index.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { principalForClient } from '../diagnostics.js';
import type { GivenIdentity, Proof } from './given.js';

/** Where a client id is read: an annotation of a service account, or a value or field with that name. */
const TAKES_CLIENT = /client-?id/i;

/**
 * Inputs that are the principal id of an identity, and are read where its client id belongs. Both are GUIDs, so no
 * pattern tells them apart; the identity itself does, where it is in the same plan or state.
 */
export const principalProblems = (
  { cluster, vars }: Contract,
  proof: Proof,
  identities: readonly GivenIdentity[],
): readonly Diagnostic[] => {
  const given = fieldsOf(proof.vars);
  return Object.entries(vars).flatMap(([name, { readBy }]) => {
    const value = given[name];
    if (typeof value !== 'string' || !readBy.some(({ path = '' }) => TAKES_CLIENT.test(path))) return [];
    const identity = identities.find(({ principalId }) => principalId.toLowerCase() === value.toLowerCase());
    if (identity === undefined || identities.some(({ clientId }) => clientId === value)) return [];
    return diagnose(principalForClient, {
      message: `vars.${name} is the principal id of ${identity.place}, and Entra gives pods no token for that`,
      at: { cluster, path: `vars.${name}` },
      fix: `give ${identity.place}.client_id`,
    });
  });
};

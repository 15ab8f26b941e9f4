import type { Identity } from '../../rbac/index.js';
import type { Accounts } from './accounts.js';
import type { Account } from './appliers.js';

export interface Wanted {
  readonly group: string;
  readonly resource: string;
  /** Undefined in the whole cluster. */
  readonly namespace: string | undefined;
  readonly verbs: readonly string[];
}

const quoted = (all: readonly string[]): string => all.map((one) => `'${one}'`).join(', ');

/** How an account gets rights: the rule, and the role to add it to. */
export const roleFix = (
  { rbac, isOfPlatform }: Pick<Accounts, 'rbac' | 'isOfPlatform'>,
  who: Identity,
  account: Account,
  { group, resource, namespace, verbs }: Wanted,
): string => {
  const rule = `{ apiGroups: ['${group}'], resources: ['${resource}'], verbs: [${quoted(verbs)}] }`;
  const subject = `ServiceAccount "${account.name}" of namespace "${account.namespace}"`;
  if (isOfPlatform) return `take it out, or ask the platform for ${rule}`;
  const own = rbac
    .bindingsOf(who)
    .find((one) => one.origin !== undefined && one.namespace === namespace && one.role.kind === kindOfRole(namespace));
  if (own !== undefined && rbac.grantOf(own.role, namespace)?.isAggregated === false) {
    return `add ${rule} to the rules of ${own.role.kind} "${own.role.name}"`;
  }
  return namespace === undefined
    ? `add ${rule} to a ClusterRole, and bind it to ${subject} with a ClusterRoleBinding`
    : `add ${rule} to a Role in namespace "${namespace}", and bind it to ${subject}`;
};

const kindOfRole = (namespace: string | undefined): string => (namespace === undefined ? 'ClusterRole' : 'Role');

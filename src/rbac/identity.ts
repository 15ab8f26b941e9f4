/** Who makes a request. */
export interface Identity {
  readonly name: string;
  readonly groups: readonly string[];
}

/** A ServiceAccount as the API server sees it, with the groups that each one is in. */
export const identityOfAccount = (namespace: string, name: string): Identity => ({
  name: `system:serviceaccount:${namespace}:${name}`,
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
});

/** A user with the groups that its login gives it; each user is also in `system:authenticated`. */
export const identityOfUser = (name: string, groups: readonly string[]): Identity => ({
  name,
  groups: [...groups, 'system:authenticated'],
});

/** Names what a subject of a binding is, so that bindings are found by who makes a request. */
export const subjectKey = (
  { kind, name, namespace }: { readonly kind: string; readonly name: string; readonly namespace?: string | undefined },
  bindingNamespace: string | undefined,
): string =>
  kind === 'ServiceAccount'
    ? `User system:serviceaccount:${namespace ?? bindingNamespace ?? ''}:${name}`
    : `${kind} ${name}`;

/** The keys under which bindings name somebody. */
export const keysOfIdentity = ({ name, groups }: Identity): readonly string[] => [
  `User ${name}`,
  ...groups.map((group) => `Group ${group}`),
];

import { defineDiagnostic, diagnose, nameSome } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { whoIs } from '../accounts/accounts.js';
import { accountOf } from '../accounts/appliers.js';
import { roleFix } from '../accounts/role-fix.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

export const releaseAccount = defineDiagnostic({
  code: 'FX804',
  name: 'release-account',
  severity: 'error',
  summary:
    "A release is installed as a service account that may not read and write the Secrets in which Helm keeps the release. Flux installs nothing. It is a notice if no binding of the tree names the account, or if something that synth doesn't see may give it more rights.",
  page: {
    example:
      "new HelmRelease(scope, 'web', { chart, serviceAccountName: 'reconciler' }), and an account that is bound to 'view'",
    flux: 'Could not determine release state: failed to retrieve last release from storage: query: failed to query with labels: secrets is forbidden: User "system:serviceaccount:claims:reconciler" cannot list resource "secrets" in API group "" in the namespace "claims"',
    right:
      "a RoleBinding to 'edit', or a Role with { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'create', 'update', 'delete'] } and all that the chart has",
  },
  exceptable: true,
});

/** What Helm does with its Secrets; it deletes the oldest ones. */
const VERBS = ['list', 'get', 'create', 'update', 'delete'] as const;

/** The account of a release may use the Secrets of Helm's storage. What the chart itself needs isn't known. */
export const releaseAccountRule = defineRule([releaseAccount], (state, report, { index, accounts }) => {
  const { rbac } = accounts;
  for (const release of objectsOfKind(index, 'helm.toolkit.fluxcd.io/HelmRelease')) {
    const account = accountOf(release, state);
    // Another rule reports an account that nothing makes, and the default one without rights.
    if (
      account === undefined ||
      !(accounts.isBound(account) || (account.path !== undefined && accounts.isOfTree(account)))
    )
      continue;
    const { storageNamespace = release.namespace } = specOf(release);
    if (typeof storageNamespace !== 'string' || holdsExpression(storageNamespace)) continue;
    const who = whoIs(account);
    const secrets = { group: '', resource: 'secrets', namespace: storageNamespace };
    const missing = VERBS.filter((verb) => !rbac.may(who, { ...secrets, verb }));
    if (missing.length === 0) continue;
    const doubt = !accounts.isMade(account)
      ? `what else makes ServiceAccount ${account.namespace}/${account.name}`
      : accounts.isBound(account)
        ? accounts.doubt(account, storageNamespace, '')
        : "a binding that the tree doesn't have";
    report(
      diagnose(releaseAccount, {
        message: `${release.title} would be installed as ServiceAccount ${account.namespace}/${account.name}, which may not ${nameSome(missing, VERBS.length)} secrets in ${storageNamespace}, where Helm keeps the release`,
        at: placeIn(release, account.path ?? 'spec'),
        severity: doubt === undefined ? 'error' : 'notice',
        notes: [
          "it also needs rights on all objects of the chart, which synth doesn't know",
          ...(doubt === undefined ? [] : [`not sure: ${doubt}, may give it more rights`]),
        ],
        fix: roleFix(accounts, who, account, { ...secrets, verbs: VERBS }),
      }),
    );
  }
});

import { ApiObject, type Chart } from 'cdk8s';
import type { ReleaseAccount } from '../constructs/addon-scope.js';
import { ClusterRoleBinding } from '../constructs/cluster-role-binding.js';
import { compareText } from '../json/compare-text.js';

const RBAC = 'rbac.authorization.k8s.io';
/** Flux uninstalls a release as its account, so the account stays when both go from the tree. */
const KEPT = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
/** The role of a binding cannot change, so Flux makes the binding again. */
const REMADE = { 'kustomize.toolkit.fluxcd.io/force': 'enabled' };

/** The account of an addon's releases. A ClusterRoleBinding is of the whole cluster, so both have the addon's name. */
export const newReleaseAccount = (addon: string): ReleaseAccount => ({ name: `flux-${addon}`, namespaces: new Set() });

/** Makes the account in each namespace where a release of the addon acts as it, and binds it to the role. */
export const bindReleases = (chart: Chart, { name, namespaces }: ReleaseAccount, role: string): void => {
  if (namespaces.size === 0) return;
  const places = [...namespaces].sort(compareText);
  for (const namespace of places) {
    new ApiObject(chart, `fluxspan: account ${namespace}`, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace, annotations: KEPT },
    });
  }
  new ClusterRoleBinding(chart, 'fluxspan: binding', {
    name,
    annotations: { ...REMADE, ...KEPT },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: places.map((namespace) => ({ kind: 'ServiceAccount', name, namespace })),
  });
};

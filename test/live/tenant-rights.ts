/** What `flux bootstrap` makes beside the controllers: the right to Flux's objects, for whoever may edit. */
export const fluxEdit = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: {
    name: 'flux-edit-flux-system',
    labels: {
      'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
      'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
    },
  },
  rules: ['helm', 'kustomize', 'notification', 'source'].map((name) => ({
    apiGroups: [`${name}.toolkit.fluxcd.io`],
    resources: ['*'],
    verbs: ['create', 'delete', 'deletecollection', 'patch', 'update', 'get', 'list', 'watch'],
  })),
};

/** The account as which Flux applies the platform, where what names no account is applied as a tenant's. */
export const platformAccount = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'kustomize-controller', namespace: 'flux-system' } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'cluster-reconciler-flux-system' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'kustomize-controller', namespace: 'flux-system' }],
  },
];

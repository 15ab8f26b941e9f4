/**
 * The ClusterRoles of `flux bootstrap` and `flux install` and their bindings, in the form of
 * `src/knowledge/kubernetes/default-roles.ts`: https://github.com/fluxcd/flux2/tree/main/manifests/rbac. Cluster-scoped
 * objects have the namespace at the end of their names.
 */
export const fluxRoles = `
role flux-edit-flux-system
 to edit
 to admin
 create,delete,deletecollection,patch,update notification.toolkit.fluxcd.io,source.toolkit.fluxcd.io,source.extensions.fluxcd.io,helm.toolkit.fluxcd.io,image.toolkit.fluxcd.io,kustomize.toolkit.fluxcd.io *
role flux-view-flux-system
 to view
 to edit
 to admin
 get,list,watch notification.toolkit.fluxcd.io,source.toolkit.fluxcd.io,source.extensions.fluxcd.io,helm.toolkit.fluxcd.io,image.toolkit.fluxcd.io,kustomize.toolkit.fluxcd.io *
role crd-controller-flux-system
 * source.toolkit.fluxcd.io,source.extensions.fluxcd.io *
 * kustomize.toolkit.fluxcd.io *
 * helm.toolkit.fluxcd.io *
 * notification.toolkit.fluxcd.io *
 * image.toolkit.fluxcd.io *
 get,list,watch core namespaces,secrets,configmaps,serviceaccounts
 create,patch core events
 get,list,watch,create,update,patch,delete core configmaps
 get,update,patch core configmaps/status
 get,list,watch,create,update,patch,delete coordination.k8s.io leases
 create core serviceaccounts/token
 head /livez/ping
bind cluster-reconciler-flux-system cluster-admin
 ServiceAccount flux-system kustomize-controller
 ServiceAccount flux-system helm-controller
bind crd-controller-flux-system crd-controller-flux-system
 ServiceAccount flux-system kustomize-controller
 ServiceAccount flux-system helm-controller
 ServiceAccount flux-system source-controller
 ServiceAccount flux-system notification-controller
 ServiceAccount flux-system image-reflector-controller
 ServiceAccount flux-system image-automation-controller
 ServiceAccount flux-system source-watcher
`;

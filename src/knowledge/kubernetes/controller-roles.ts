/**
 * The ClusterRoles of Kubernetes' own controllers, and their bindings: Kubernetes v1.33.13, v1.34.4, v1.35.4, v1.36.3.
 * Written by scripts/take-default-roles.js; test/live/rbac.test.ts compares it with a real API server.
 *
 * In the form of `default-roles.ts`.
 */
export const controllerRoles = `
bind system:controller:attachdetach-controller system:controller:attachdetach-controller
 ServiceAccount kube-system attachdetach-controller
bind system:controller:certificate-controller system:controller:certificate-controller
 ServiceAccount kube-system certificate-controller
bind system:controller:clusterrole-aggregation-controller system:controller:clusterrole-aggregation-controller
 ServiceAccount kube-system clusterrole-aggregation-controller
bind system:controller:cronjob-controller system:controller:cronjob-controller
 ServiceAccount kube-system cronjob-controller
bind system:controller:daemon-set-controller system:controller:daemon-set-controller
 ServiceAccount kube-system daemon-set-controller
bind system:controller:deployment-controller system:controller:deployment-controller
 ServiceAccount kube-system deployment-controller
bind system:controller:device-taint-eviction-controller system:controller:device-taint-eviction-controller
 ServiceAccount kube-system device-taint-eviction-controller @1.36-1.36
bind system:controller:disruption-controller system:controller:disruption-controller
 ServiceAccount kube-system disruption-controller
bind system:controller:endpoint-controller system:controller:endpoint-controller
 ServiceAccount kube-system endpoint-controller
bind system:controller:endpointslice-controller system:controller:endpointslice-controller
 ServiceAccount kube-system endpointslice-controller
bind system:controller:endpointslicemirroring-controller system:controller:endpointslicemirroring-controller
 ServiceAccount kube-system endpointslicemirroring-controller
bind system:controller:ephemeral-volume-controller system:controller:ephemeral-volume-controller
 ServiceAccount kube-system ephemeral-volume-controller
bind system:controller:expand-controller system:controller:expand-controller
 ServiceAccount kube-system expand-controller
bind system:controller:generic-garbage-collector system:controller:generic-garbage-collector
 ServiceAccount kube-system generic-garbage-collector
bind system:controller:horizontal-pod-autoscaler system:controller:horizontal-pod-autoscaler
 ServiceAccount kube-system horizontal-pod-autoscaler
bind system:controller:job-controller system:controller:job-controller
 ServiceAccount kube-system job-controller
bind system:controller:legacy-service-account-token-cleaner system:controller:legacy-service-account-token-cleaner
 ServiceAccount kube-system legacy-service-account-token-cleaner
bind system:controller:namespace-controller system:controller:namespace-controller
 ServiceAccount kube-system namespace-controller
bind system:controller:node-controller system:controller:node-controller
 ServiceAccount kube-system node-controller
bind system:controller:persistent-volume-binder system:controller:persistent-volume-binder
 ServiceAccount kube-system persistent-volume-binder
bind system:controller:pod-garbage-collector system:controller:pod-garbage-collector
 ServiceAccount kube-system pod-garbage-collector
bind system:controller:pv-protection-controller system:controller:pv-protection-controller
 ServiceAccount kube-system pv-protection-controller
bind system:controller:pvc-protection-controller system:controller:pvc-protection-controller
 ServiceAccount kube-system pvc-protection-controller
bind system:controller:replicaset-controller system:controller:replicaset-controller
 ServiceAccount kube-system replicaset-controller
bind system:controller:replication-controller system:controller:replication-controller
 ServiceAccount kube-system replication-controller
bind system:controller:resource-claim-controller system:controller:resource-claim-controller
 ServiceAccount kube-system resource-claim-controller @1.34-1.36
bind system:controller:resourcequota-controller system:controller:resourcequota-controller
 ServiceAccount kube-system resourcequota-controller
bind system:controller:root-ca-cert-publisher system:controller:root-ca-cert-publisher
 ServiceAccount kube-system root-ca-cert-publisher
bind system:controller:route-controller system:controller:route-controller
 ServiceAccount kube-system route-controller
bind system:controller:selinux-warning-controller system:controller:selinux-warning-controller
 ServiceAccount kube-system selinux-warning-controller
bind system:controller:service-account-controller system:controller:service-account-controller
 ServiceAccount kube-system service-account-controller
bind system:controller:service-cidrs-controller system:controller:service-cidrs-controller
 ServiceAccount kube-system service-cidrs-controller
bind system:controller:service-controller system:controller:service-controller
 ServiceAccount kube-system service-controller
bind system:controller:statefulset-controller system:controller:statefulset-controller
 ServiceAccount kube-system statefulset-controller
bind system:controller:ttl-after-finished-controller system:controller:ttl-after-finished-controller
 ServiceAccount kube-system ttl-after-finished-controller
bind system:controller:ttl-controller system:controller:ttl-controller
 ServiceAccount kube-system ttl-controller
bind system:controller:validatingadmissionpolicy-status-controller system:controller:validatingadmissionpolicy-status-controller
 ServiceAccount kube-system validatingadmissionpolicy-status-controller
bind system:controller:volumeattributesclass-protection-controller system:controller:volumeattributesclass-protection-controller
 ServiceAccount kube-system volumeattributesclass-protection-controller @1.34-1.36
role system:controller:attachdetach-controller
 list,watch core persistentvolumeclaims,persistentvolumes
 get,list,watch core nodes
 patch,update core nodes/status
 list,watch core pods
 create,patch,update core,events.k8s.io events
 create,delete,get,list,watch storage.k8s.io volumeattachments
 get,list,watch storage.k8s.io csidrivers
 get,list,watch storage.k8s.io csinodes
role system:controller:certificate-controller
 delete,get,list,watch certificates.k8s.io certificatesigningrequests
 update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
 approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
 sign certificates.k8s.io signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
 create authorization.k8s.io subjectaccessreviews
 create,patch,update core,events.k8s.io events
role system:controller:clusterrole-aggregation-controller
 escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
role system:controller:cronjob-controller
 get,list,update,watch batch cronjobs
 create,delete,get,list,patch,update,watch batch jobs
 update batch cronjobs/status
 update batch cronjobs/finalizers
 delete,list,watch core pods
 create,patch,update core,events.k8s.io events
role system:controller:daemon-set-controller
 get,list,watch apps,extensions daemonsets
 update apps,extensions daemonsets/status
 update apps,extensions daemonsets/finalizers
 list,watch core nodes
 create,delete,list,patch,watch core pods
 create core pods/binding
 create,delete,get,list,patch,update,watch apps controllerrevisions
 create,patch,update core,events.k8s.io events
role system:controller:deployment-controller
 get,list,update,watch apps,extensions deployments
 update apps,extensions deployments/status
 update apps,extensions deployments/finalizers
 create,delete,get,list,patch,update,watch apps,extensions replicasets
 get,list,update,watch core pods
 create,patch,update core,events.k8s.io events
role system:controller:device-taint-eviction-controller
 delete,get,list,watch core pods @1.36-1.36
 patch,update core pods/status @1.36-1.36
 get,list,watch resource.k8s.io resourceclaims @1.36-1.36
 get,list,watch resource.k8s.io resourceslices @1.36-1.36
 get,list,watch resource.k8s.io deviceclasses @1.36-1.36
 create,patch,update core,events.k8s.io events @1.36-1.36
role system:controller:disruption-controller
 get,list,watch apps,extensions deployments
 get,list,watch apps,extensions replicasets
 get,list,watch core replicationcontrollers
 get,list,watch policy poddisruptionbudgets
 get,list,watch apps statefulsets
 update policy poddisruptionbudgets/status
 patch,update core pods/status
 get * */scale
 create,patch,update core,events.k8s.io events
role system:controller:endpoint-controller
 get,list,watch core pods,services
 create,delete,get,list,update,watch core endpoints
 create core endpoints/restricted
 create,patch,update core,events.k8s.io events
role system:controller:endpointslice-controller
 get,list,watch core nodes,pods,services
 update core services/finalizers
 create,delete,get,list,update,watch discovery.k8s.io endpointslices
 create,patch,update core,events.k8s.io events
role system:controller:endpointslicemirroring-controller
 get,list,watch core endpoints,services
 update core services/finalizers
 update core endpoints/finalizers
 create,delete,get,list,update,watch discovery.k8s.io endpointslices
 create,patch,update core,events.k8s.io events
role system:controller:ephemeral-volume-controller
 get,list,watch core pods
 update core pods/finalizers
 create,get,list,watch core persistentvolumeclaims
 create,patch,update core,events.k8s.io events
role system:controller:expand-controller
 get,list,patch,update,watch core persistentvolumes
 patch,update core persistentvolumeclaims/status
 get,list,watch core persistentvolumeclaims
 create,patch,update core,events.k8s.io events
 get core services @1.33-1.35
role system:controller:generic-garbage-collector
 delete,get,list,patch,update,watch * *
 create,patch,update core,events.k8s.io events
role system:controller:horizontal-pod-autoscaler
 get,list,watch autoscaling horizontalpodautoscalers
 update autoscaling horizontalpodautoscalers/status
 get,update * */scale
 list,watch core pods
 list,watch metrics.k8s.io pods
 get,list,watch custom.metrics.k8s.io *
 get,list,watch external.metrics.k8s.io *
 create,patch,update core,events.k8s.io events
role system:controller:job-controller
 get,list,patch,update,watch batch jobs
 update batch jobs/status
 update batch jobs/finalizers
 create,delete,list,patch,watch core pods
 create,patch,update core,events.k8s.io events
role system:controller:legacy-service-account-token-cleaner
 get core configmaps kube-apiserver-legacy-service-account-token-tracking
 delete,patch core secrets
role system:controller:namespace-controller
 delete,get,list,watch core namespaces
 update core namespaces/finalize,namespaces/status
 delete,deletecollection,get,list,watch * *
role system:controller:node-controller
 delete,get,list,patch,update,watch core nodes
 patch,update core nodes/status
 patch,update core pods/status
 delete,get,list,watch core pods
 create,patch,update core,events.k8s.io events
role system:controller:persistent-volume-binder
 create,delete,get,list,update,watch core persistentvolumes
 update core persistentvolumes/status
 get,list,update,watch core persistentvolumeclaims
 update core persistentvolumeclaims/status
 create,delete,get,list,watch core pods
 get,list,watch storage.k8s.io storageclasses
 list,watch core nodes
 create,patch,update core,events.k8s.io events
 watch core events
 get core services @1.33-1.35
role system:controller:pod-garbage-collector
 delete,list,watch core pods
 get,list,watch core nodes
 patch core pods/status
role system:controller:pv-protection-controller
 get,list,update,watch core persistentvolumes
 create,patch,update core,events.k8s.io events
role system:controller:pvc-protection-controller
 get,list,update,watch core persistentvolumeclaims
 get,list,watch core pods
 create,patch,update core,events.k8s.io events
 update core persistentvolumeclaims/status @1.36-1.36
role system:controller:replicaset-controller
 get,list,update,watch apps,extensions replicasets
 update apps,extensions replicasets/status
 update apps,extensions replicasets/finalizers
 create,delete,list,patch,watch core pods
 create,patch,update core,events.k8s.io events
role system:controller:replication-controller
 get,list,update,watch core replicationcontrollers
 update core replicationcontrollers/status
 update core replicationcontrollers/finalizers
 create,delete,list,patch,watch core pods
 create,patch,update core,events.k8s.io events
role system:controller:resource-claim-controller
 get,list,watch core pods @1.34-1.36
 update core pods/finalizers @1.34-1.36
 create,delete,get,list,watch resource.k8s.io resourceclaims @1.34-1.36
 patch,update resource.k8s.io resourceclaims,resourceclaims/status @1.34-1.36
 patch,update core pods/status @1.34-1.36
 create,patch,update core,events.k8s.io events @1.34-1.36
 patch,update resource.k8s.io resourceclaims/binding @1.36-1.36
role system:controller:resourcequota-controller
 list,watch * *
 update core resourcequotas/status
 create,patch,update core,events.k8s.io events
role system:controller:root-ca-cert-publisher
 create,update core configmaps
 create,patch,update core,events.k8s.io events
role system:controller:route-controller
 list,watch core nodes
 patch core nodes/status
 create,patch,update core,events.k8s.io events
role system:controller:selinux-warning-controller
 create,patch,update core,events.k8s.io events
 get,list,watch core persistentvolumes
 get,list,watch core persistentvolumeclaims
 get,list,watch core pods
 get,list,watch storage.k8s.io csidrivers
role system:controller:service-account-controller
 create core serviceaccounts
 create,patch,update core,events.k8s.io events
role system:controller:service-cidrs-controller
 get,list,patch,update,watch networking.k8s.io servicecidrs
 patch,update networking.k8s.io servicecidrs/finalizers
 patch,update networking.k8s.io servicecidrs/status
 get,list,watch networking.k8s.io ipaddresses
 create,patch,update core,events.k8s.io events
role system:controller:service-controller
 get,list,watch core services
 patch,update core services/status
 list,watch core nodes
 create,patch,update core,events.k8s.io events
role system:controller:statefulset-controller
 list,watch core pods
 get,list,watch apps statefulsets
 update apps statefulsets/status
 update apps statefulsets/finalizers
 create,delete,get,patch,update core pods
 create,delete,get,list,patch,update,watch apps controllerrevisions
 create,get,list,watch core persistentvolumeclaims
 create,patch,update core,events.k8s.io events
 delete,update core persistentvolumeclaims
 update core pods/finalizers
role system:controller:ttl-after-finished-controller
 delete,get,list,watch batch jobs
 create,patch,update core,events.k8s.io events
role system:controller:ttl-controller
 list,patch,update,watch core nodes
 create,patch,update core,events.k8s.io events
role system:controller:validatingadmissionpolicy-status-controller
 get,list,watch admissionregistration.k8s.io validatingadmissionpolicies
 get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status
 create,patch,update core,events.k8s.io events
role system:controller:volumeattributesclass-protection-controller
 get,list,watch core persistentvolumeclaims @1.34-1.36
 get,list,watch core persistentvolumes @1.34-1.36
 get,list,update,watch storage.k8s.io volumeattributesclasses @1.34-1.36
 create,patch,update core,events.k8s.io events @1.34-1.36
`;

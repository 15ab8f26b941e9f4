import { defineProject } from '../form/project.js';
import { customResources } from './custom-resources.js';
import { podVolumes } from './pod-volumes.js';
import { references } from './references.js';
import { services } from './services.js';
import { storage } from './storage.js';
import { webhooks } from './webhooks.js';
import { workloads } from './workloads.js';

/** Kubernetes' own kinds. https://kubernetes.io/docs/reference/kubernetes-api/ */
export const kubernetes = defineProject({
  name: 'Kubernetes',
  clusterScoped: {
    '': ['Namespace', 'Node', 'PersistentVolume'],
    'admissionregistration.k8s.io': [
      'MutatingAdmissionPolicy',
      'MutatingAdmissionPolicyBinding',
      'MutatingWebhookConfiguration',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicyBinding',
      'ValidatingWebhookConfiguration',
    ],
    'apiextensions.k8s.io': ['CustomResourceDefinition'],
    'apiregistration.k8s.io': ['APIService'],
    'certificates.k8s.io': ['CertificateSigningRequest', 'ClusterTrustBundle'],
    'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
    'networking.k8s.io': ['IngressClass', 'IPAddress', 'ServiceCIDR'],
    'node.k8s.io': ['RuntimeClass'],
    'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
    'resource.k8s.io': ['DeviceClass', 'ResourceSlice'],
    'scheduling.k8s.io': ['PriorityClass'],
    'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
  },
  references,
  effects: [...customResources, ...podVolumes, ...services, ...storage, ...webhooks, ...workloads],
});

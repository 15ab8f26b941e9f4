import type { ReferenceRow } from '../form/reference.js';
import { podSpecs } from './pod-specs.js';

type PodRow = Omit<ReferenceRow, 'from'>;

const containerRows: readonly PodRow[] = ['containers', 'initContainers'].flatMap((list): readonly PodRow[] =>
  (
    [
      ['configMap', '/ConfigMap'],
      ['secret', '/Secret'],
    ] as const
  ).flatMap(([field, to]): readonly PodRow[] => [
    {
      at: `${list}[].env[].valueFrom.${field}KeyRef`,
      to,
      part: { of: 'data', fields: ['key'] },
      optional: 'optional',
      blocks: 'ready',
    },
    { at: `${list}[].envFrom[].${field}Ref`, to, optional: 'optional', blocks: 'ready' },
  ]),
);

const podRows: readonly PodRow[] = [
  ...containerRows,
  {
    at: 'volumes[].configMap',
    to: '/ConfigMap',
    part: { of: 'data', fields: ['items[].key'] },
    optional: 'optional',
    blocks: 'ready',
  },
  {
    at: 'volumes[].secret',
    to: '/Secret',
    name: 'secretName',
    part: { of: 'data', fields: ['items[].key'] },
    optional: 'optional',
    blocks: 'ready',
  },
  {
    at: 'volumes[].projected.sources[].configMap',
    to: '/ConfigMap',
    part: { of: 'data', fields: ['items[].key'] },
    optional: 'optional',
    blocks: 'ready',
  },
  {
    at: 'volumes[].projected.sources[].secret',
    to: '/Secret',
    part: { of: 'data', fields: ['items[].key'] },
    optional: 'optional',
    blocks: 'ready',
  },
  {
    at: 'volumes[].persistentVolumeClaim',
    to: '/PersistentVolumeClaim',
    name: 'claimName',
    blocks: 'ready',
  },
  // A pod starts without them if its images can be pulled by other means.
  { at: 'imagePullSecrets[]', to: '/Secret', isSoft: true },
  { at: 'serviceAccountName', to: '/ServiceAccount', blocks: 'ready' },
  { at: 'priorityClassName', to: 'scheduling.k8s.io/PriorityClass', blocks: 'ready' },
  { at: 'runtimeClassName', to: 'node.k8s.io/RuntimeClass', blocks: 'ready' },
];

/** The AWS load balancer controller finds an action of that name in the annotations. */
const useAnnotation = ['port.name', 'use-annotation'] as const;

const service = (from: string, at: string): ReferenceRow => ({ from: [from], at, to: '/Service' });
/** A Service that the API server calls. */
const called = (from: string, at: string): ReferenceRow => ({
  ...service(from, at),
  namespace: 'namespace',
  part: { of: 'ports', fields: ['port'] },
});

export const references: readonly ReferenceRow[] = [
  // A CronJob has no pods until its time comes.
  ...Object.entries(podSpecs).flatMap(([from, spec]) =>
    podRows.map((row): ReferenceRow => {
      const { blocks, ...rest } = row;
      const waits = blocks === undefined || from === 'batch/CronJob' ? {} : { blocks };
      return { ...rest, ...waits, from: [from], at: `${spec}.${row.at}` };
    }),
  ),
  { from: ['/ServiceAccount'], at: 'imagePullSecrets[]', to: '/Secret', isSoft: true },
  // Without the Service, the pods run but have no DNS names.
  { ...service('apps/StatefulSet', 'spec.serviceName'), isSoft: true },
  {
    from: ['apps/StatefulSet'],
    at: 'spec.volumeClaimTemplates[].spec.storageClassName',
    to: 'storage.k8s.io/StorageClass',
    blocks: 'ready',
  },
  // kstatus treats a claim as ready once it's bound.
  {
    from: ['/PersistentVolumeClaim'],
    at: 'spec.storageClassName',
    to: 'storage.k8s.io/StorageClass',
    blocks: 'ready',
  },
  {
    from: ['autoscaling/HorizontalPodAutoscaler'],
    at: 'spec.scaleTargetRef',
    to: { group: 'apiVersion', defaultGroup: {} },
  },
  {
    from: ['networking.k8s.io/Ingress'],
    at: 'spec.rules[].http.paths[].backend.service',
    to: '/Service',
    part: { of: 'ports', fields: ['port.number', 'port.name'] },
    ignores: useAnnotation,
  },
  {
    from: ['networking.k8s.io/Ingress'],
    at: 'spec.defaultBackend.service',
    to: '/Service',
    part: { of: 'ports', fields: ['port.number', 'port.name'] },
    ignores: useAnnotation,
  },
  { from: ['networking.k8s.io/Ingress'], at: 'spec.ingressClassName', to: 'networking.k8s.io/IngressClass' },
  // Without the Secret, the controller serves its own certificate.
  { from: ['networking.k8s.io/Ingress'], at: 'spec.tls[]', to: '/Secret', name: 'secretName', isSoft: true },
  {
    from: ['rbac.authorization.k8s.io/RoleBinding'],
    at: 'roleRef',
    to: { defaultGroup: 'rbac.authorization.k8s.io', only: ['Role', 'ClusterRole'] },
  },
  {
    from: ['rbac.authorization.k8s.io/ClusterRoleBinding'],
    at: 'roleRef',
    to: { defaultGroup: 'rbac.authorization.k8s.io', only: ['ClusterRole'] },
  },
  {
    from: ['rbac.authorization.k8s.io/RoleBinding', 'rbac.authorization.k8s.io/ClusterRoleBinding'],
    at: 'subjects[]',
    to: { defaultGroup: '', only: ['ServiceAccount'] },
    namespace: 'namespace',
  },
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map((kind) =>
    called(`admissionregistration.k8s.io/${kind}`, 'webhooks[].clientConfig.service'),
  ),
  {
    from: ['admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding'],
    at: 'spec.policyName',
    to: 'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  },
  {
    from: ['admissionregistration.k8s.io/MutatingAdmissionPolicyBinding'],
    at: 'spec.policyName',
    to: 'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  },
  called('apiregistration.k8s.io/APIService', 'spec.service'),
  called('apiextensions.k8s.io/CustomResourceDefinition', 'spec.conversion.webhook.clientConfig.service'),
];

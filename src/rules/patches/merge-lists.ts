/** How kustomize merges a list into another: by these keys of its items, or, without keys, as a set of texts. */
export interface MergedList {
  readonly keys: readonly string[];
  readonly items?: MergeRules;
}

/** By field: a list that is merged, or a map that contains one. All other lists are replaced. */
export interface MergeRules {
  readonly lists?: Readonly<Record<string, MergedList>>;
  readonly maps?: Readonly<Record<string, MergeRules>>;
}

const by = (...keys: readonly string[]): MergedList => ({ keys });
const under = (steps: string, rules: MergeRules): MergeRules =>
  steps.split('.').reduceRight((inner, step) => ({ maps: { [step]: inner } }), rules);

const metadata: MergeRules = { lists: { finalizers: by(), ownerReferences: by('uid') } };
const ofAll: MergeRules = { maps: { metadata } };

const anyContainer = { env: by('name'), volumeDevices: by('devicePath'), volumeMounts: by('mountPath') };
const container: MergeRules = { lists: { ...anyContainer, ports: by('containerPort', 'protocol') } };
const podSpec: MergeRules = {
  lists: {
    containers: { keys: ['name'], items: container },
    ephemeralContainers: { keys: ['name'], items: { lists: anyContainer } },
    hostAliases: by('ip'),
    imagePullSecrets: by('name'),
    initContainers: { keys: ['name'], items: container },
    topologySpreadConstraints: by('topologyKey', 'whenUnsatisfiable'),
    volumes: by('name'),
  },
};
const podTemplate: MergeRules = { maps: { metadata, spec: podSpec } };
const withPods: MergeRules = { maps: { metadata, ...under('spec.template', podTemplate).maps } };
const jobTemplate: MergeRules = { maps: { metadata, ...under('spec.template', podTemplate).maps } };
const withJobs: MergeRules = { maps: { metadata, ...under('spec.jobTemplate', jobTemplate).maps } };
const webhooks: MergeRules = { maps: { metadata }, lists: { webhooks: by('name') } };

/**
 * The kinds whose fields kustomize knows: the kinds of Kubernetes 1.21, whatever version the cluster has.
 * https://github.com/kubernetes-sigs/kustomize/tree/master/kyaml/openapi/kubernetesapi
 */
const KNOWN: Readonly<Record<string, Readonly<Record<string, MergeRules>> | string>> = {
  'admissionregistration.k8s.io/v1': {
    MutatingWebhookConfiguration: webhooks,
    ValidatingWebhookConfiguration: webhooks,
  },
  'apiextensions.k8s.io/v1': 'CustomResourceDefinition',
  'apiregistration.k8s.io/v1': 'APIService',
  'apps/v1': {
    ControllerRevision: ofAll,
    DaemonSet: withPods,
    Deployment: withPods,
    ReplicaSet: withPods,
    StatefulSet: withPods,
  },
  'autoscaling/v1': 'HorizontalPodAutoscaler',
  'batch/v1': { CronJob: withJobs, Job: withPods },
  'batch/v1beta1': { CronJob: withJobs },
  'certificates.k8s.io/v1': 'CertificateSigningRequest',
  'coordination.k8s.io/v1': 'Lease',
  'discovery.k8s.io/v1': 'EndpointSlice',
  'events.k8s.io/v1': 'Event',
  'networking.k8s.io/v1': 'Ingress IngressClass NetworkPolicy',
  'node.k8s.io/v1': 'RuntimeClass',
  'policy/v1': 'PodDisruptionBudget',
  'policy/v1beta1': 'PodDisruptionBudget PodSecurityPolicy',
  'rbac.authorization.k8s.io/v1': 'ClusterRole ClusterRoleBinding Role RoleBinding',
  'scheduling.k8s.io/v1': 'PriorityClass',
  'storage.k8s.io/v1': 'CSIDriver CSINode StorageClass VolumeAttachment',
  'storage.k8s.io/v1beta1': 'CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment',
  v1: {
    ConfigMap: ofAll,
    Endpoints: ofAll,
    Event: ofAll,
    LimitRange: ofAll,
    Namespace: ofAll,
    Node: { maps: { metadata, spec: { lists: { podCIDRs: by() } } } },
    PersistentVolume: ofAll,
    PersistentVolumeClaim: ofAll,
    Pod: podTemplate,
    PodTemplate: { maps: { metadata, template: podTemplate } },
    ReplicationController: withPods,
    ResourceQuota: ofAll,
    Secret: ofAll,
    Service: { maps: { metadata, spec: { lists: { ports: by('port', 'protocol') } } } },
    ServiceAccount: { maps: { metadata }, lists: { secrets: by('name') } },
  },
};

/** The lists of a kind that kustomize merges; undefined for a kind that it doesn't know, whose lists it replaces. */
export const mergeRulesOf = (apiVersion: unknown, kind: unknown): MergeRules | undefined => {
  const kinds = Object.hasOwn(KNOWN, String(apiVersion)) ? KNOWN[String(apiVersion)] : undefined;
  if (typeof kinds === 'string') return kinds.split(' ').includes(String(kind)) ? ofAll : undefined;
  return kinds !== undefined && Object.hasOwn(kinds, String(kind)) ? kinds[String(kind)] : undefined;
};

import type { JsonPath } from '../../json/json-path.js';

/**
 * Fields that the API server fills in where an object leaves them out, by defaults or by its admission plug-ins: the
 * `SetDefaults_*` of k8s.io/kubernetes/pkg/apis, LimitRanger, ServiceAccount, DefaultTolerationSeconds, Priority and the
 * like. A policy sees them with values.
 */
const filled: ReadonlySet<string> = new Set(
  // Metadata.
  (
    'uid creationTimestamp generation resourceVersion managedFields selfLink status finalizers ' +
    // Pods and containers.
    'dnsPolicy restartPolicy securityContext terminationGracePeriodSeconds schedulerName enableServiceLinks hostNetwork ' +
    'imagePullPolicy terminationMessagePath terminationMessagePolicy protocol hostPort timeoutSeconds periodSeconds ' +
    'successThreshold failureThreshold scheme service path defaultMode emptyDir apiVersion serviceAccount serviceAccountName ' +
    'resources requests limits volumes volumeMounts tolerations priority preemptionPolicy nodeName imagePullSecrets overhead ' +
    'nodeSelector automountServiceAccountToken initialDelaySeconds readOnly shareProcessNamespace ephemeralContainers ' +
    'pod-template-hash controller-revision-hash job-name controller-uid name namespace ownerReferences generateName ' +
    // Services.
    'sessionAffinity sessionAffinityConfig type targetPort externalTrafficPolicy internalTrafficPolicy ipFamilies ' +
    'ipFamilyPolicy clusterIP clusterIPs allocateLoadBalancerNodePorts nodePort healthCheckNodePort publishNotReadyAddresses ' +
    // Volumes.
    'volumeMode storageClassName persistentVolumeReclaimPolicy accessModes volumeName ' +
    // Workloads.
    'replicas strategy rollingUpdate maxSurge maxUnavailable revisionHistoryLimit progressDeadlineSeconds minReadySeconds ' +
    'podManagementPolicy updateStrategy partition persistentVolumeClaimRetentionPolicy completions parallelism backoffLimit ' +
    'completionMode suspend selector manualSelector podReplacementPolicy concurrencyPolicy successfulJobsHistoryLimit ' +
    'failedJobsHistoryLimit minReplicas metrics behavior ' +
    // Others.
    'policyTypes ingressClassName pathType apiGroup reclaimPolicy volumeBindingMode singular listKind conversion matchPolicy ' +
    'failurePolicy namespaceSelector objectSelector scope reinvocationPolicy default defaultRequest min max'
  ).split(' '),
);

/** Where Kubernetes adds no keys that aren't written. */
const closed: ReadonlySet<string> = new Set([
  'annotations',
  'binaryData',
  'data',
  'labels',
  'matchLabels',
  'nodeSelector',
  'selector',
]);

const isClosed = (key: string | number | undefined): boolean => typeof key === 'string' && closed.has(key);

/** Whether the API server may have a value where an object of Kubernetes has none. */
export const mayBeFilled = (path: JsonPath): boolean => {
  const key = path.at(-1);
  if (typeof key === 'number') return false;
  return key !== undefined && filled.has(key) && !isClosed(path.at(-2));
};

/** Whether the API server may add keys to an object within an object. */
export const mayGetKeys = (path: JsonPath): boolean => !isClosed(path.at(-1));

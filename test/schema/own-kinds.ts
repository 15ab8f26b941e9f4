const labels = { 'app.kubernetes.io/name': 'shop' };
const metadata = { name: 'shop', namespace: 'default', labels };

const podSpec = {
  serviceAccountName: 'shop',
  securityContext: { runAsNonRoot: true, fsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'main',
      image: 'registry.example.org/shop:1.2.3',
      args: ['--config', '/etc/app/config.yaml'],
      env: [
        { name: 'LOG_LEVEL', value: 'info' },
        { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      ],
      ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
      resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10 },
      volumeMounts: [{ name: 'config', mountPath: '/etc/app' }],
    },
  ],
  volumes: [{ name: 'config', configMap: { name: 'shop' } }],
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: labels } },
  ],
};
const template = { metadata: { labels }, spec: podSpec };

/** Objects of Kubernetes' own kinds that the platform has none of; the API server takes each. */
export const ownKinds = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'config.yaml': 'a: 1\n' }, binaryData: { logo: 'aGk=' } },
  { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData: { token: 'x' }, data: { key: 'aGk=' } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: {
      type: 'ClusterIP',
      selector: labels,
      ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { ...metadata, annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::123456789012:role/shop' } },
    automountServiceAccountToken: false,
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } }, storageClassName: 'gp3' },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } },
      selector: { matchLabels: labels },
      template,
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata,
    spec: {
      schedule: '0 3 * * *',
      concurrencyPolicy: 'Forbid',
      jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'OnFailure' } } } },
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata,
    spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' },
      minReplicas: 2,
      maxReplicas: 5,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: {
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: {} }], ports: [{ protocol: 'TCP', port: 8080 }] }],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata,
    spec: {
      ingressClassName: 'alb',
      rules: [
        {
          host: 'shop.example.org',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'shop', port: { number: 80 } } } }],
          },
        },
      ],
    },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata,
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
  },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'shop' },
    provisioner: 'ebs.csi.aws.com',
    volumeBindingMode: 'WaitForFirstConsumer',
    reclaimPolicy: 'Delete',
    allowVolumeExpansion: true,
    parameters: { type: 'gp3' },
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'shop' },
    value: 1000,
    description: 'x',
  },
] as const;

// The same platform as data for every generator: addons of five objects each, of five kinds, and a Kustomization.
import { createHash } from 'node:crypto';

/** @param {number} index */
export const objectsOf = (index) => {
  const name = `addon-${index}`;
  const namespace = `team-${index % 50}`;
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'platform' };
  return [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace, labels },
      data: {
        'config.yaml': `name: ${name}\nlog:\n  level: info\n  format: json\n`,
        REGION: 'eu-west-1',
        PORT: '8080',
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace, labels },
      spec: { selector: { app: name }, ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }] },
    },
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: {
        name,
        namespace,
        labels,
        annotations: { 'eks.amazonaws.com/role-arn': `arn:aws:iam::123456789012:role/${name}` },
      },
      automountServiceAccountToken: false,
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace, labels },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: {
            serviceAccountName: name,
            containers: [
              {
                name: 'main',
                image: `registry.example.org/${name}:1.2.${index}`,
                args: ['--config', '/etc/app/config.yaml'],
                env: [
                  { name: 'LOG_LEVEL', value: 'info' },
                  { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
                ],
                ports: [{ name: 'http', containerPort: 8080 }],
                resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
                livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10 },
                volumeMounts: [{ name: 'config', mountPath: '/etc/app' }],
              },
            ],
            volumes: [{ name: 'config', configMap: { name } }],
          },
        },
      },
    },
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name, namespace, labels },
      spec: {
        parentRefs: [{ name: 'gateway', namespace: 'gateway' }],
        hostnames: [`${name}.example.org`],
        rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/' } }], backendRefs: [{ name, port: 80 }] }],
      },
    },
  ];
};

/**
 * What fluxspan derives for an addon of its own accord, so that others must be given it.
 *
 * @param {number} index
 */
export const kustomizationOf = (index) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: `addon-${index}`, namespace: 'flux-system' },
  spec: {
    interval: '10m',
    retryInterval: '1m',
    timeout: '15m',
    prune: true,
    wait: true,
    path: `./k8s/addons/bench/addon-${index}`,
    sourceRef: { kind: 'GitRepository', name: 'flux-system' },
  },
});

/** @param {any} value @returns {any} */
const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key])]),
        )
      : value;

/** Equal for the same objects, in any order. @param {readonly any[]} objects */
export const digestOf = (objects) => {
  const texts = objects.map((object) => JSON.stringify(sorted(object))).sort();
  return createHash('sha256').update(texts.join('\n')).digest('hex');
};

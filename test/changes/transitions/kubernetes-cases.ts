import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { at, changesOf, from, notesOf } from './changes-of.js';
import { object } from './judge.js';

const DATA = { name: 'data', persistentVolumeClaim: { claimName: 'shop-data' } };
const EMPTY = { name: 'data', emptyDir: {} };
const podOf = (volume: JsonObject, mounts: readonly JsonObject[] = [{ name: 'data', mountPath: '/data' }]) => ({
  volumes: [volume],
  containers: [{ name: 'shop', image: 'registry.example.org/shop:1.0.0', volumeMounts: mounts }],
});

const pods: readonly TransitionCase[] = (
  [
    ['Pod', ''],
    ['apps/v1/DaemonSet', 'template.spec'],
    ['apps/v1/ReplicaSet', 'template.spec'],
    ['apps/v1/StatefulSet', 'template.spec'],
    ['apps/v1/Deployment', 'template.spec'],
    ['batch/v1/Job', 'template.spec'],
    ['batch/v1/CronJob', 'jobTemplate.spec.template.spec'],
  ] as const
).map(([type, path]) =>
  changesOf(
    type,
    'warning FX559',
    [
      [at(path, podOf(DATA)), at(path, podOf(EMPTY))],
      [at(path, podOf(DATA)), at(path, podOf(DATA, []))],
    ],
    [
      [at(path, podOf(EMPTY)), at(path, podOf(DATA))],
      [at(path, podOf(DATA, [])), at(path, podOf(DATA))],
      [at(path, podOf(EMPTY)), at(path, podOf(EMPTY, []))],
    ],
  ),
);

const AWS = 'service.beta.kubernetes.io/aws-load-balancer-';
const AZURE = 'service.beta.kubernetes.io/azure-';
const service = (annotations: Readonly<Record<string, string>>, type = 'LoadBalancer') =>
  object('Service', { type, ports: [{ port: 443 }] }, annotations);

const addresses: readonly TransitionCase[] = (
  [
    ['metallb.io/loadBalancerIPs', '192.0.2.1', '192.0.2.2'],
    ['metallb.universe.tf/loadBalancerIPs', '192.0.2.1', '192.0.2.2'],
    ['lbipam.cilium.io/ips', '192.0.2.1', '192.0.2.2'],
    ['io.cilium/lb-ipam-ips', '192.0.2.1', '192.0.2.2'],
    [`${AWS}eip-allocations`, 'eipalloc-1', 'eipalloc-2'],
    [`${AWS}private-ipv4-addresses`, '192.0.2.1', '192.0.2.2'],
    [`${AZURE}load-balancer-ipv4`, '192.0.2.1', '192.0.2.2'],
    [`${AZURE}pip-name`, 'shop', 'web'],
    ['networking.gke.io/load-balancer-ip-addresses', 'shop', 'web'],
  ] as const
).map(
  ([key, was, is]): TransitionCase => ({
    label: `the address that ${key} asks for`,
    of: ({ value, type }: { value?: string; type?: string }) =>
      service(value === undefined ? {} : { [key]: value }, type),
    says: 'warning FX516',
    bad: [[{ value: was }, { value: is }]],
    good: [
      [{}, { value: was }],
      [
        { value: was, type: 'ClusterIP' },
        { value: is, type: 'ClusterIP' },
      ],
    ],
  }),
);

const targets: TransitionCase = {
  label: 'the target group of a load balancer of AWS',
  of: (annotations: Readonly<Record<string, string>>) => service({ [`${AWS}type`]: 'external', ...annotations }),
  says: 'warning FX559',
  bad: [[{ [`${AWS}nlb-target-type`]: 'ip' }, { [`${AWS}nlb-target-type`]: 'instance' }]],
  good: [[{}, { [`${AWS}nlb-target-type`]: 'instance' }]],
};

const others = {
  matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system'] }],
};
const webhook = (value: JsonObject): JsonObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'x' },
  webhooks: [
    { name: 'inject.example.org', rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }], ...value },
  ],
});
const ALL = [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }];

const webhooks: readonly TransitionCase[] = [
  {
    label: 'a webhook that changes all',
    of: webhook,
    says: 'warning FX559',
    bad: [
      [
        { failurePolicy: 'Ignore', rules: ALL },
        { failurePolicy: 'Fail', rules: ALL },
      ],
      [{ failurePolicy: 'Fail', namespaceSelector: others }, { failurePolicy: 'Fail' }],
    ],
    good: [
      [
        { failurePolicy: 'Fail', rules: ALL },
        { failurePolicy: 'Ignore', rules: ALL },
      ],
      [{ failurePolicy: 'Ignore', namespaceSelector: others }, { failurePolicy: 'Ignore' }],
    ],
  },
];

const scaler = (kind: string) =>
  object('autoscaling/v2/HorizontalPodAutoscaler', { scaleTargetRef: { kind, name: 'x' } });
const database = (image: string) => ({
  template: { spec: { volumes: [DATA], containers: [{ name: 'db', image }] } },
});

const workloads: readonly TransitionCase[] = [
  ...['Deployment', 'StatefulSet'].flatMap((kind) => [
    changesOf(`apps/v1/${kind}`, 'warning FX516', [from('replicas', 3, undefined)], [from('replicas', undefined, 3)]),
    changesOf(
      `apps/v1/${kind}`,
      'warning FX516',
      [from('replicas', 3, undefined)],
      [from('replicas', undefined, 3)],
      [scaler(kind)],
    ),
    changesOf(`apps/v1/${kind}`, 'notice FX559', [from('replicas', 3, 0)], [from('replicas', 0, 3)]),
  ]),
  changesOf(
    'apps/v1/Deployment',
    'warning FX516',
    [[database('mysql:9.1'), database('mysql:8.4')]],
    [[database('mysql:8.4'), database('mysql:9.1')]],
  ),
  changesOf(
    'apps/v1/Deployment',
    'warning FX559',
    [[database('postgres:17.2'), database('postgres:18.0')]],
    [[database('postgres:17.1'), database('postgres:17.2')]],
  ),
  changesOf(
    'apps/v1/StatefulSet',
    'notice FX559',
    [from('persistentVolumeClaimRetentionPolicy.whenScaled', 'Retain', 'Delete')],
    [from('persistentVolumeClaimRetentionPolicy.whenScaled', 'Delete', 'Retain')],
  ),
];

/** Kubernetes' own kinds. */
export const kubernetesCases: readonly TransitionCase[] = [
  ...pods,
  ...addresses,
  targets,
  ...webhooks,
  ...workloads,
  notesOf(
    'networking.k8s.io/v1/Ingress',
    'warning FX516',
    [[{ 'kubernetes.io/ingress.regional-static-ip-name': 'shop' }, {}]],
    [[{}, { 'kubernetes.io/ingress.regional-static-ip-name': 'shop' }]],
  ),
];

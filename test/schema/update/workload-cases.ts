import type { JsonObject } from '../../../src/json/json-value.js';
import { casesOf, changed, manifest, type UpdateCase } from './update-case.js';

const labels = { app: 'x' };
const pod = { containers: [{ name: 'c', image: 'example.org/c:1' }] };
const template = { metadata: { labels }, spec: pod };
const spec = { selector: { matchLabels: labels }, template };
const image = { spec: { template: { spec: { containers: [{ name: 'c', image: 'example.org/c:2' }] } } } };
/** A selector must fit the template, so both change. */
const otherSelector: JsonObject = {
  spec: {
    selector: { matchLabels: { app: 'y' } },
    template: { metadata: { labels: { app: 'y' } } },
  },
};

const deployment = manifest('apps/v1', 'Deployment', { spec });
const daemonSet = manifest('apps/v1', 'DaemonSet', { spec });
const replicaSet = manifest('apps/v1', 'ReplicaSet', { spec });

const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const claims = (changes: JsonObject): JsonObject => ({ spec: { volumeClaimTemplates: [changed(claim, changes)] } });
const statefulSet = manifest('apps/v1', 'StatefulSet', {
  spec: { ...spec, serviceName: 'x', volumeClaimTemplates: [claim] },
});

const job = manifest('batch/v1', 'Job', { spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } } });
const inPod = (changes: JsonObject): JsonObject => ({ spec: { template: { spec: changes } } });
const inContainer = (changes: JsonObject): JsonObject =>
  inPod({ containers: [{ name: 'c', image: 'example.org/c:1', ...changes }] });
const env = (...names: readonly string[]) => names.map((name) => ({ name, value: name }));
const indexed = changed(job, { spec: { completionMode: 'Indexed', completions: 2, parallelism: 2 } });

const barePod = manifest('v1', 'Pod', { spec: pod });
const limits = { cpu: '100m' };
const withResources = (resources: JsonObject) => ({ spec: { containers: [{ ...pod.containers[0]!, resources }] } });
const limitedPod = changed(barePod, withResources({ limits }));

export const workloadCases: readonly UpdateCase[] = [
  ...casesOf(deployment, {
    selector: [otherSelector, 'refused'],
    'an expression in the selector': [
      { spec: { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } } },
      'refused',
    ],
    image: [image, 'taken'],
    replicas: [{ spec: { replicas: 3 } }, 'taken'],
    'strategy, with what it has by default': [
      { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } } } },
      'taken',
    ],
    // The API server has filled in `rollingUpdate`, and nothing takes that out.
    strategy: [{ spec: { strategy: { type: 'Recreate' } } }, ['refused', 'taken']],
    'strategy, with a part of rollingUpdate': [
      { spec: { strategy: { type: 'Recreate' } } },
      'taken',
      { from: changed(deployment, { spec: { strategy: { rollingUpdate: { maxSurge: 1 } } } }) },
    ],
    'strategy, with null for rollingUpdate': [
      { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } },
      ['refused', 'taken'],
    ],
    'labels of the template': [{ spec: { template: { metadata: { labels: { ...labels, more: 'y' } } } } }, 'taken'],
  }),
  ...casesOf(daemonSet, {
    selector: [otherSelector, 'refused'],
    image: [image, 'taken'],
    updateStrategy: [{ spec: { updateStrategy: { type: 'OnDelete' } } }, 'taken'],
  }),
  ...casesOf(replicaSet, { selector: [otherSelector, 'refused'], image: [image, 'taken'] }),
  ...casesOf(statefulSet, {
    selector: [otherSelector, 'refused'],
    serviceName: [{ spec: { serviceName: 'y' } }, 'refused'],
    'no serviceName': [{ spec: { serviceName: undefined } }, 'refused'],
    podManagementPolicy: [{ spec: { podManagementPolicy: 'Parallel' } }, 'refused'],
    'podManagementPolicy as it is by default': [{ spec: { podManagementPolicy: 'OrderedReady' } }, 'taken'],
    'the size of a claim': [claims({ spec: { resources: { requests: { storage: '2Gi' } } } }), 'refused'],
    'the size of a claim in other words': [
      claims({ spec: { resources: { requests: { storage: '1024Mi' } } } }),
      'taken',
    ],
    'the class of a claim': [claims({ spec: { storageClassName: 'fast' } }), 'refused'],
    'labels of a claim': [claims({ metadata: { labels: { team: 'a' } } }), 'refused'],
    'what a claim has by default': [
      claims({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { volumeMode: 'Filesystem' } }),
      'taken',
    ],
    'no claims': [{ spec: { volumeClaimTemplates: undefined } }, 'refused'],
    'another claim': [
      { spec: { volumeClaimTemplates: [claim, changed(claim, { metadata: { name: 'more' } })] } },
      'refused',
    ],
    image: [image, 'taken'],
    replicas: [{ spec: { replicas: 3 } }, 'taken'],
    ordinals: [{ spec: { ordinals: { start: 2 } } }, 'taken'],
    // The API server has filled in `rollingUpdate`, and nothing takes that out.
    updateStrategy: [{ spec: { updateStrategy: { type: 'OnDelete' } } }, ['refused', 'taken']],
    'updateStrategy, with rollingUpdate': [
      { spec: { updateStrategy: { type: 'OnDelete' } } },
      'taken',
      { from: changed(statefulSet, { spec: { updateStrategy: { rollingUpdate: { partition: 1 } } } }) },
    ],
    'updateStrategy, with null for rollingUpdate': [
      { spec: { updateStrategy: { type: 'OnDelete', rollingUpdate: null } } },
      ['refused', 'taken'],
    ],
    revisionHistoryLimit: [{ spec: { revisionHistoryLimit: 2 } }, 'taken'],
    minReadySeconds: [{ spec: { minReadySeconds: 2 } }, 'taken'],
    persistentVolumeClaimRetentionPolicy: [
      { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } },
      'taken',
    ],
  }),
  ...casesOf(changed(job, inPod({ volumes: [{ name: 'v' }] })), {
    'volume without a source that gets the default': [inPod({ volumes: [{ name: 'v', emptyDir: {} }] }), 'taken'],
    'volume without a source that gets memory': [
      inPod({ volumes: [{ name: 'v', emptyDir: { medium: 'Memory' } }] }),
      'refused',
    ],
    'volume without a source that gets another one': [
      inPod({ volumes: [{ name: 'v', configMap: { name: 'x' } }] }),
      'refused',
    ],
  }),
  ...casesOf(changed(barePod, { spec: { volumes: [{ name: 'v' }] } }), {
    'volume without a source that gets the default': [{ spec: { volumes: [{ name: 'v', emptyDir: {} }] } }, 'taken'],
    'volume without a source that gets another one': [
      { spec: { volumes: [{ name: 'v', configMap: { name: 'x' } }] } },
      'refused',
    ],
  }),
  ...casesOf(job, {
    image: [inContainer({ image: 'example.org/c:2' }), 'refused'],
    'labels of the template': [{ spec: { template: { metadata: { labels } } } }, 'refused'],
    'an annotation of the template': [{ spec: { template: { metadata: { annotations: labels } } } }, 'refused'],
    env: [inContainer({ env: env('A') }), 'refused'],
    'what a container has by default': [
      inContainer({
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'IfNotPresent',
        resources: {},
        env: [],
      }),
      'taken',
    ],
    'what a pod has by default': [
      inPod({
        dnsPolicy: 'ClusterFirst',
        schedulerName: 'default-scheduler',
        terminationGracePeriodSeconds: 30,
        securityContext: {},
        hostNetwork: false,
      }),
      'taken',
    ],
    'a probe with and without defaults': [
      inContainer({
        readinessProbe: {
          httpGet: { port: 80, path: '/', scheme: 'HTTP' },
          periodSeconds: 10,
          timeoutSeconds: 1,
          successThreshold: 1,
          failureThreshold: 3,
        },
      }),
      'taken',
      { from: changed(job, inContainer({ readinessProbe: { httpGet: { port: 80 } } })) },
    ],
    'volumes with and without defaults': [
      inPod({
        volumes: [
          { name: 'a', configMap: { name: 'a', defaultMode: 420 } },
          { name: 'b', secret: { secretName: 'b', defaultMode: 420 } },
          { name: 'c', emptyDir: {} },
          {
            name: 'd',
            projected: {
              defaultMode: 420,
              sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 3600 } }],
            },
          },
          { name: 'e', hostPath: { path: '/e', type: '' } },
          {
            name: 'f',
            downwardAPI: { items: [{ path: 'f', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } }] },
          },
          { name: 'g', emptyDir: { sizeLimit: '1Gi' } },
        ],
      }),
      'taken',
      {
        from: changed(
          job,
          inPod({
            volumes: [
              { name: 'a', configMap: { name: 'a' } },
              { name: 'b', secret: { secretName: 'b' } },
              { name: 'c' },
              { name: 'd', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
              { name: 'e', hostPath: { path: '/e' } },
              { name: 'f', downwardAPI: { items: [{ path: 'f', fieldRef: { fieldPath: 'metadata.name' } }] } },
              { name: 'g', emptyDir: { sizeLimit: '1024Mi' } },
            ],
          }),
        ),
      },
    ],
    'resources in other words': [
      inContainer({ resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: 2 } } }),
      'taken',
      {
        from: changed(
          job,
          inContainer({ resources: { requests: { cpu: '1000m', memory: '1024Mi' }, limits: { cpu: '2' } } }),
        ),
      },
    ],
    'the order of env': [
      inContainer({ env: env('B', 'A') }),
      'refused',
      { from: changed(job, inContainer({ env: env('A', 'B') })) },
    ],
    // What the API server has copied to the old name stays.
    serviceAccountName: [inPod({ serviceAccountName: 'y' }), ['refused', 'taken']],
    'another serviceAccountName': [
      inPod({ serviceAccountName: 'y' }),
      'refused',
      { from: changed(job, inPod({ serviceAccountName: 'z' })) },
    ],
    'a probe': [inContainer({ livenessProbe: { tcpSocket: { port: 80 } } }), 'refused'],
    completions: [{ spec: { completions: 2 } }, 'refused'],
    'completions as they are by default': [{ spec: { completions: 1, parallelism: 1 } }, 'taken'],
    parallelism: [
      { spec: { parallelism: 2 } },
      'taken',
      {
        from: changed(job, { spec: { completions: 3, parallelism: 1 } }),
        to: changed(job, { spec: { completions: 3, parallelism: 2 } }),
      },
    ],
    completionMode: [{ spec: { completionMode: 'Indexed', completions: 1 } }, 'refused'],
    'completionMode as it is by default': [{ spec: { completionMode: 'NonIndexed' } }, 'taken'],
    podFailurePolicy: [
      {
        spec: { podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] } },
      },
      'refused',
    ],
    backoffLimit: [{ spec: { backoffLimit: 2 } }, 'taken'],
    activeDeadlineSeconds: [{ spec: { activeDeadlineSeconds: 100 } }, 'taken'],
    managedBy: [{ spec: { managedBy: 'example.org/mine' } }, 'refused'],
    selector: [
      { spec: { manualSelector: true, selector: { matchLabels: labels }, template: { metadata: { labels } } } },
      'refused',
    ],
  }),
  ...casesOf(indexed, {
    'completions with parallelism': [{ spec: { completions: 3, parallelism: 3 } }, 'taken'],
    'completions of an indexed Job alone': [{ spec: { completions: 3 } }, ['refused', 'taken']],
    backoffLimitPerIndex: [{ spec: { backoffLimitPerIndex: 1 } }, 'refused'],
    successPolicy: [{ spec: { successPolicy: { rules: [{ succeededCount: 1 }] } } }, 'refused'],
  }),
  ...casesOf(changed(job, { spec: { ttlSecondsAfterFinished: 60 } }), {
    'that may be gone: image': [inContainer({ image: 'example.org/c:2' }), 'unsure'],
  }),
  ...casesOf(changed(job, { spec: { suspend: true } }), {
    'suspended: nodeSelector': [inPod({ nodeSelector: labels }), 'unsure'],
  }),
  ...casesOf(
    manifest('batch/v1', 'CronJob', {
      spec: {
        schedule: '0 * * * *',
        jobTemplate: { spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } } },
      },
    }),
    {
      schedule: [{ spec: { schedule: '1 * * * *' } }, 'taken'],
      image: [
        { spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: 'c', image: 'c:2' }] } } } } } },
        'taken',
      ],
    },
  ),
  ...casesOf(manifest('apps/v1', 'ControllerRevision', { revision: 1, data: { a: 1 } }), {
    data: [{ data: { a: 2 } }, 'refused'],
    revision: [{ revision: 2 }, 'taken'],
  }),
  ...casesOf(barePod, {
    image: [{ spec: { containers: [{ name: 'c', image: 'example.org/c:2' }] } }, 'taken'],
    command: [{ spec: { containers: [{ name: 'c', image: 'example.org/c:1', command: ['c'] }] } }, 'refused'],
    hostNetwork: [{ spec: { hostNetwork: true } }, 'refused'],
    labels: [{ metadata: { labels } }, 'taken'],
    'what it has by default': [{ spec: { dnsPolicy: 'ClusterFirst', restartPolicy: 'Always' } }, 'taken'],
  }),
  ...casesOf(limitedPod, {
    'requests that are as its limits, by default': [withResources({ limits, requests: limits }), 'taken'],
    'other requests': [withResources({ limits, requests: { cpu: '50m' } }), 'refused'],
  }),
];

import type { JsonObject } from '../../../src/json/json-value.js';
import { casesOf, changed, manifest, type UpdateCase } from './update-case.js';

const configMap = manifest('v1', 'ConfigMap', { data: { a: '1' } });
const frozen = changed(configMap, { immutable: true });
const secret = manifest('v1', 'Secret', { stringData: { a: '1' } });
const frozenSecret = changed(secret, { immutable: true });
const rbac = 'rbac.authorization.k8s.io';
const roleRef = { apiGroup: rbac, kind: 'ClusterRole', name: 'view' };

const schema = { schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } };
const version = (name: string, storage: boolean): JsonObject => ({ name, served: true, storage, ...schema });
const crd = manifest(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  {
    metadata: { name: 'widgets.example.org' },
    spec: {
      group: 'example.org',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets', listKind: 'WidgetList', singular: 'widget' },
      versions: [version('v1', true)],
    },
  },
  false,
);
const established: Partial<UpdateCase> = {
  isSettled: ({ status }) =>
    (status as { conditions?: { type: string; status: string }[] } | undefined)?.conditions?.some(
      (one) => one.type === 'Established' && one.status === 'True',
    ) === true,
};

const priority = manifest('scheduling.k8s.io/v1', 'PriorityClass', { value: 100 }, false);
const claim = (changes: JsonObject = {}): JsonObject => ({
  devices: { requests: [{ name: 'a', exactly: changed({ deviceClassName: 'gpu' }, changes) }] },
});

export const configurationCases: readonly UpdateCase[] = [
  ...casesOf(configMap, {
    data: [{ data: { a: '2' } }, 'taken'],
    immutable: [{ immutable: true }, ['taken', 'refused']],
    'immutable and data': [{ immutable: true, data: { a: '2' } }, ['taken', 'refused']],
  }),
  ...casesOf(frozen, {
    'immutable, data': [{ data: { a: '2' } }, 'refused'],
    'immutable, another key': [{ data: { b: '2' } }, 'refused'],
    'immutable, binaryData': [{ binaryData: { b: 'AAAA' } }, 'refused'],
    'immutable, labels': [{ metadata: { labels: { a: 'b' } } }, 'taken'],
    'immutable, without data': [{ data: undefined }, 'refused'],
    'immutable, no more': [{ immutable: false }, ['refused', 'taken']],
  }),
  ...casesOf(changed(frozen, { data: { a: '1', b: '' } }), {
    'immutable, an empty text': [{ data: { b: undefined } }, 'refused'],
    'immutable, an empty text beside binaryData': [{ data: { b: undefined }, binaryData: { b: '' } }, 'refused'],
  }),
  ...casesOf(frozen, {
    'immutable, binaryData without keys': [{ binaryData: {} }, ['refused', 'taken']],
    'immutable, binaryData instead': [{ data: undefined, binaryData: { a: 'MQ==' } }, 'refused'],
  }),
  ...casesOf(manifest('v1', 'ConfigMap', { immutable: true }), {
    'immutable, data without keys': [{ data: {} }, 'taken'],
  }),
  ...casesOf(manifest('v1', 'Secret', { immutable: true }), {
    'immutable, data without keys': [{ data: {} }, ['refused', 'taken']],
    'immutable, stringData without keys': [{ stringData: {} }, 'taken'],
  }),
  ...casesOf(manifest('v1', 'Secret', { immutable: true, data: { a: 'MQ==', b: '' } }), {
    'immutable, an empty text': [{ data: { b: undefined } }, 'refused'],
    'immutable, stringData without keys beside data': [{ stringData: {} }, 'taken'],
  }),
  ...casesOf(secret, {
    data: [{ stringData: { a: '2' } }, 'taken'],
    type: [{ type: 'example.org/a' }, 'refused'],
    'type as it is by default': [{ type: 'Opaque' }, 'taken'],
  }),
  ...casesOf(frozenSecret, {
    'immutable, stringData': [{ stringData: { a: '2' } }, 'refused'],
    'immutable, the same encoded': [{ stringData: undefined, data: { a: 'MQ==' } }, 'taken'],
    // The API server has made data of it, which nothing takes out.
    'immutable, without stringData': [{ stringData: undefined }, ['taken', 'refused']],
    'immutable, another one encoded': [{ stringData: undefined, data: { a: 'Mg==' } }, 'refused'],
    'immutable, labels': [{ metadata: { labels: { a: 'b' } } }, 'taken'],
  }),
  ...casesOf(manifest(`${rbac}/v1`, 'RoleBinding', { roleRef, subjects: [] }), {
    roleRef: [{ roleRef: { name: 'edit' } }, 'refused'],
    'roleRef without its group': [{ roleRef: { apiGroup: undefined } }, 'taken'],
    subjects: [{ subjects: [{ kind: 'Group', apiGroup: rbac, name: 'a' }] }, 'taken'],
  }),
  ...casesOf(manifest(`${rbac}/v1`, 'ClusterRoleBinding', { roleRef, subjects: [] }, false), {
    roleRef: [{ roleRef: { name: 'edit' } }, 'refused'],
    subjects: [{ subjects: [{ kind: 'Group', apiGroup: rbac, name: 'a' }] }, 'taken'],
  }),
  ...casesOf(manifest(`${rbac}/v1`, 'ClusterRole', { rules: [] }, false), {
    rules: [{ rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }, 'taken'],
  }),
  ...casesOf(
    manifest('v1', 'ResourceQuota', { spec: { hard: { pods: '4' }, scopes: ['Terminating', 'NotBestEffort'] } }),
    {
      scopes: [{ spec: { scopes: ['Terminating'] } }, 'refused'],
      'the order of scopes': [{ spec: { scopes: ['NotBestEffort', 'Terminating'] } }, 'taken'],
      hard: [{ spec: { hard: { pods: '5' } } }, 'taken'],
    },
  ),
  ...casesOf(manifest('v1', 'ServiceAccount', {}), {
    automountServiceAccountToken: [{ automountServiceAccountToken: false }, 'taken'],
  }),
  ...casesOf(manifest('v1', 'LimitRange', { spec: { limits: [{ type: 'Pod', max: { cpu: '1' } }] } }), {
    limits: [{ spec: { limits: [{ type: 'Pod', max: { cpu: '2' } }] } }, 'taken'],
  }),
  ...casesOf(
    manifest('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } }),
    {
      selector: [{ spec: { selector: { matchLabels: { a: 'c' } } } }, 'taken'],
      minAvailable: [{ spec: { minAvailable: 2 } }, 'taken'],
    },
  ),
  ...casesOf(
    manifest('autoscaling/v2', 'HorizontalPodAutoscaler', {
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' } },
    }),
    { scaleTargetRef: [{ spec: { scaleTargetRef: { name: 'y' } } }, 'taken'] },
  ),
  ...casesOf(manifest('coordination.k8s.io/v1', 'Lease', { spec: { holderIdentity: 'a' } }), {
    holderIdentity: [{ spec: { holderIdentity: 'b' } }, 'taken'],
  }),
  ...casesOf(priority, {
    value: [{ value: 200 }, 'refused'],
    preemptionPolicy: [{ preemptionPolicy: 'Never' }, 'refused'],
    'preemptionPolicy as it is by default': [{ preemptionPolicy: 'PreemptLowerPriority' }, 'taken'],
    description: [{ description: 'a' }, 'taken'],
    globalDefault: [{ globalDefault: true }, 'taken'],
  }),
  ...casesOf(manifest('node.k8s.io/v1', 'RuntimeClass', { handler: 'a' }, false), {
    handler: [{ handler: 'b' }, 'refused'],
    overhead: [{ overhead: { podFixed: { cpu: '1' } } }, 'taken'],
    scheduling: [{ scheduling: { nodeSelector: { a: 'b' } } }, 'taken'],
  }),
  ...casesOf(
    manifest(
      'admissionregistration.k8s.io/v1',
      'ValidatingAdmissionPolicyBinding',
      { spec: { policyName: 'a', validationActions: ['Deny'] } },
      false,
    ),
    { policyName: [{ spec: { policyName: 'b' } }, 'taken'] },
  ),
  ...casesOf(
    manifest(
      'admissionregistration.k8s.io/v1',
      'ValidatingWebhookConfiguration',
      {
        webhooks: [
          {
            name: 'a.example.org',
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            failurePolicy: 'Ignore',
            clientConfig: { url: 'https://127.0.0.1:1/a' },
          },
        ],
      },
      false,
    ),
    {
      clientConfig: [
        {
          webhooks: [
            {
              name: 'b.example.org',
              admissionReviewVersions: ['v1'],
              sideEffects: 'None',
              clientConfig: { url: 'https://127.0.0.1:1/b' },
            },
          ],
        },
        'taken',
      ],
    },
  ),
  ...casesOf(crd, {
    scope: [{ spec: { scope: 'Cluster' } }, 'refused', established],
    'names.kind': [{ spec: { names: { kind: 'Gizmo' } } }, 'refused', established],
    'names.listKind': [{ spec: { names: { listKind: 'Widgets' } } }, 'taken', established],
    'names.shortNames': [{ spec: { names: { shortNames: ['w'] } } }, 'taken', established],
    'the stored version': [{ spec: { versions: [version('v2', true)] } }, 'refused', established],
    'another version': [{ spec: { versions: [version('v1', true), version('v2', false)] } }, 'taken', established],
    'another stored version': [
      { spec: { versions: [version('v1', false), version('v2', true)] } },
      ['taken', 'refused'],
      established,
    ],
  }),
  ...casesOf(manifest('resource.k8s.io/v1', 'ResourceClaimTemplate', { spec: { spec: claim() } }), {
    deviceClassName: [{ spec: { spec: claim({ deviceClassName: 'tpu' }) } }, 'refused'],
    'what it has by default': [{ spec: { spec: claim({ allocationMode: 'ExactCount', count: 1 }) } }, 'taken'],
    labels: [{ metadata: { labels: { a: 'b' } } }, 'taken'],
  }),
  ...casesOf(manifest('resource.k8s.io/v1', 'ResourceClaim', { spec: claim() }), {
    deviceClassName: [{ spec: claim({ deviceClassName: 'tpu' }) }, 'refused'],
    'what it has by default': [{ spec: claim({ allocationMode: 'ExactCount', count: 1 }) }, 'taken'],
  }),
  ...casesOf(
    manifest(
      'resource.k8s.io/v1',
      'ResourceSlice',
      { spec: { driver: 'a.example.org', nodeName: 'n', pool: { name: 'p', generation: 1, resourceSliceCount: 1 } } },
      false,
    ),
    {
      driver: [{ spec: { driver: 'b.example.org' } }, 'refused'],
      pool: [{ spec: { pool: { name: 'q' } } }, 'refused'],
      generation: [{ spec: { pool: { generation: 2 } } }, 'taken'],
    },
  ),
];

import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { object, release } from './judge.js';

const spec =
  (type: string) =>
  (value: JsonObject): JsonObject =>
    object(type, value);
const values =
  (chart: string) =>
  (value: JsonObject): JsonObject =>
    release(chart, value);
/** Objects that grant access, or that act as another identity. */
export const openingCases: readonly TransitionCase[] = [
  {
    label: 'an issuer of another kind',
    of: spec('cert-manager.io/v1/ClusterIssuer'),
    bad: [[{ acme: { server: 'a' } }, { selfSigned: {} }]],
    says: 'warning FX559',
    good: [[{ ca: { secretName: 'a' } }, { ca: { secretName: 'b' } }]],
  },
  {
    label: 'how a KafkaUser logs in',
    of: spec('kafka.strimzi.io/v1/KafkaUser'),
    bad: [[{ authentication: { type: 'tls' } }, { authentication: { type: 'scram-sha-512' } }]],
    says: 'warning FX559',
    good: [[{ authentication: { type: 'tls' }, quotas: {} }, { authentication: { type: 'tls' } }]],
  },
  {
    label: 'the role of nodes',
    of: spec('karpenter.k8s.aws/v1/EC2NodeClass'),
    bad: [[{ role: 'a' }, { role: 'b' }]],
    says: 'notice FX559',
    good: [[{ role: 'a' }, { role: 'a', userData: 'x' }]],
  },
  {
    label: 'how ExternalDNS knows its records',
    of: values('external-dns'),
    bad: [
      [{}, { txtPrefix: 'x-' }],
      [{ txtSuffix: '-x' }, {}],
      [{ registry: 'txt' }, { registry: 'dynamodb' }],
      [{}, { registry: 'noop' }],
    ],
    says: 'warning FX559',
    good: [
      [{}, { registry: 'txt' }],
      [{ txtPrefix: 'x-' }, { txtPrefix: 'x-', interval: '1m' }],
    ],
  },
  {
    label: 'the identity of a chart',
    of: values('web'),
    bad: [
      [
        { serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'a' } } },
        { serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'b' } } },
      ],
      [{ serviceAccount: { annotations: { 'iam.gke.io/gcp-service-account': 'a' } } }, {}],
      [
        { serviceAccount: { server: { annotations: { 'azure.workload.identity/client-id': 'a' } } } },
        { serviceAccount: { server: { annotations: { 'azure.workload.identity/client-id': 'b' } } } },
      ],
    ],
    says: 'warning FX559',
    good: [
      [{ serviceAccount: { annotations: { a: 'b' } } }, { serviceAccount: { annotations: { a: 'c' } } }],
      [{ serviceAccount: {} }, { serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'b' } } }],
    ],
  },
];

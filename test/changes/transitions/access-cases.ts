import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { object } from './judge.js';

const spec =
  (type: string) =>
  (value: JsonObject): JsonObject =>
    object(type, value);
const notes =
  (type: string, rest: JsonObject = {}) =>
  (annotations: Readonly<Record<string, string>>): JsonObject =>
    object(type, rest, annotations);

const chart = (verify: JsonObject | undefined) => ({
  chart: { spec: { chart: 'a', sourceRef: { kind: 'HelmRepository', name: 'a' }, verify } },
});
/** Flux, identities. */
export const accessCases: readonly TransitionCase[] = [
  ...['kustomize.toolkit.fluxcd.io/v1/Kustomization', 'helm.toolkit.fluxcd.io/v2/HelmRelease'].map(
    (type): TransitionCase => ({
      label: `whose rights a ${type} has`,
      of: spec(type),
      bad: [[{ serviceAccountName: 'team' }, {}]],
      says: 'warning FX559',
      good: [
        [{}, { serviceAccountName: 'team' }],
        [{ serviceAccountName: 'team' }, { serviceAccountName: 'other' }],
      ],
    }),
  ),
  ...['GitRepository', 'OCIRepository', 'HelmChart'].map(
    (kind): TransitionCase => ({
      label: `the signature of a ${kind}`,
      of: spec(`source.toolkit.fluxcd.io/v1/${kind}`),
      bad: [[{ verify: { provider: 'cosign' } }, {}]],
      says: 'warning FX559',
      good: [
        [{}, { verify: { provider: 'cosign' } }],
        [{ verify: { provider: 'cosign' } }, { verify: { provider: 'notation' } }],
      ],
    }),
  ),
  {
    label: 'the signature of a chart',
    of: spec('helm.toolkit.fluxcd.io/v2/HelmRelease'),
    bad: [[chart({ provider: 'cosign' }), chart(undefined)]],
    good: [[chart({ provider: 'cosign' }), chart({ provider: 'notation' })]],
    says: 'warning FX559',
  },
  {
    label: 'a source without TLS',
    of: spec('source.toolkit.fluxcd.io/v1/OCIRepository'),
    bad: [[{}, { insecure: true }]],
    says: 'warning FX559',
    good: [[{ insecure: true }, {}]],
  },
  ...['eks.amazonaws.com/role-arn', 'iam.gke.io/gcp-service-account', 'azure.workload.identity/client-id'].map(
    (name): TransitionCase => ({
      label: `the identity of ${name}`,
      of: notes('ServiceAccount'),
      bad: [
        [{ [name]: 'a' }, { [name]: 'b' }],
        [{ [name]: 'a' }, {}],
      ],
      says: 'warning FX559',
      good: [[{}, { [name]: 'a' }]],
    }),
  ),
];

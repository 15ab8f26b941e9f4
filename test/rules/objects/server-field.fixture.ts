import { ApiObject } from 'cdk8s';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, object, one } from '../rule-programs.js';

const managedFields = [{ manager: 'kubectl', operation: 'Update', apiVersion: 'v1', time: '2024-01-01T00:00:00Z' }];
const uid = '6f6f1c34-91c5-4a9a-8a3c-5a2f6d0f7a11';
const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid };
const account = (metadata: object): Build => object('v1', 'ServiceAccount', undefined, metadata);
const deployment =
  (metadata: object, templateMetadata: object = {}): Build =>
  (scope, context) => {
    const labels = { app: 'web' };
    const containers = [{ name: 'web', image: 'web:1' }];
    object(
      'apps/v1',
      'Deployment',
      {
        selector: { matchLabels: labels },
        template: { metadata: { labels, ...templateMetadata }, spec: { containers } },
      },
      metadata,
    )(scope, context);
  };
const balanced =
  (status: object): Build =>
  (scope) => {
    const spec = { type: 'LoadBalancer', selector: { app: 'web' }, ports: [{ port: 80 }] };
    new ApiObject(scope, 'service', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec, status });
  };
const of = (...builds: readonly Build[]) => builds.flatMap((build) => one({ build }));
const fault = { none: 'it is not among the known faults of Flux trees' };
const leftAlone = { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX688',
    bad: () =>
      of(
        account({ managedFields }),
        account({ resourceVersion: '4711' }),
        account({ deletionTimestamp: '2024-01-01T00:00:00Z' }),
        account({ uid }),
        account({ ownerReferences: [owner] }),
      ),
    good: () =>
      of(
        account({ managedFields: [], resourceVersion: '', uid: '', ownerReferences: [], deletionTimestamp: null }),
        account({ resourceVersion: '0' }),
        account({ resourceVersion: '4711', annotations: leftAlone }),
      ),
    mutation: { adds: () => platform.extended({ build: account({ resourceVersion: '4711' }) }) },
    fault,
    live: {
      twins: {
        'managed-fields': {
          says: 'metadata.managedFields must be nil',
          make: (bad) => ({
            build: twin.object('v1', 'ServiceAccount', {}, { name: 'managed', ...(bad ? { managedFields } : {}) }),
          }),
        },
      },
    },
  },
  {
    code: 'FX689',
    bad: () =>
      of(
        account({ creationTimestamp: '2024-01-01T00:00:00Z', generation: 3, selfLink: '/api/v1/a' }),
        deployment({}, { creationTimestamp: '2024-01-01T00:00:00Z', uid, ownerReferences: [owner] }),
        balanced({ loadBalancer: { ingress: [{ ip: '203.0.113.7' }] } }),
      ),
    good: () =>
      of(
        account({ creationTimestamp: null }),
        deployment({ creationTimestamp: null }, { creationTimestamp: null }),
        balanced({ loadBalancer: {} }),
      ),
    mutation: { adds: () => platform.extended({ build: account({ generation: 3 }) }) },
    fault,
    live: { none: 'nothing says so: Flux and the API server leave the fields out' },
  },
];

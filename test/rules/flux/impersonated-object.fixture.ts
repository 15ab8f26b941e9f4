import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one, release } from '../rule-programs.js';

const options = { flux: { version: '2.9', defaultServiceAccount: 'flux-apply' } };
const ofKubernetes = { flux: { version: '2.9', defaultServiceAccount: 'default' } };
const binding: Build = (scope) => {
  new ApiObject(scope, 'binding', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'flux', namespace: 'default' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
  } as never);
};
const account = object('v1', 'ServiceAccount', undefined, { name: 'flux-apply' });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX328',
    bad: () => [...one(release({}), options), ...one(release({}), ofKubernetes)],
    good: () => [
      ...one(release({}, { serviceAccountName: 'default' }), options),
      ...one({ ...release({}), build: both(release({}).build, account) }, options),
      ...one(release({}), { flux: { version: '2.9' } }),
      ...one({ ...release({}), build: both(release({}).build, binding) }, ofKubernetes),
    ],
    mutation: () => ({
      ...platform.clean,
      cluster: platform.flux('2.9', false, { version: '2.9', defaultServiceAccount: 'flux-apply' }),
    }),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'what the account may do is of the cluster, and not of the tree' },
  },
];

// What the accounts of tenants may apply: node one-accounts.js TENANTS OBJECTS → JSON of milliseconds.

import { openCheckContext } from '../src/rules/context/open-context.js';
import { forbiddenObjectRule } from '../src/rules/flux/forbidden-object.js';
import { releaseAccountRule } from '../src/rules/flux/release-account.js';
import { wideAccountRule } from '../src/rules/flux/wide-account.js';
import { stateOfYaml } from '../src/rules/index.js';
import { stopwatch } from './stopwatch.js';

const [tenants = '500', objects = '20'] = process.argv.slice(2);
const RBAC = 'rbac.authorization.k8s.io';
const file = { path: 'bench.yaml', lineOf: () => undefined };
/** @param {string} apiVersion @param {string} kind @param {string} name @param {string | undefined} namespace @param {object} [fields] */
const object = (apiVersion, kind, name, namespace, fields = {}) => ({
  file,
  json: { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...fields },
});
const names = Array.from({ length: Number(tenants) }, (_, index) => `team-${index}`);
/** @param {string} name @param {string} role */
const bind = (name, role) => ({
  roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
  subjects: [{ kind: 'ServiceAccount', name: 'reconciler', namespace: name }],
});
const root = names.flatMap((name) => [
  object('v1', 'Namespace', name, undefined),
  object('v1', 'ServiceAccount', 'reconciler', name),
  object(`${RBAC}/v1`, 'RoleBinding', 'reconciler', name, bind(name, 'admin')),
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', name, name, {
    spec: {
      interval: '10m',
      path: `./${name}`,
      prune: true,
      serviceAccountName: 'reconciler',
      sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
    },
  }),
]);
const KINDS = [
  ['v1', 'ConfigMap', {}],
  ['v1', 'Service', {}],
  ['apps/v1', 'Deployment', {}],
  ['networking.k8s.io/v1', 'Ingress', {}],
  ['helm.toolkit.fluxcd.io/v2', 'HelmRelease', { spec: { serviceAccountName: 'reconciler' } }],
  // The API server asks for each of its rules whether the account holds it.
  [`${RBAC}/v1`, 'RoleBinding', 'view'],
  // It may not, as each tenant has one.
  ['scheduling.k8s.io/v1', 'PriorityClass', {}],
];
/** @param {string} name */
const objectsOf = (name) =>
  Array.from({ length: Number(objects) }, (_, index) => {
    const [apiVersion, kind, fields] = KINDS[index % KINDS.length];
    const namespace = kind === 'PriorityClass' ? undefined : name;
    return object(apiVersion, kind, `${name}-${index}`, namespace, fields === 'view' ? bind(name, 'view') : fields);
  });
const state = stateOfYaml({
  name: 'bench',
  root: 'cluster',
  build: (folder) => ({ objects: folder === 'cluster' ? root : objectsOf(folder), isPartial: false }),
});
const { took, time } = stopwatch();
let found = 0;
time('check', () => {
  const context = openCheckContext(state);
  for (const rule of [forbiddenObjectRule, releaseAccountRule, wideAccountRule]) {
    rule.check(context.state, () => found++, context);
  }
});
if (found !== names.length) throw new Error(`${found} findings, and not one for each tenant`);
console.log(JSON.stringify(took));

import { ApiObject } from 'cdk8s';
import { ConfigMap, FluxApp, FluxTenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseOffer } from '../../src/tenants/offer/parse-offer.js';
import { publishedOf } from '../support/offers.js';
import { makeProject, type TestProject } from '../support/project.js';
import { runCommand } from '../support/run.js';
import { addon } from '../support/synthesize.js';
import { fleetApp, teamApp } from '../support/tenant-repositories.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import { readyOf } from './kustomization-state.js';
import { redirect } from './redirect.js';
import type { Tree } from './tree.js';

const URL = 'https://git.example.org/claims';
const inClaims = (name: string) => ({ ...kustomization(name), namespace: 'claims' });
const core = (kind: string, name: string) => ({ apiVersion: 'v1', kind, name, namespace: 'claims' });
const source = {
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'GitRepository',
  name: 'claims',
  namespace: 'claims',
};
const claim = `new ApiObject(scope, 'data', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });`;
/** The team's app, without a Gateway, whose kinds this cluster doesn't have. */
const team = () =>
  teamApp({ gateway: '', more: claim })
    .replace(', HTTPRoute }', ' }')
    .replace("  requires: ['gateway.networking.k8s.io'],\n", '')
    .replace('import { gateways, ', "import { ApiObject } from 'cdk8s';\nimport { ");

/** What `flux bootstrap` makes beside the controllers, and the account as which the platform applies its own. */
const bootstrapped = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: 'flux-edit-flux-system',
      labels: { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' },
    },
    rules: ['helm', 'kustomize', 'notification', 'source'].map((name) => ({
      apiGroups: [`${name}.toolkit.fluxcd.io`],
      resources: ['*'],
      verbs: ['create', 'delete', 'deletecollection', 'patch', 'update', 'get', 'list', 'watch'],
    })),
  },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'kustomize-controller', namespace: 'flux-system' } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'cluster-reconciler-flux-system' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'kustomize-controller', namespace: 'flux-system' }],
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'cluster-vars-terraform', namespace: 'flux-system' },
    data: { TF_DOMAIN: 'example.org', TF_DAYS: '7' },
  },
];

describeLive(
  "a tenant's own repository",
  (live) => {
    let fleet: TestProject;
    let own: TestProject;
    const run = (project: TestProject, ...argv: readonly string[]) => {
      const { code, stdout, stderr } = runCommand(project.folder, ...argv);
      if (code !== 0) throw new Error(`${argv.join(' ')}: ${stdout}${stderr}`);
    };
    /** The platform's tree, and the file that it publishes for the team. */
    const ofFleet = (change: (app: string) => string = (app) => app): Tree => {
      fleet.write('src/app.ts', change(fleetApp({ gateways: '[]' })));
      run(fleet, 'synth', '--cluster', 'dev', '--no-base', '--no-typecheck');
      return fleet.files('k8s');
    };
    const ofTeam = (app = team()): Tree => {
      own.write('src/app.ts', app);
      run(own, 'synth', '--no-base', '--no-typecheck');
      return own.files('k8s');
    };
    const push = async (tree: Tree) => {
      await live().pushRepository(URL, tree);
      if ((await live().get(source)) !== undefined) await live().reconcile(source);
    };
    const applyFleet = async (tree: Tree) => {
      await live().applyTree(redirect(tree, live().redirects()));
      await live().patch(kustomization('flux-system'), { spec: { serviceAccountName: 'kustomize-controller' } });
    };
    const untilSays = (name: string, says: RegExp) =>
      live().until(`Kustomization "${name}" says ${says}`, async () => {
        const found = await live().get(inClaims(name));
        const ready = found === undefined ? undefined : readyOf(found);
        return ready !== undefined && says.test(ready.message ?? '') ? ready : undefined;
      });

    beforeAll(async () => {
      fleet = makeProject();
      own = makeProject();
      await live().apply(...bootstrapped);
    });
    afterAll(() => {
      fleet?.remove();
      own?.remove();
    });

    it('is built from the published file, and becomes Ready', async () => {
      const tree = ofFleet();
      run(fleet, 'publish');
      run(own, 'import', 'platform', `${fleet.folder}/published/claims.dev.json`);
      await push(ofTeam());
      await applyFleet(tree);
      for (const name of ['claims', 'web']) await untilSays(name, /^Applied revision: main@sha1:/);
      const settings = await live().get(core('ConfigMap', 'settings'));
      expect(settings).toMatchObject({ data: { host: 'web.example.org' } });
    });

    it.each<[code: string, what: string, object: object, path: string, says: RegExp]>([
      [
        'FX808',
        'a load balancer',
        {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'lb', namespace: 'claims' },
          spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
        },
        'service.yaml',
        /exceeded quota: tenant, requested: services\.loadbalancers=1/,
      ],
      [
        'FX800',
        'a ClusterRole',
        { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'own' }, rules: [] },
        'cluster-role.yaml',
        /User "system:serviceaccount:claims:reconciler" cannot patch resource "clusterroles"/,
      ],
      [
        'FX800',
        'a ConfigMap in another namespace',
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'stray', namespace: 'dns' } },
        'stray.yaml',
        /cannot patch resource "configmaps" in API group "" in the namespace "dns"/,
      ],
    ])('%s: synth refuses %s, and so does the cluster', async (code, _, object, path, says) => {
      const read = parseOffer(fleet.read('published/claims.dev.json'), 'claims.dev.json');
      if (!read.ok) throw new Error(read.problem.message);
      const web = addon('web', {
        namespace: 'claims',
        build: (scope) => {
          new ConfigMap(scope, 'settings', { data: {} });
          new ApiObject(scope, 'refused', object as never);
        },
      });
      const cluster = new FluxTenant(new FluxApp(), 'dev', publishedOf(read.value)).stage('apps', [web]);
      const { diagnostics } = synthCluster(cluster);
      const refused = diagnostics.filter((one) => one.code === code && one.severity === 'error');
      expect(refused).not.toEqual([]);
      const tree = ofTeam();
      const list = 'k8s/addons/dev/web/kustomization.yaml';
      await push({
        ...tree,
        [list]: `${tree[list]}  - ${path}\n`,
        [`k8s/addons/dev/web/${path}`]: JSON.stringify(object),
      });
      const said = await untilSays('web', says);
      expect(said.status).toBe('False');
      await push(tree);
      await untilSays('web', /^Applied revision/);
    });

    it('is offboarded by the platform, which keeps its claims', async () => {
      await live().until('the claim is there', () => live().get(core('PersistentVolumeClaim', 'data')));
      const offboard = (app: string) =>
        app.replace(
          "groups: 'claims-developers',",
          "groups: 'claims-developers', offboard: { reason: 'the team has moved' },",
        );
      await applyFleet(ofFleet(offboard));
      for (const name of ['claims', 'web'])
        await live().until(
          `Kustomization "${name}" is gone`,
          async () => (await live().get(inClaims(name))) === undefined,
        );
      await live().until(
        'the ConfigMap is gone',
        async () => (await live().get(core('ConfigMap', 'settings'))) === undefined,
      );
      const kept = await live().get(core('PersistentVolumeClaim', 'data'));
      expect(kept?.metadata['deletionTimestamp']).toBeUndefined();
      expect(kept).toBeDefined();
    });
  },
  { long: true },
);

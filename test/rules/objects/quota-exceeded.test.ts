import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluxApp } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { compileCluster } from '../../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../../src/compile/compile-context.js';
import { checkCluster } from '../../../src/rules/index.js';
import { addon, clusterOf, diagnosticsOf } from '../../support/synthesize.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { all, type Build, made } from '../account-programs.js';
import { quota, service } from '../policy-programs.js';

const said = (bounds: Build, objects: Build, requires: readonly string[] = ['bounds'], settings: object = {}) =>
  diagnosticsOf({
    first: [addon('bounds', { namespace: 'team', createNamespace: true, build: bounds })],
    second: [addon('web', { namespace: 'team', requires, build: objects }, settings)],
  }).filter(({ code }) => code === 'FX808');
const found = (...given: Parameters<typeof said>) =>
  said(...given).map(({ severity, message }) => `${severity} ${message}`);

const claim = (name: string, storage: string, storageClassName?: string): Build =>
  made('v1', 'PersistentVolumeClaim', name, undefined, {
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage } },
      ...(storageClassName === undefined ? {} : { storageClassName }),
    },
  });
const ports = (count: number, more: object = {}) => ({
  ports: Array.from({ length: count }, (_, at) => ({ name: `p${at}`, port: at + 1 })),
  ...more,
});
const config = (name: string): Build => made('v1', 'ConfigMap', name, undefined, { data: {} });
const folder = temporaryFolder();
/** Its resource isn't the usual plural of its kind. */
const gadgets = {
  group: 'example.org',
  scope: 'Namespaced',
  names: { kind: 'Gadget', plural: 'gadgetry' },
  versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
};
const CRD = ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'gadgetry.example.org'] as const;
const gadget = (name: string): Build => made('example.org/v1', 'Gadget', name, undefined, {});
const widget = (name: string): Build => made('example.org/v1', 'Widget', name, undefined, {});

describe('a ResourceQuota', () => {
  it('is said with what it counts', () => {
    const objects = all(service('a'), service('b'), service('c'));
    expect(said(quota({ services: 2 }), objects)).toMatchObject([
      {
        severity: 'error',
        message: 'Service/c in team exceeds ResourceQuota/bounds, which allows "2" of services',
        notes: expect.arrayContaining(['the quota also counts Service/a, Service/b']),
        at: { addon: 'web', object: 'Service/c' },
      },
    ]);
  });

  it.each([
    ['services.loadbalancers', 0, service('a', { type: 'LoadBalancer' }), service('a')],
    [
      'services.nodeports',
      1,
      service('a', ports(2, { type: 'NodePort' })),
      service('a', ports(1, { type: 'NodePort' })),
    ],
    [
      'services.nodeports',
      0,
      service('a', { type: 'LoadBalancer' }),
      service('a', { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }),
    ],
    [
      'services.nodeports',
      0,
      service('a', {
        type: 'LoadBalancer',
        allocateLoadBalancerNodePorts: false,
        ports: [{ name: 'a', port: 1, nodePort: 30000 }],
      }),
      service('a'),
    ],
    ['count/services', 0, service('a'), config('a')],
    ['configmaps', '1', all(config('a'), config('b')), config('a')],
    ['count/configmaps', '1', all(config('a'), config('b')), config('a')],
    ['persistentvolumeclaims', 1, all(claim('a', '1Gi'), claim('b', '1Gi')), claim('a', '9Gi')],
    [
      'requests.storage',
      '3Gi',
      all(claim('a', '2Gi'), claim('b', '1500Mi')),
      all(claim('a', '2Gi'), claim('b', '1Gi')),
    ],
    ['fast.storageclass.storage.k8s.io/requests.storage', '1Gi', claim('a', '2Gi', 'fast'), claim('a', '2Gi', 'slow')],
    ['fast.storageclass.storage.k8s.io/persistentvolumeclaims', 0, claim('a', '1Gi', 'fast'), claim('a', '1Gi')],
    ...[
      ['deployments.apps', 'apps/v1', 'Deployment'],
      ['statefulsets.apps', 'apps/v1', 'StatefulSet'],
      ['cronjobs.batch', 'batch/v1', 'CronJob'],
      ['ingresses.networking.k8s.io', 'networking.k8s.io/v1', 'Ingress'],
      ['networkpolicies.networking.k8s.io', 'networking.k8s.io/v1', 'NetworkPolicy'],
      ['rolebindings.rbac.authorization.k8s.io', 'rbac.authorization.k8s.io/v1', 'RoleBinding'],
      ['serviceaccounts', 'v1', 'ServiceAccount'],
      ['endpoints', 'v1', 'Endpoints'],
      ['resourcequotas', 'v1', 'ResourceQuota'],
      ['persistentvolumeclaims', 'v1', 'PersistentVolumeClaim'],
      ['helmreleases.helm.toolkit.fluxcd.io', 'helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
      ['ocirepositories.source.toolkit.fluxcd.io', 'source.toolkit.fluxcd.io/v1', 'OCIRepository'],
      ['certificates.cert-manager.io', 'cert-manager.io/v1', 'Certificate'],
      ['externalsecrets.external-secrets.io', 'external-secrets.io/v1', 'ExternalSecret'],
      ['httproutes.gateway.networking.k8s.io', 'gateway.networking.k8s.io/v1', 'HTTPRoute'],
    ].map(([resource, apiVersion, kind]): [string, number, Build, Build] => {
      // Of quotas, the one that counts is one.
      const most = kind === 'ResourceQuota' ? 2 : 1;
      const [a, b] = ['a', 'b'].map((name) => made(apiVersion!, kind!, name, undefined, {})) as [Build, Build];
      return [`count/${resource}`, most, all(a, b), all(a, config('b'))];
    }),
    ['count/widgets.example.org', 1, all(widget('a'), widget('b')), widget('a')],
  ])('counts %s', (key, most, bad, good) => {
    const isCounted = (objects: Build) => found(quota({ [key]: most }), objects).length;
    expect([isCounted(bad), isCounted(good)]).toEqual([key.includes('example.org') ? 0 : 1, 0]);
  });

  it.each([
    ['a file of the app', true],
    ['the tree', false],
  ])('counts kinds whose CRD is in %s', (_, isInFile) => {
    const [apiVersion, kind, name] = CRD;
    writeFileSync(join(folder, 'crd.json'), JSON.stringify({ apiVersion, kind, metadata: { name }, spec: gadgets }));
    const of = (...objects: readonly Build[]): readonly string[] => {
      const app = new FluxApp(isInFile ? { schemas: ['crd.json'] } : {});
      const crds = isInFile ? config('any') : made(...CRD, undefined, { spec: gadgets });
      const cluster = clusterOf(
        {
          first: [
            addon('crds', { build: crds }),
            addon('bounds', {
              namespace: 'team',
              createNamespace: true,
              build: quota({ 'count/gadgetry.example.org': 1 }),
            }),
          ],
          second: [addon('web', { namespace: 'team', requires: ['bounds', 'crds'], build: all(...objects) })],
        },
        { app },
      );
      return checkCluster(compileCluster(app, cluster, openCompileContext(app, folder))).flatMap(({ code, message }) =>
        code === 'FX808' ? message : [],
      );
    };
    expect(of(gadget('a'))).toEqual([]);
    expect(of(gadget('a'), gadget('b'))).toEqual([
      'Gadget/b in team exceeds ResourceQuota/bounds, which allows "1" of count/gadgetry.example.org',
    ]);
  });

  it('is a warning where the objects may be there before', () => {
    const lb = service('a', { type: 'LoadBalancer' });
    const together = addon('web', { build: all(quota({ 'services.loadbalancers': 0 }), lb) });
    const lines = diagnosticsOf({ all: [together] }).filter(({ code }) => code === 'FX808');
    expect(lines.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      'warning Service/a in default exceeds ResourceQuota/bounds, which allows "0" of services.loadbalancers',
    ]);
  });

  it.each([
    ['of another namespace', quota({ services: 0 }), service('a', {}, { namespace: 'kube-system' })],
    ['with scopes', quota({ services: 0 }, { scopes: ['Terminating'] }), service('a')],
    ['that is no quantity', quota({ services: 'none' }), service('a')],
    ['whose type only the cluster knows', quota({ 'services.loadbalancers': 0 }), service('a', { type: '${TYPE}' })],
  ])('is silent %s', (_, bounds, objects) => {
    const settings = { kustomization: { postBuild: { substitute: { TYPE: 'LoadBalancer' } } } };
    expect(found(bounds, objects, undefined, settings)).toEqual([]);
  });

  it('counts what Flux moves into its namespace', () => {
    const far = service('a', {}, { namespace: 'kube-system' });
    const settings = { kustomization: { targetNamespace: 'team' } };
    expect(found(quota({ services: 0 }), far, undefined, settings)).toHaveLength(1);
  });
});

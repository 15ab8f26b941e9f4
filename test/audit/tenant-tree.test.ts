import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FluxApp, FluxCluster, type TenantOptions, tenant } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTenantTree } from '../../src/audit/tenant-tree.js';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { noLoadBalancers } from '../rules/policy-programs.js';
import { lockedDown, source } from '../rules/tenant-programs.js';
import { schemas } from '../support/schemas.js';
import { addon } from '../support/synthesize.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

const compiledWith = (
  options: Partial<TenantOptions> = {},
  policies = addon('policies', { build: noLoadBalancers }),
) => {
  const app = new FluxApp();
  const cluster = new FluxCluster(app, 'dev', { flux: lockedDown })
    .stage('policies', [policies])
    .stage('tenants', [tenant({ name: 'claims', source, path: './deploy', ...options })]);
  return compileCluster(app, cluster, openCompileContext(app));
};

const foundIn = (files: Readonly<Record<string, string>>, ...given: Parameters<typeof compiledWith>) => {
  write(files);
  return checkTenantTree(compiledWith(...given), { tenant: 'claims', name: '../claims', folder }, schemas)
    .filter(({ severity }) => severity !== 'notice')
    .map(({ code, severity, message, at }) => `${at.file} ${severity} ${code} ${message}`);
};

const object = (apiVersion: string, kind: string, name: string, fields: object = {}, metadata: object = {}): string =>
  `${JSON.stringify({ apiVersion, kind, metadata: { name, ...metadata }, ...fields }, null, 2)}\n`;
const service = (spec: object = {}, metadata: object = {}) =>
  object('v1', 'Service', 'web', { spec: { ports: [{ port: 80 }], selector: { app: 'web' }, ...spec } }, metadata);
const config = (name: string) => object('v1', 'ConfigMap', name, { data: { a: 'b' } });
const nested = (spec: object) =>
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'inner', {
    spec: {
      interval: '10m',
      retryInterval: '1m',
      prune: true,
      path: './inner',
      sourceRef: { kind: 'GitRepository', name: 'claims' },
      ...spec,
    },
  });

describe("the tree of a tenant's own repository", () => {
  it('is checked like that of the platform, at its lines', () => {
    expect(
      foundIn({ 'deploy/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n  port: 80\n' }),
    ).toEqual([
      '../claims/deploy/web.yaml:6 error FX315 the API server refuses ConfigMap/web: "data.port" takes a string, not a number, and has 80',
    ]);
  });

  it('has the rights of its account, in its namespace', () => {
    const role = object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'evil', { rules: [] });
    expect(foundIn({ 'deploy/role.yaml': role, 'deploy/web.yaml': config('web') })).toEqual([
      '../claims/deploy/role.yaml:1 error FX800 ClusterRole/evil would be applied as ServiceAccount claims/reconciler, which may not patch clusterroles.rbac.authorization.k8s.io',
    ]);
    // With one namespace, Flux moves it there; with several, the account may not write elsewhere.
    const elsewhere = {
      'deploy/role.yaml': object('v1', 'ConfigMap', 'far', { data: {} }, { namespace: 'kube-system' }),
    };
    rmSync(join(folder, 'deploy'), { recursive: true });
    expect(foundIn(elsewhere)).toEqual([]);
    expect(foundIn(elsewhere, { namespaces: ['claims', 'more'] })).toEqual([
      '../claims/deploy/role.yaml:1 error FX800 ConfigMap/far in kube-system would be applied as ServiceAccount claims/reconciler, which may not patch configmaps',
    ]);
  });

  it('meets the quota of its namespace and the policies of the platform', () => {
    expect(foundIn({ 'deploy/web.yaml': service({ type: 'LoadBalancer' }) })).toEqual([
      '../claims/deploy/web.yaml:1 error FX807 ValidatingAdmissionPolicy "no-lb" denies Service/web in claims: tenants may not make load balancers',
      '../claims/deploy/web.yaml:1 error FX808 Service/web in claims exceeds ResourceQuota/tenant, which allows "0" of services.loadbalancers',
      '../claims/deploy/web.yaml:1 error FX808 Service/web in claims exceeds ResourceQuota/tenant, which allows "0" of services.nodeports',
    ]);
    expect(foundIn({ 'deploy/web.yaml': service() })).toEqual([]);
  });

  it('is followed into Kustomizations of its own, which have the account that is the default', () => {
    const tree = (spec: object) => ({ 'deploy/inner.yaml': nested(spec), 'inner/web.yaml': config('web') });
    expect(foundIn(tree({ serviceAccountName: 'reconciler', targetNamespace: 'claims' }))).toEqual([]);
    expect(foundIn(tree({ serviceAccountName: 'ghost', targetNamespace: 'claims' })).join('\n')).toContain('ghost');
    expect(foundIn(tree({ serviceAccountName: 'reconciler', targetNamespace: 'kube-system' }))).toEqual([
      '../claims/inner/web.yaml:1 error FX800 ConfigMap/web in kube-system would be applied as ServiceAccount claims/reconciler, which may not patch configmaps',
    ]);
  });

  it('holds no worker of kustomize-controller with a Kustomization that waits', () => {
    const inner = (spec: object) => ({
      'deploy/inner.yaml': nested({ serviceAccountName: 'reconciler', targetNamespace: 'claims', ...spec }),
      'inner/web.yaml': config('web'),
    });
    const noticesOf = (files: Readonly<Record<string, string>>, options: Partial<TenantOptions> = {}) => {
      write(files);
      return checkTenantTree(compiledWith(options), { tenant: 'claims', name: '../claims', folder }, schemas)
        .filter(({ code }) => code === 'FX898')
        .map(({ severity, message, at }) => `${at.file} ${severity} ${message}`);
    };
    expect(noticesOf(inner({ wait: true, timeout: '15m' }))).toEqual([
      "../claims/deploy/inner.yaml:18 notice Kustomization/inner of a team waits for what it applies, and holds a worker of kustomize-controller for up to 15m while that isn't ready",
    ]);
    expect(noticesOf(inner({}))).toEqual([]);
    // The platform's own one has a notice of its own, in the platform's code.
    expect(noticesOf(inner({}), { kustomization: { wait: true } })).toEqual([]);
  });

  it('may name what the platform makes, and nothing that no one makes', () => {
    const reads = (name: string) =>
      object('v1', 'Pod', 'web', {
        spec: { containers: [{ name: 'web', image: 'web:1', envFrom: [{ configMapRef: { name } }] }] },
      });
    const lost = foundIn({ 'deploy/web.yaml': reads('settings'), 'deploy/settings.yaml': config('settigns') });
    expect(lost.join('\n')).toMatch(/FX\d+ .*settings/);
    expect(foundIn({ 'deploy/web.yaml': reads('settings'), 'deploy/settings.yaml': config('settings') })).toEqual([]);
  });

  it('is built by its kustomization file', () => {
    const files = {
      'deploy/kustomization.yaml': 'resources: [web.yaml]\nnamePrefix: my-\n',
      'deploy/web.yaml': service({ type: 'NodePort' }),
      'deploy/unused.yaml': object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'evil', { rules: [] }),
    };
    expect(foundIn(files)).toEqual([
      '../claims/deploy/web.yaml:1 error FX808 Service/my-web in claims exceeds ResourceQuota/tenant, which allows "0" of services.nodeports',
    ]);
  });

  it('says nothing of the platform', () => {
    const wrong = addon('wrong', { build: noLoadBalancers, requires: ['nothing'] });
    expect(foundIn({ 'deploy/web.yaml': config('web') }, {}, wrong)).toEqual([]);
  });

  it.each([
    [
      'that lacks the folder',
      { path: './deply' },
      'Flux reads "./deply" for tenant "claims", and "../claims" has no such folder',
    ],
    [
      'of a tenant that goes',
      { offboard: { reason: 'it goes' } },
      'tenant "claims" has no source, so Flux applies nothing of "../claims"',
    ],
  ])('is a checkout %s', (_, options, message) => {
    expect(foundIn({ 'deploy/web.yaml': config('web') }, options as Partial<TenantOptions>)).toEqual([
      `undefined error FX819 ${message}`,
    ]);
  });

  it('is the whole repository by default, also an empty one', () => {
    expect(foundIn({ 'web.yaml': service({ type: 'LoadBalancer' }) }, { path: './' })).toHaveLength(3);
    rmSync(join(folder, 'web.yaml'));
    expect(foundIn({}, { path: './' })).toEqual([]);
  });
});

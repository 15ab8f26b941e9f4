import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { comparisonJson, printComparison } from '../../src/changes/comparison/print-comparison.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import type { KustomizationSettings } from '../../src/constructs/kustomization-settings.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { changed, manifest } from '../schema/update/update-case.js';
import { Repository } from './repository.js';
import { type Synthesized, synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

interface Sample {
  readonly declares?: string;
  readonly kustomization?: KustomizationSettings;
  readonly others?: readonly JsonObject[];
}

const appOf = (object: JsonObject, { declares, kustomization, others = [] }: Sample = {}): FluxApp => {
  const app = new FluxApp();
  const cluster = new FluxCluster(app, 'dev');
  const addon = defineAddon({
    name: 'apps',
    build: (scope) => [object, ...others].forEach((one, at) => void new ApiObject(scope, `o${at}`, one as never)),
  });
  cluster.stage('all', [addon(kustomization === undefined ? {} : { kustomization })] as never);
  if (declares !== undefined)
    cluster.replaced({ kind: declares, name: 'db', namespace: 'default' }, { reason: 'it is empty' });
  return app;
};
const change = async (from: JsonObject, to: JsonObject, sample: Sample = {}): Promise<Synthesized> => {
  const { declares: _, ...base } = sample;
  expect((await synth(repository, appOf(from, base))).written).toBe(true);
  repository.publish('the tree');
  return synth(repository, appOf(to, sample));
};
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const planOf = ({ clusters }: Synthesized) => printComparison(clusters, new Map()).split('\n').slice(0, -1);

const claims = (...names: string[]) => ({
  volumeClaimTemplates: names.map((name) => ({
    metadata: { name },
    spec: { resources: { requests: { storage: '1Gi' } } },
  })),
});
const set = (spec: JsonObject, whenScaled: string | null = 'Delete'): JsonObject =>
  manifest('apps/v1', 'StatefulSet', {
    metadata: { name: 'db', namespace: 'default' },
    spec: {
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'db:1' }] } },
      ...(whenScaled === null ? {} : { persistentVolumeClaimRetentionPolicy: { whenScaled } }),
      ...claims('data'),
      ...spec,
    },
  });
const three = set({ replicas: 3 });
const one = set({ replicas: 1 });

describe('a StatefulSet that deletes the claims of removed pods', () => {
  it('is refused if it gets fewer replicas', async () => {
    const result = await change(three, one);
    expect(textOf(result)).toMatchInlineSnapshot(`
      "error FX517 change-not-declared: StatefulSet/db in default destroys its claims data-db-1, data-db-2 with their data: spec.replicas 3 → 1
        at   dev/StatefulSet/db in default
        note persistentVolumeClaimRetentionPolicy.whenScaled: Delete deletes the claims of each removed pod
        fix  to keep them, set persistentVolumeClaimRetentionPolicy.whenScaled: Retain; if that is intended, declare it in the cluster's code: .replaced({ kind: 'StatefulSet', name: 'db', namespace: 'default' }, { reason: '…' })
      "
    `);
    expect(result.written).toBe(false);
    expect(result.codes).toEqual(['FX517']);
    expect(planOf(result).map((line) => line.replace(/since.*/, ''))).toMatchInlineSnapshot(`
      [
        "dev: 1 to change (",
        "  ~ StatefulSet/db in default destroys its claims data-db-1, data-db-2 with their data: spec.replicas 3 → 1 (apps)",
      ]
    `);
    expect(comparisonJson(result.clusters, new Map())).toMatchObject([
      { change: [{ name: 'db', destroys: 'its claims data-db-1, data-db-2 with their data' }], replace: [] },
    ]);
  });

  it('is written once the code declares it', async () => {
    const result = await change(three, one, { declares: 'StatefulSet' });
    expect(result).toMatchObject({ written: true, codes: [] });
    expect(planOf(result)[1]).toContain('destroys its claims data-db-1, data-db-2 with their data');
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['the default, set by null', three, set({ replicas: null } as never), 'claims data-db-1, data-db-2 with their'],
    ['the default, where nothing is set', three, set({}), 'claims data-db-1, data-db-2 with their'],
    ['none', set({}), set({ replicas: 0 }), 'claim data-db-0 with its'],
    ['a policy that the same change adds', set({ replicas: 3 }, null), one, 'claims data-db-1, data-db-2 with their'],
    [
      'other ordinals',
      set({ replicas: 3, ordinals: { start: 0 } }),
      set({ replicas: 2, ordinals: { start: 1 } }),
      'claim data-db-0 with its',
    ],
    [
      'many of them',
      set({ replicas: 90 }),
      one,
      'claims data-db-1, data-db-2, data-db-3, data-db-4, data-db-5, data-db-6 and 83 more with their',
    ],
    [
      'several claims for each pod',
      set({ replicas: 2, ...claims('data', 'wal') }),
      set({ replicas: 1, ...claims('data', 'wal') }),
      'claims data-db-1, wal-db-1 with their',
    ],
  ])('is refused for %s', async (_, from, to, names) => {
    const result = await change(from, to);
    expect(result.codes).toEqual(['FX517']);
    expect(textOf(result)).toContain(`destroys its ${names} data`);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['more replicas', one, three],
    ['as many by default', one, set({})],
    ['a policy that becomes Retain', three, set({ replicas: 1 }, 'Retain')],
    ['a policy that is no longer set', three, set({ replicas: 1 }, null)],
    ['claims of no template', set({ replicas: 3, ...claims() }), set({ replicas: 1, ...claims() })],
    ['other pods', three, changed(three, { spec: { minReadySeconds: 5 } })],
    ['the same var', set({ replicas: '${TF_N}' }), set({ replicas: '${TF_N}', minReadySeconds: 5 })],
  ])('is written with %s', async (_, from, to) => {
    expect(await change(from, to)).toMatchObject({ written: true, codes: [] });
  });

  const vars = { kustomization: { postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] } } } as never;
  it('is a warning if a var sets the number of replicas', async () => {
    const result = await change(three, set({ replicas: '${TF_N}' }), vars);
    expect(result).toMatchObject({ written: true, codes: ['FX516'] });
    expect(textOf(result)).toContain('may destroy claims with their data: spec.replicas 3 → ${TF_N}');
  });

  it('is a warning if an autoscaler may own the replicas', async () => {
    const scaler = manifest('autoscaling/v2', 'HorizontalPodAutoscaler', {
      metadata: { name: 'db', namespace: 'default' },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' }, maxReplicas: 3 },
    });
    expect((await change(three, set({}), { others: [scaler] })).codes).toEqual(['FX516']);
  });
});

const terraform = (spec: JsonObject): JsonObject =>
  manifest('infra.contrib.fluxcd.io/v1alpha2', 'Terraform', {
    metadata: { name: 'db', namespace: 'default' },
    spec: { interval: '1h', path: './db', sourceRef: { kind: 'GitRepository', name: 'infra' }, ...spec },
  });
const auto = terraform({ approvePlan: 'auto' });

describe('a Terraform object that is about to destroy its infrastructure', () => {
  it('is refused', async () => {
    const result = await change(auto, terraform({ approvePlan: 'auto', destroy: true }));
    expect(textOf(result)).toMatchInlineSnapshot(`
      "error FX517 change-not-declared: Terraform/db in default destroys all that its Terraform state holds: spec.destroy not set → true
        at   dev/Terraform/db in default
        note spec.destroy makes a plan that destroys all of it, which is applied without asking
        fix  to keep it, take spec.destroy out; if that is intended, declare it in the cluster's code: .replaced({ kind: 'Terraform', name: 'db', namespace: 'default' }, { reason: '…' })
      "
    `);
    expect(result.written).toBe(false);
    expect(planOf(result)[1]).toContain('destroys all that its Terraform state holds');
  });

  it('is written once the code declares it', async () => {
    const to = terraform({ approvePlan: 'auto', destroy: true });
    expect(await change(auto, to, { declares: 'Terraform' })).toMatchObject({ written: true, codes: [] });
  });

  it('is refused if only the approval is added', async () => {
    const from = terraform({ destroy: true, planOnly: true, approvePlan: 'auto' });
    expect((await change(from, terraform({ destroy: true, approvePlan: 'auto' }))).codes).toEqual(['FX517']);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a person must approve the plan', terraform({}), terraform({ destroy: true })],
    ['a var decides', auto, terraform({ approvePlan: 'auto', destroy: '${TF_GONE}' })],
  ])('is a warning where %s', async (_, from, to) => {
    expect(await change(from, to)).toMatchObject({ written: true, codes: ['FX516'] });
  });

  it('is a notice if only its deletion would destroy the infrastructure', async () => {
    const result = await change(auto, terraform({ approvePlan: 'auto', destroyResourcesOnDeletion: true }));
    expect(result).toMatchObject({ written: true, codes: ['FX559'] });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['it only plans', auto, terraform({ approvePlan: 'auto', destroy: true, planOnly: true })],
    ['it stops destroying', terraform({ approvePlan: 'auto', destroy: true }), auto],
    [
      'it already destroys',
      terraform({ approvePlan: 'auto', destroy: true }),
      terraform({ approvePlan: 'auto', destroy: true, interval: '2h' }),
    ],
  ])('is written where %s', async (_, from, to) => {
    expect(await change(from, to)).toMatchObject({ written: true, codes: [] });
  });
});

describe("the address of a cluster's entrance", () => {
  const service = (type: string | undefined) =>
    manifest('v1', 'Service', {
      metadata: { name: 'db', namespace: 'default' },
      spec: { ...(type === undefined ? {} : { type }), selector: { app: 'db' }, ports: [{ port: 80 }] },
    });
  const http = { name: 'http', port: 80, protocol: 'HTTP' };
  const admin = { name: 'admin', port: 8080, protocol: 'HTTP' };
  const gateway = (listeners: readonly object[] = [http, admin], gatewayClassName = 'istio', more: object = {}) =>
    manifest('gateway.networking.k8s.io/v1', 'Gateway', {
      metadata: { name: 'db', namespace: 'default' },
      spec: { gatewayClassName, listeners, ...more },
    });
  const route = (parent: object = {}) =>
    manifest('gateway.networking.k8s.io/v1', 'HTTPRoute', {
      metadata: { name: 'route', namespace: 'default' },
      spec: { parentRefs: [{ name: 'db', ...parent }] },
    });

  it('is lost with the type of a Service', async () => {
    expect((await change(service('NodePort'), service('LoadBalancer'))).codes).toEqual([]);
    const gone = await change(service('LoadBalancer'), service(undefined));
    expect(gone).toMatchObject({ codes: ['FX517'], written: false });
    expect(textOf(gone)).toContain(
      'Service/db in default destroys its load balancer and its addresses: spec.type "LoadBalancer" → "ClusterIP"',
    );
    const { codes } = await synth(repository, appOf(service('ExternalName'), { declares: 'Service' }));
    expect(codes).toEqual([]);
  });

  it('is lost with the class of a Gateway that has routes', async () => {
    const gone = await change(gateway(), gateway(undefined, 'envoy'), { others: [route()] });
    expect(gone.codes).toEqual(['FX517']);
    expect(textOf(gone)).toContain('spec.gatewayClassName "istio" → "envoy"');
    expect(textOf(gone)).toContain('HTTPRoute/route in default');
    // Without routes nothing is reached through it, and with an address of its own it may stay.
    expect((await change(gateway(), gateway(undefined, 'envoy'))).codes).toEqual([]);
    const addresses = { addresses: [{ value: '192.0.2.1' }] };
    const kept = await change(gateway(undefined, 'istio', addresses), gateway(undefined, 'envoy', addresses), {
      others: [route()],
    });
    expect(kept).toMatchObject({ codes: ['FX516'], written: true });
  });

  it('is lost with a listener that a remaining route uses', async () => {
    const gone = await change(gateway(), gateway([http]), { others: [route()] });
    expect(gone.codes).toEqual(['FX517']);
    expect(textOf(gone)).toContain(
      'destroys what reaches the cluster through "admin" (port 8080): HTTPRoute/route in default: no listener "admin" (port 8080)',
    );
    // The route is only on the other one.
    expect((await change(gateway(), gateway([http]), { others: [route({ sectionName: 'http' })] })).codes).toEqual([]);
    const renamed = [http, { ...admin, name: 'operators' }];
    expect((await change(gateway(), gateway(renamed), { others: [route()] })).codes).toEqual([]);
    const narrower = [http, { ...admin, hostname: 'a.example.org' }];
    expect((await change(gateway(), gateway(narrower), { others: [route()] })).codes).toEqual(['FX516']);
  });
});

import { describe, expect, it } from 'vitest';
import { type ClusterState, makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { compareOwners } from '../../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { replacementNotDeclaredRule } from '../../../src/changes/rules/replacement/replacement-not-declared.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { askRule } from '../ask-rule.js';

const owner = (spec: JsonObject = {}): StateEntry => ({
  json: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'a', namespace: 'flux-system' },
    spec: { prune: true, ...spec },
  },
  owner: ROOT,
  path: 'clusters/dev/a.yaml',
});
const state = (objects: readonly JsonObject[], spec?: JsonObject): ClusterState =>
  makeState(
    [owner(spec), ...objects.map((json) => ({ json, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' }))],
    () => true,
  );
const object = (apiVersion: string, kind: string, rest: JsonObject, name = 'web'): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'apps' },
  ...rest,
});
const release = (values: JsonObject | undefined, spec: JsonObject = {}, chart = 'app', version = '1.2.3'): JsonObject =>
  object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
    spec: {
      chart: { spec: { chart, version, sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
      ...(values === undefined ? {} : { values }),
      ...spec,
    },
  });
const valuesFrom = (name: string, kind = 'ConfigMap') => ({ valuesFrom: [{ kind, name }] });
const configMap = (yaml: string, name = 'web-values'): JsonObject =>
  object('v1', 'ConfigMap', { data: { 'values.yaml': yaml } }, name);

/** The warnings about a change, without the names around them. */
const told = (from: readonly JsonObject[], to: readonly JsonObject[], spec?: JsonObject): readonly string[] => {
  const changes = compareOwners(state(from, spec), state(to, spec));
  const undeclared = askRule(replacementNotDeclaredRule, { changes });
  for (const one of undeclared) expect(one).toMatchObject({ code: 'FX516', severity: 'warning' });
  expect(printChanges(changes).filter((line) => line.includes(' may '))).toHaveLength(undeclared.length);
  return undeclared.map(({ message }) => message.replace(/^\S+ in apps may /, ''));
};
const values = (from: JsonObject | undefined, to: JsonObject | undefined, chart?: string) =>
  told([release(from, {}, chart)], [release(to, {}, chart)]);

const claim = 'destroy a claim of the chart with its data: ';
const names = 'destroy the objects under their old names: ';
const crds = 'destroy the CRDs of the chart with all their objects in the cluster: ';
const dependency = 'destroy a dependency of the chart with its data: ';
const balancer = 'destroy the load balancer of a Service with its addresses: ';
const older = 'destroy data that only the newer version reads: ';
const on = { persistence: { enabled: true, size: '8Gi' } };
const existing = { persistence: { enabled: true, existingClaim: 'old' } };
const config = { config: { type: 'persistentVolumeClaim', size: '1Gi', accessMode: 'ReadWriteOnce' } };

describe('harmful values of a release', () => {
  it.each<readonly [what: string, from: JsonObject | undefined, to: JsonObject | undefined, message: string]>([
    [
      'persistence off',
      on,
      { persistence: { enabled: false } },
      `${claim}spec.values.persistence.enabled true → false`,
    ],
    ['persistence null', on, { persistence: null }, `${claim}spec.values.persistence.enabled true → not set`],
    ['persistence removed', { ...on, a: 1 }, { a: 1 }, `${claim}spec.values.persistence.enabled true → not set`],
    ['all values removed', on, undefined, `${claim}spec.values.persistence.enabled true → not set`],
    [
      'persistence off that the chart has by default',
      { persistence: { size: '8Gi' } },
      { persistence: { size: '8Gi', enabled: false } },
      `${claim}spec.values.persistence.enabled not set → false`,
    ],
    [
      'a removed claim of bjw-s',
      { persistence: config },
      { persistence: {} },
      `${claim}spec.values.persistence.config.type "persistentVolumeClaim" → not set`,
    ],
    [
      'a claim that becomes an emptyDir',
      { persistence: config },
      { persistence: { config: { type: 'emptyDir' } } },
      `${claim}spec.values.persistence.config.type "persistentVolumeClaim" → "emptyDir"`,
    ],
    [
      'existingClaim removed',
      existing,
      { persistence: { enabled: true } },
      'start without its data: spec.values.persistence.existingClaim "old" → not set',
    ],
    [
      'a volume that grows',
      { redis: { master: on } },
      { redis: { master: { persistence: { enabled: true, size: '16Gi' } } } },
      'fail to upgrade: spec.values.redis.master.persistence.size "8Gi" → "16Gi"',
    ],
    [
      'a volume that shrinks',
      on,
      { persistence: { enabled: true, size: '4Gi' } },
      'fail to upgrade: spec.values.persistence.size "8Gi" → "4Gi"',
    ],
    [
      'an entry of persistence',
      { persistence: { data: { size: '1Gi', accessMode: 'ReadWriteOnce' }, other: {} } },
      { persistence: { other: {} } },
      `${claim}spec.values.persistence.data {"size":"1Gi","accessMode":"ReadWriteOnce"} → not set`,
    ],
    [
      'an entry that is turned off',
      { persistence: { enabled: true, nextcloudData: { enabled: true } } },
      { persistence: { enabled: true, nextcloudData: { enabled: false } } },
      `${claim}spec.values.persistence.nextcloudData.enabled true → false`,
    ],
    [
      'a part of the chart with a claim',
      { grafana: { enabled: true, ...on } },
      { grafana: { enabled: false, ...on } },
      `${claim}spec.values.grafana.enabled true → false`,
    ],
    [
      'a part of the chart with a load balancer',
      { proxy: { enabled: true, service: { type: 'LoadBalancer' } } },
      { proxy: { enabled: false, service: { type: 'LoadBalancer' } } },
      `${balancer}spec.values.proxy.enabled true → false`,
    ],
    [
      'the address of a Service',
      { controller: { service: { loadBalancerIP: '192.0.2.1' } } },
      { controller: { service: { loadBalancerIP: '192.0.2.2' } } },
      'destroy the address of a Service: spec.values.controller.service.loadBalancerIP "192.0.2.1" → "192.0.2.2"',
    ],
    [
      'the annotation with an address',
      { service: { annotations: { 'metallb.io/loadBalancerIPs': '192.0.2.1' } } },
      { service: { annotations: {} } },
      'destroy the address of a Service: spec.values.service.annotations["metallb.io/loadBalancerIPs"] "192.0.2.1" → not set',
    ],
    [
      'a claim among extraObjects',
      { extraObjects: [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' } }] },
      { extraObjects: [] },
      'destroy PersistentVolumeClaim/data in apps and its volume and the data on it: no PersistentVolumeClaim/data in apps in spec.values.extraObjects',
    ],
    [
      'another class',
      { persistence: { ...on.persistence, storageClass: 'gp2' } },
      { persistence: { ...on.persistence, storageClass: 'gp3' } },
      'fail to upgrade: spec.values.persistence.storageClass "gp2" → "gp3"',
    ],
    [
      'a new name',
      { a: 1 },
      { a: 1, fullnameOverride: 'site' },
      `${names}spec.values.fullnameOverride not set → "site"`,
    ],
    ['another name', { nameOverride: 'a' }, { nameOverride: 'b' }, `${names}spec.values.nameOverride "a" → "b"`],
    [
      'a removed name of a dependency',
      { redis: { enabled: true, fullnameOverride: 'cache' } },
      { redis: { enabled: true } },
      `${names}spec.values.redis.fullnameOverride "cache" → not set`,
    ],
    ['installCRDs', { installCRDs: true }, { installCRDs: false }, `${crds}spec.values.installCRDs true → false`],
    [
      'a CRD switch in other letters',
      { installCRDS: true },
      { installCRDS: false },
      `${crds}spec.values.installCRDS true → false`,
    ],
    ['crds.enabled', { crds: { enabled: true } }, { crds: {} }, `${crds}spec.values.crds.enabled true → not set`],
    [
      'crds.install, with keep only from now on',
      { crds: { install: true } },
      { crds: { install: false, keep: true } },
      `${crds}spec.values.crds.install true → false`,
    ],
    [
      'a dependency',
      { postgresql: { enabled: true, auth: { database: 'a' } } },
      { postgresql: { enabled: false, auth: { database: 'a' } } },
      `${dependency}spec.values.postgresql.enabled true → false`,
    ],
    [
      'a dependency that the chart has by default',
      { 'redis-cluster': { usePassword: false } },
      { 'redis-cluster': { usePassword: false, enabled: false } },
      `${dependency}spec.values.redis-cluster.enabled not set → false`,
    ],
    [
      'fewer replicas of a database',
      { mongodb: { architecture: 'replicaset' } },
      { mongodb: { architecture: 'standalone' } },
      'destroy the replicas of a database, or its data: spec.values.mongodb.architecture "replicaset" → "standalone"',
    ],
    [
      'a Service of another type',
      { controller: { service: { type: 'LoadBalancer' } } },
      { controller: { service: { type: 'ClusterIP' } } },
      `${balancer}spec.values.controller.service.type "LoadBalancer" → "ClusterIP"`,
    ],
    [
      'a removed type',
      { service: { type: 'LoadBalancer' } },
      {},
      `${balancer}spec.values.service.type "LoadBalancer" → not set`,
    ],
    [
      'no Service',
      { service: { type: 'LoadBalancer' } },
      { service: { type: 'LoadBalancer', enabled: false } },
      `${balancer}spec.values.service.enabled not set → false`,
    ],
    [
      'an older database',
      { postgresql: { image: { repository: 'bitnami/postgresql', tag: '16.4.0' } } },
      { postgresql: { image: { repository: 'bitnami/postgresql', tag: '15.8.0' } } },
      `${older}spec.values.postgresql.image.tag "16.4.0" → "15.8.0"`,
    ],
    [
      'an older database in one text',
      { db: { image: 'ghcr.io/example/postgres:16-alpine' } },
      { db: { image: 'ghcr.io/example/postgres:9.6' } },
      `${older}spec.values.db.image "ghcr.io/example/postgres:16-alpine" → "ghcr.io/example/postgres:9.6"`,
    ],
    [
      'Prometheus without volume',
      { prometheus: { prometheusSpec: { storageSpec: { volumeClaimTemplate: { spec: {} } } } } },
      { prometheus: { prometheusSpec: {} } },
      'start without its data: spec.values.prometheus.prometheusSpec.storageSpec.volumeClaimTemplate {"spec":{}} → not set',
    ],
    [
      'Alertmanager on an emptyDir',
      { alertmanager: { alertmanagerSpec: { storage: { volumeClaimTemplate: { spec: {} } } } } },
      { alertmanager: { alertmanagerSpec: { storage: { emptyDir: {} } } } },
      'start without its data: spec.values.alertmanager.alertmanagerSpec.storage.volumeClaimTemplate {"spec":{}} → not set',
    ],
    [
      'a shorter retention',
      { prometheus: { prometheusSpec: { retention: '4w' } } },
      { prometheus: { prometheusSpec: { retention: '15d' } } },
      'destroy data that are older than the new retention: spec.values.prometheus.prometheusSpec.retention "4w" → "15d"',
    ],
  ])('are reported: %s', (_, from, to, message) => {
    expect(values(from, to)).toEqual([message]);
  });

  it.each<readonly [what: string, from: JsonObject | undefined, to: JsonObject, ...chart: string[]]>([
    ['scaling', { replicaCount: 1, ...on }, { replicaCount: 3, ...on }],
    ['added persistence', undefined, on],
    ['growth of an existingClaim', existing, { persistence: { ...existing.persistence, size: '20Gi' } }],
    ['another existingClaim', existing, { persistence: { enabled: true, existingClaim: 'new' } }],
    ['a claim that bjw-s keeps', { persistence: { config: { ...config.config, retain: true } } }, { persistence: {} }],
    ['another key of a claim', on, { persistence: { ...on.persistence, annotations: { a: 'b' } } }],
    ['an explicit default', { a: 1 }, { a: 1, persistence: { enabled: false } }],
    ['values from vars', on, { persistence: { enabled: '${ON}', size: '${SIZE}' } }],
    ['a name that the chart has anyway', {}, { fullnameOverride: 'web-app' }],
    ['a name of its own chart, which is in that of the release', {}, { fullnameOverride: 'web' }, 'web'],
    [
      'a new dependency',
      { a: 1 },
      { a: 1, redis: { enabled: true, fullnameOverride: 'cache', architecture: 'standalone' } },
    ],
    ['CRDs that stay', { crds: { enabled: true, keep: true } }, { crds: { enabled: false, keep: true } }],
    [
      'CRDs that an annotation keeps',
      { crds: { install: true, annotations: { 'helm.sh/resource-policy': 'keep' } } },
      {},
    ],
    ["CRDs in Helm's own folder", { crds: { enabled: true } }, { crds: { enabled: false } }, 'kube-prometheus-stack'],
    ['CRDs by another switch', { installCRDs: true }, { crds: { enabled: true } }],
    ['CRDs by one of two switches', { installCRDs: true, crds: { enabled: true } }, { crds: { enabled: true } }],
    ['added CRDs', { installCRDs: false }, { installCRDs: true }],
    ['another switch', { metrics: { enabled: true, a: 1 } }, { metrics: { enabled: false, a: 1 } }],
    ['a dependency on', { postgresql: { enabled: false } }, { postgresql: { enabled: true } }],
    ['more replicas', { architecture: 'standalone' }, { architecture: 'replication' }, 'redis'],
    ['an architecture of something else', { architecture: 'replication' }, { architecture: 'standalone' }],
    ['a Service of another type', { service: { type: 'ClusterIP' } }, { service: { type: 'NodePort' } }],
    [
      'a removed Service',
      { service: { type: 'ClusterIP', enabled: true } },
      { service: { type: 'ClusterIP', enabled: false } },
    ],
    ['a ServiceMonitor', { serviceMonitor: { enabled: true } }, { serviceMonitor: { enabled: false } }],
    ['an older app', { image: { tag: '2.0' } }, { image: { tag: '1.9' } }],
    ['a newer database', { image: { tag: '15.1' } }, { image: { tag: '16.0' } }, 'postgresql'],
    ['an older patch of a database', { image: { tag: '16.4' } }, { image: { tag: '16.3' } }, 'postgresql'],
    ['a commit for a tag', { image: { tag: '7000000abc' } }, { image: { tag: '6000000abc' } }, 'redis'],
    [
      'a longer retention',
      { prometheus: { prometheusSpec: { retention: '15d' } } },
      { prometheus: { prometheusSpec: { retention: '30d' } } },
    ],
    [
      'a larger volume of Prometheus, which the operator handles',
      { prometheusSpec: { storageSpec: { volumeClaimTemplate: { spec: { a: 1 } } } } },
      { prometheusSpec: { storageSpec: { volumeClaimTemplate: { spec: { a: 2 } } } } },
    ],
    [
      'removed persistence entries without a claim',
      { persistence: { config: { hostPath: '/a', enabled: true }, inMemory: { enabled: true }, labels: { a: 'b' } } },
      { persistence: { config: { hostPath: '/a', enabled: false }, inMemory: { enabled: false } } },
    ],
    [
      'a removed part of the chart without data',
      { web: { enabled: true, persistence: { enabled: false }, service: { type: 'ClusterIP' } } },
      { web: { enabled: false, persistence: { enabled: false }, service: { type: 'ClusterIP' } } },
    ],
    [
      'a claim whose place NFS takes',
      existing,
      { persistence: { enabled: true, type: 'nfs', server: 'nas', path: '/a' } },
    ],
    [
      'enabled through a type',
      { persistence: { config: { enabled: true, size: '1Gi' } } },
      { persistence: { config: { type: 'persistentVolumeClaim', size: '1Gi' } } },
    ],
    [
      'the name of a container',
      { controllers: { web: { containers: { app: { nameOverride: 'a' } } } } },
      { controllers: { web: { containers: { app: {} } } } },
    ],
    [
      'another annotation for the same address',
      { service: { annotations: { 'io.cilium/lb-ipam-ips': '192.0.2.1' } } },
      { service: { annotations: { 'lbipam.cilium.io/ips': '192.0.2.1' } } },
    ],
    ['a new address', { service: {} }, { service: { loadBalancerIP: '192.0.2.1' } }],
    [
      'extraObjects whose removal destroys nothing else, or that Helm keeps',
      {
        extraObjects: [
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
          {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            metadata: { name: 'a', annotations: { 'helm.sh/resource-policy': 'keep' } },
          },
          'kind: {{ .Values.kind }}',
        ],
      },
      {},
    ],
    ['fewer items of a list', { services: [{ type: 'LoadBalancer' }, { a: 1 }] }, { services: [{ a: 1 }] }],
  ])("aren't reported: %s", (_, from, to, chart) => {
    expect(values(from as JsonObject, to as JsonObject, chart as string)).toEqual([]);
  });

  it('name the claims that can grow', () => {
    const [from, to] = ['8Gi', '4Gi'].map((size) => state([release({ persistence: { enabled: true, size } })]));
    expect(askRule(replacementNotDeclaredRule, { changes: compareOwners(from!, to!) })[0]?.notes).toEqual([
      "if the chart makes a StatefulSet, its volumeClaimTemplates can't change, and the upgrade fails; a claim of a Deployment can grow where its class lets it, and nothing else",
    ]);
  });

  it('are reported once for each release, with a fix', () => {
    const before = { ...on, installCRDs: true, service: { type: 'LoadBalancer' } };
    const changes = compareOwners(
      state([release({ ...before, primary: existing })]),
      state([release({ service: { type: 'NodePort' }, installCRDs: false })]),
    );
    const [problem, ...others] = askRule(replacementNotDeclaredRule, { changes });
    expect(others).toEqual([]);
    expect(problem?.message).toMatchInlineSnapshot(
      `"HelmRelease/web in apps may destroy a claim of the chart with its data, the CRDs of the chart with all their objects in the cluster, and the load balancer of a Service with its addresses, and start without its data: spec.values.persistence.enabled true → not set, spec.values.installCRDs true → false, spec.values.service.type "LoadBalancer" → "NodePort", spec.values.primary.persistence.existingClaim "old" → not set"`,
    );
    expect(problem?.notes).toMatchInlineSnapshot(`
      [
        "Helm deletes a claim that the chart made and no longer makes, unless it has the annotation helm.sh/resource-policy: keep; to keep it, let the chart set that annotation in a change of its own, or back up the data",
        "Helm deletes CRDs that were among the chart's templates and no longer are, unless they have the annotation helm.sh/resource-policy: keep; to keep them, first let the chart set that annotation (crds.keep: true, where it has that) in a change of its own",
        "the load balancer of a Service is deleted with its addresses once the Service has another type or is gone; to keep it, leave this Service as it is, and add a second one",
        "without existingClaim, the chart makes a new, empty claim or none; the old one stays, and nothing uses it; to go on with the data, leave existingClaim, or copy them to the new claim first",
        "where a value is no longer set, the default decides",
      ]
    `);
    expect(problem?.fix).toMatchInlineSnapshot(
      `"to keep all of it, leave these fields as they are; if that is intended, declare it in the cluster's code: .replaced({ kind: 'HelmRelease', name: 'web', namespace: 'apps' }, { reason: '…' })"`,
    );
    const declared = [{ what: { kind: 'HelmRelease', name: 'web', namespace: 'apps' }, reason: 'it is empty' }];
    expect(askRule(replacementNotDeclaredRule, { changes, replacements: declared as never })).toEqual([]);
  });
});

describe('values in a ConfigMap', () => {
  const yaml = 'persistence:\n  enabled: true\n';
  const inMap = release(undefined, valuesFrom('web-values'));

  it('count like inline values', () => {
    expect(told([inMap, configMap(yaml)], [inMap, configMap('persistence:\n  enabled: false\n')])).toEqual([
      `${claim}values.persistence.enabled true → false (ConfigMap/web-values)`,
    ]);
    expect(told([inMap, configMap(yaml)], [release({}), configMap(yaml)])).toEqual([
      `${claim}values.persistence.enabled true → not set (ConfigMap/web-values)`,
    ]);
    const azure = 'service.beta.kubernetes.io/azure-load-balancer-internal';
    const annotations = (value: string) => configMap(`service: {annotations: {${azure}: "${value}"}}`);
    expect(told([inMap, annotations('true')], [inMap, annotations('false')])).toEqual([
      `${balancer}values.service.annotations["${azure}"] "true" → "false" (ConfigMap/web-values)`,
    ]);
  });

  it('are removed with their ConfigMap', () => {
    const optional = release(undefined, { valuesFrom: [{ kind: 'ConfigMap', name: 'web-values', optional: true }] });
    expect(told([optional, configMap(yaml)], [optional])).toEqual([
      `${claim}values.persistence.enabled true → not set (ConfigMap/web-values)`,
    ]);
    expect(
      told(
        [optional, configMap(yaml)],
        [optional, object('v1', 'ConfigMap', { data: { other: 'a: 1' } }, 'web-values')],
      ),
    ).toEqual([`${claim}values.persistence.enabled true → not set (ConfigMap/web-values)`]);
  });

  it('are overridden by inline values', () => {
    const both = release({ persistence: { enabled: true } }, valuesFrom('web-values'));
    expect(told([both, configMap(yaml)], [both, configMap('persistence: {enabled: false}')])).toEqual([]);
    expect(told([both, configMap(yaml)], [inMap, configMap(yaml)])).toEqual([]);
  });

  it('may move into the ConfigMap and back', () => {
    expect(
      told([release(on), configMap('a: 1')], [inMap, configMap('persistence: {enabled: true, size: 8Gi}')]),
    ).toEqual([]);
    expect(told([inMap, configMap(yaml)], [release({ persistence: { enabled: true } })])).toEqual([]);
    const hashed = (name: string) => [release(undefined, valuesFrom(name)), configMap(yaml, name)];
    expect(told(hashed('web-1'), hashed('web-2'))).toEqual([]);
  });

  it("may be in a layer that can't be seen", () => {
    const hidden = release(undefined, valuesFrom('web-values', 'Secret'));
    expect(told([release(on)], [hidden])).toEqual([]);
    expect(told([release(on)], [inMap])).toEqual([]);
    expect(told([release(on)], [inMap, { ...configMap('a: ENC[…]'), sops: {} }])).toEqual([]);
    // What is inline stands above them.
    expect(told([release(on)], [release({ persistence: { enabled: false } }, valuesFrom('x', 'Secret'))])).toHaveLength(
      1,
    );
    expect(told([release(on, valuesFrom('x', 'Secret'))], [hidden])).toEqual([]);
    expect(told([release(on, valuesFrom('x', 'Secret'))], [release({}, valuesFrom('x', 'Secret'))])).toHaveLength(1);
  });

  it('may be invalid YAML before vars are substituted', () => {
    expect(told([inMap, configMap(yaml)], [inMap, configMap('a: {${VALUES}}: b')])).toEqual([]);
    expect(
      told([inMap, configMap('persistence: {enabled: ${ON}}')], [inMap, configMap('persistence: {enabled: false}')], {
        postBuild: { substitute: { ON: 'true' } },
      }),
    ).toHaveLength(1);
  });
});

describe('harmful settings of a release', () => {
  const spec = (from: JsonObject, to: JsonObject) => told([release({}, from)], [release({}, to)]);
  const renderer = (...patches: JsonObject[]) => ({ postRenderers: [{ kustomize: { patches } }] });
  const deletes = { patch: '$patch: delete\napiVersion: apps/v1\nkind: StatefulSet\nmetadata:\n  name: db\n' };

  it.each<readonly [string, JsonObject, JsonObject, string]>([
    [
      'uninstall',
      { upgrade: { remediation: { retries: 3 } } },
      { upgrade: { remediation: { retries: 3, strategy: 'uninstall' } } },
      'destroy all that the release has installed once an upgrade fails: spec.upgrade.remediation.strategy not set → "uninstall"',
    ],
    [
      'uninstall, which had no retries',
      { upgrade: { remediation: { strategy: 'uninstall' } } },
      { upgrade: { remediation: { strategy: 'uninstall', retries: -1 } } },
      'destroy all that the release has installed once an upgrade fails: spec.upgrade.remediation.retries not set → -1',
    ],
    [
      'uninstall after the last failure',
      {},
      { upgrade: { remediation: { strategy: 'uninstall', remediateLastFailure: true } } },
      'destroy all that the release has installed once an upgrade fails: spec.upgrade.remediation.strategy not set → "uninstall", spec.upgrade.remediation.remediateLastFailure not set → true',
    ],
    [
      'uninstall instead of what retries',
      { upgrade: { strategy: { name: 'RetryOnFailure' }, remediation: { strategy: 'uninstall', retries: 1 } } },
      { upgrade: { remediation: { strategy: 'uninstall', retries: 1 } } },
      'destroy all that the release has installed once an upgrade fails: spec.upgrade.strategy.name "RetryOnFailure" → not set',
    ],
    [
      'force',
      { upgrade: { remediation: { retries: 3 } } },
      { upgrade: { force: true } },
      'lose what others have set in its objects: spec.upgrade.force not set → true',
    ],
    [
      'a deleting patch',
      renderer({ patch: 'a', target: { kind: 'Service' } }),
      renderer(deletes),
      'destroy StatefulSet/db with what belongs to it: spec.postRenderers deletes StatefulSet/db',
    ],
    [
      'a deleting patch with a target',
      {},
      renderer({
        patch: '$patch: delete\nkind: Any\nmetadata: {name: any}',
        target: { kind: 'PersistentVolumeClaim' },
      }),
      'destroy every PersistentVolumeClaim with what belongs to it: spec.postRenderers deletes every PersistentVolumeClaim',
    ],
    [
      'a renaming patch',
      {},
      renderer({
        patch: '- {op: replace, path: /metadata/name, value: other}',
        target: { kind: 'PersistentVolumeClaim', name: 'data' },
      }),
      'destroy PersistentVolumeClaim/data under its old name, with what belongs to it: spec.postRenderers renames PersistentVolumeClaim/data',
    ],
    [
      'a patch of the type of a Service',
      {},
      renderer({
        patch: '[{"op": "replace", "path": "/spec/type", "value": "ClusterIP"}]',
        target: { kind: 'Service', name: 'web' },
      }),
      `${balancer}spec.postRenderers makes Service/web of type "ClusterIP"`,
    ],
  ])('are reported: %s', (_, from, to, message) => {
    expect(spec(from, to)).toEqual([message]);
  });

  it.each<readonly [string, JsonObject, JsonObject]>([
    ['rollback', {}, { upgrade: { remediation: { strategy: 'rollback' } } }],
    ['uninstall without retries', {}, { upgrade: { remediation: { strategy: 'uninstall' } } }],
    [
      'uninstall with a strategy that retries',
      {},
      { upgrade: { strategy: { name: 'RetryOnFailure' }, remediation: { strategy: 'uninstall', retries: 1 } } },
    ],
    [
      'more retries of uninstall',
      { upgrade: { remediation: { strategy: 'uninstall', retries: 1 } } },
      { upgrade: { remediation: { strategy: 'uninstall', retries: 3 } } },
    ],
    ['force where the API server applies', {}, { upgrade: { force: true, serverSideApply: 'enabled' } }],
    ['less force', { upgrade: { force: true } }, { upgrade: { force: false } }],
    ['a patch that was there', renderer(deletes), renderer({ patch: 'x: 1', target: {} }, deletes)],
    [
      'a patch that deletes a field',
      {},
      renderer({ patch: 'kind: A\nmetadata: {name: a}\nspec: {b: {$patch: delete}}' }),
    ],
    ['a removed patch', renderer(deletes), {}],
  ])("aren't reported: %s", (_, from, to) => {
    expect(spec(from, to)).toEqual([]);
  });
});

describe('an older chart version', () => {
  const version = (from: string, to: string) => told([release({}, {}, 'app', from)], [release({}, {}, 'app', to)]);
  const fromOci = (tag: string) => [
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', { spec: { chartRef: { kind: 'OCIRepository', name: 'app' } } }),
    object(
      'source.toolkit.fluxcd.io/v1',
      'OCIRepository',
      { spec: { url: 'oci://ghcr.io/example/app', ref: { tag } } },
      'app',
    ),
  ];

  it('is reported, also for an OCIRepository', () => {
    expect(version('2.0.0', '1.9.0')).toEqual([`${older}chart version 2.0.0 → 1.9.0`]);
    expect(version('v1.10.0', 'v1.9.3')).toEqual([`${older}chart version v1.10.0 → v1.9.3`]);
    expect(told(fromOci('2.0.0'), fromOci('1.0.0'))).toEqual([`${older}chart version 2.0.0 → 1.0.0`]);
  });

  it('is reported with the effect on its CRDs', () => {
    const noteOf = (upgrade: JsonObject) => {
      const [from, to] = ['2.0.0', '1.0.0'].map((one) => state([release({}, { upgrade }, 'app', one)]));
      return askRule(replacementNotDeclaredRule, { changes: compareOwners(from!, to!) })[0]?.notes[0];
    };
    expect(noteOf({})).toMatch(/, and leaves the CRDs of its crds folder as they are$/);
    expect(noteOf({ crds: 'Skip' })).toBe(noteOf({}));
    expect(noteOf({ crds: 'CreateReplace' })).toMatch(
      /, and with upgrade\.crds: CreateReplace its CRDs take the place of the newer ones, so objects lose the fields that they lack$/,
    );
  });

  it.each([
    ['1.9.0', '1.10.0'],
    ['1.2.3', '1.2.2'],
    ['2.0.0', '1.x'],
    ['${VERSION}', '1.0.0'],
    ['2.0.0', '2.0.0'],
  ])("isn't reported: %s → %s", (from, to) => {
    expect(version(from, to)).toEqual([]);
    expect(told(fromOci(from), fromOci(to))).toEqual([]);
  });
});

describe('the Prometheus operator', () => {
  const prometheus = (spec: JsonObject, kind = 'Prometheus') => [object('monitoring.coreos.com/v1', kind, { spec })];
  const storage = { volumeClaimTemplate: { spec: { resources: {} } } };

  it('uses an emptyDir for a kind without storage', () => {
    for (const kind of ['Prometheus', 'PrometheusAgent', 'Alertmanager', 'ThanosRuler']) {
      expect(told(prometheus({ storage }, kind), prometheus({ replicas: 2 }, kind))).toEqual([
        'start without its data: spec.storage.volumeClaimTemplate {"spec":{"resources":{}}} → not set',
      ]);
    }
    expect(told(prometheus({ storage }), prometheus({ storage, replicas: 2 }))).toEqual([]);
    expect(told(prometheus({}), prometheus({ storage }))).toEqual([]);
  });

  it('deletes data older than the retention', () => {
    const start = 'destroy data that are older than the new retention: ';
    expect(told(prometheus({ retention: '30d' }), prometheus({ retention: '10d' }))).toEqual([
      `${start}spec.retention "30d" → "10d"`,
    ]);
    expect(told(prometheus({ retention: '30d' }), prometheus({}))).toEqual([`${start}spec.retention "30d" → not set`]);
    expect(told(prometheus({ retentionSize: '1TB' }), prometheus({ retentionSize: '500GB' }))).toEqual([
      `${start}spec.retentionSize "1TB" → "500GB"`,
    ]);
    expect(told(prometheus({ retention: '30d' }), prometheus({ retentionSize: '50GB' }))).toEqual([]);
    expect(told(prometheus({ retention: '12h' }), prometheus({}))).toEqual([]);
    expect(told(prometheus({ retention: '1d12h' }), prometheus({ retention: '36h' }))).toEqual([]);
  });
});

describe('removing spec.replicas', () => {
  const workload = (spec: JsonObject, kind = 'Deployment', annotations: JsonObject = {}) => ({
    ...object('apps/v1', kind, { spec }),
    metadata: { name: 'web', namespace: 'apps', annotations },
  });
  const scaler = (kind = 'Deployment') =>
    object('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { scaleTargetRef: { kind, name: 'web' } } });

  it('leaves one pod', () => {
    for (const kind of ['Deployment', 'StatefulSet']) {
      expect(told([workload({ replicas: 3 }, kind)], [workload({}, kind)])).toEqual([
        'go down to one pod: spec.replicas 3 → not set',
      ]);
    }
  });

  it('leaves one pod until an autoscaler scales it, unless the field has another owner', () => {
    const changes = compareOwners(state([workload({ replicas: 3 }), scaler()]), state([workload({}), scaler()]));
    const [problem] = askRule(replacementNotDeclaredRule, { changes });
    expect(problem?.notes?.join()).toContain('until its autoscaler has scaled it again');
    expect(problem?.fix).toContain('--field-manager=handover-to-hpa');
  });

  it.each<readonly [string, JsonObject, JsonObject]>([
    ['one', workload({ replicas: 1 }), workload({})],
    ['none', workload({}), workload({ paused: true })],
    ['an explicit smaller number', workload({ replicas: 3 }), workload({ replicas: 1 })],
    [
      'an object that Flux ignores',
      workload({ replicas: 3 }),
      workload({}, 'Deployment', { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent' }),
    ],
  ])("isn't reported: %s", (_, from, to) => {
    expect(told([from], [to])).toEqual([]);
  });
});

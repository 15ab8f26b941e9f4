import { describe, expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { brokenLinkRule } from '../../../src/changes/rules/transitions/broken-link.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { askRule } from '../ask-rule.js';

const named = (apiVersion: string, kind: string, name: string, rest: JsonObject): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'apps' },
  ...rest,
});
const others = (json: JsonObject): JsonObject => ({ ...json, isOthers: true });
const stateOf = (objects: readonly JsonObject[]) =>
  makeState(
    objects.map(
      ({ isOthers, ...json }): StateEntry => ({
        json,
        owner: ROOT,
        path: 'a.yaml',
        ...(isOthers === true ? { isForeign: true as const } : {}),
      }),
    ),
    () => true,
  );
const told = (from: readonly JsonObject[], to: readonly JsonObject[]) =>
  askRule(brokenLinkRule, { before: stateOf(from), after: stateOf(to) });
const messagesOf = (from: readonly JsonObject[], to: readonly JsonObject[]) =>
  told(from, to).map(({ severity, code, message }) => `${severity} ${code} ${message}`);

describe('a Service and its pods', () => {
  const service = (selector: JsonObject) => named('v1', 'Service', 'web', { spec: { selector } });
  const pods = (labels: JsonObject, name = 'web') =>
    named('apps/v1', 'Deployment', name, { spec: { template: { metadata: { labels }, spec: { containers: [] } } } });
  const was = [service({ app: 'web' }), pods({ app: 'web', tier: 'a' })];

  it('are reported if they no longer match', () => {
    expect(
      told(was, [service({ app: 'site' }), was[1]!])
        .map(printDiagnostic)
        .join(''),
    ).toMatchInlineSnapshot(`
      "warning FX559 risky-change: Service/web in apps selects none of the pods that it had: Deployment/web in apps
        at   dev/Service/web in apps  spec.selector
        note requests to the Service fail as soon as Flux applies the change
        fix  change the selector of the Service and the labels of the pods together
      "
    `);
    expect(messagesOf(was, [was[0]!, pods({ app: 'site' })])).toEqual([
      'warning FX559 Service/web in apps selects none of the pods that it had: Deployment/web in apps',
    ]);
  });

  it.each<[string, readonly JsonObject[]]>([
    ['both change', [service({ app: 'site' }), pods({ app: 'site' })]],
    ['other labels change', [service({ app: 'web' }), pods({ app: 'web', tier: 'b' })]],
    ['other pods match', [service({ app: 'web' }), pods({ app: 'old' }), pods({ app: 'web' }, 'web-2')]],
    ['the pods are removed', [service({ app: 'web' })]],
    ['the Service is removed', [pods({ app: 'site' })]],
    ['the Service loses its selector', [named('v1', 'Service', 'web', { spec: {} }), was[1]!]],
    ['a var sets the selector', [service({ app: '${APP}' }), was[1]!]],
    ["a var sets the pods' labels", [service({ app: 'site' }), pods({ app: '${APP}' })]],
  ])('are left alone where %s', (_, to) => {
    expect(messagesOf(was, to)).toEqual([]);
  });
});

describe('a removed key or port that other objects need', () => {
  const map = (...keys: readonly string[]) =>
    named('v1', 'ConfigMap', 'web', { data: Object.fromEntries(keys.map((key) => [key, 'x'])) });
  const reader = (key: string, optional = false) =>
    named('apps/v1', 'Deployment', 'web', {
      spec: {
        template: {
          spec: {
            containers: [{ name: 'a', env: [{ valueFrom: { configMapKeyRef: { name: 'web', key, optional } } }] }],
          },
        },
      },
    });
  const service = (...ports: readonly JsonObject[]) => named('v1', 'Service', 'web', { spec: { ports } });
  const ingress = (port: JsonObject) =>
    named('networking.k8s.io/v1', 'Ingress', 'web', { spec: { defaultBackend: { service: { name: 'web', port } } } });
  const secret = (...keys: readonly string[]) =>
    named('external-secrets.io/v1', 'ExternalSecret', 'db', {
      spec: { data: keys.map((secretKey) => ({ secretKey })) },
    });
  const release = (valuesKey: string) =>
    named('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'web', {
      spec: { valuesFrom: [{ kind: 'ConfigMap', name: 'web', valuesKey }] },
    });
  const sealed = (spec: JsonObject) => named('bitnami.com/v1alpha1', 'SealedSecret', 'db', { spec });
  const patched = { 'sealedsecrets.bitnami.com/patch': 'true' };
  const secretReader = named('v1', 'Pod', 'p', {
    spec: { containers: [{ name: 'a', env: [{ valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } }] }] },
  });

  it.each<[string, readonly JsonObject[], readonly JsonObject[], string]>([
    [
      'a key',
      [map('a', 'b')],
      [map('a'), others(reader('b'))],
      'ConfigMap/web in apps no longer has the key "b", which Deployment/web in apps still needs',
    ],
    [
      'a key of values',
      [map('a', 'b')],
      [map('a'), others(release('b'))],
      'ConfigMap/web in apps no longer has the key "b", which HelmRelease/web in apps still needs',
    ],
    [
      'a key of a hand-written ConfigMap',
      [others(map('a', 'b'))],
      [others(map('a')), reader('b')],
      'ConfigMap/web in apps no longer has the key "b", which Deployment/web in apps still needs',
    ],
    [
      'a port',
      [service({ name: 'http', port: 80 })],
      [service({ name: 'web', port: 80 }), others(ingress({ name: 'http' }))],
      'Service/web in apps no longer has the port "http", which Ingress/web in apps still needs',
    ],
    [
      'a number',
      [service({ port: 80 })],
      [service({ port: 81 }), others(ingress({ number: 80 }))],
      'Service/web in apps no longer has the port "80", which Ingress/web in apps still needs',
    ],
    [
      'a Secret of a store',
      [secret('password', 'user')],
      [secret('user'), others(secretReader)],
      'ExternalSecret/db in apps no longer has the key "password", which Pod/p in apps still needs',
    ],
    [
      'a sealed Secret',
      [sealed({ encryptedData: { password: 'AgA', user: 'AgB' } })],
      [sealed({ encryptedData: { user: 'AgB' } }), others(secretReader)],
      'SealedSecret/db in apps no longer has the key "password", which Pod/p in apps still needs',
    ],
  ])('is reported: %s', (_, from, to, message) => {
    expect(messagesOf(from, to)).toEqual([`warning FX559 ${message}`]);
  });

  it.each<[string, readonly JsonObject[], readonly JsonObject[]]>([
    ['it may be missing', [map('a', 'b')], [map('a'), others(reader('b', true))]],
    ['another key is read', [map('a', 'b')], [map('a'), others(reader('a'))]],
    ['FX632 covers it', [map('a', 'b')], [map('a'), reader('b')]],
    [
      'the template of a SealedSecret has the key',
      [sealed({ encryptedData: { password: 'AgA' } })],
      [sealed({ encryptedData: {}, template: { data: { password: 'a' } } }), others(secretReader)],
    ],
    [
      'a SealedSecret adds to an existing Secret',
      [sealed({ encryptedData: { password: 'AgA' } })],
      [sealed({ encryptedData: {}, template: { metadata: { annotations: patched } } }), others(secretReader)],
    ],
    ['a key is new', [map('a')], [map('a', 'b'), others(reader('a'))]],
    ['the base lacks it too', [map('a')], [map('c', 'a'), others(reader('b'))]],
    [
      'a port has both',
      [service({ name: 'http', port: 80 })],
      [service({ name: 'web', port: 80 }), others(ingress({ number: 80 }))],
    ],
  ])('is left alone where %s', (_, from, to) => {
    expect(messagesOf(from, to)).toEqual([]);
  });
});

describe('a removed subset', () => {
  const rule = (subsets: readonly string[], name = 'web', host = 'web') =>
    named('networking.istio.io/v1', 'DestinationRule', name, {
      spec: { host, subsets: subsets.map((one) => ({ name: one })) },
    });
  const routes = (subset: string, host = 'web.apps.svc.cluster.local') =>
    named('networking.istio.io/v1', 'VirtualService', 'web', {
      spec: { http: [{ route: [{ destination: { host, subset } }] }] },
    });

  it('is reported if a route names it', () => {
    expect(messagesOf([rule(['v1', 'v2']), routes('v1')], [rule(['v2']), routes('v1')])).toEqual([
      'warning FX559 DestinationRule/web in apps no longer has the subset "v1", to which VirtualService/web in apps still sends requests',
    ]);
  });

  it.each<[string, readonly JsonObject[]]>([
    ['no route names it', [rule(['v2']), routes('v2')]],
    ['another rule has it', [rule(['v2']), rule(['v1'], 'more'), routes('v1')]],
    ['the route is to another host', [rule(['v2']), routes('v1', 'shop')]],
    ['the order changes', [rule(['v2', 'v1']), routes('v1')]],
  ])('is left alone where %s', (_, to) => {
    expect(messagesOf([rule(['v1', 'v2']), routes('v1')], to)).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../../src/base/cluster-state.js';
import type { DeclaredRemoval } from '../../../src/compile/removal.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { compareOwners } from '../../../src/handover/compare-owners.js';
import { lostGuards } from '../../../src/handover/transitions/lost-guards.js';
import { findRefusedUpdates } from '../../../src/handover/updates/refused-update.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { Repository } from '../repository.js';
import { type SampleCluster, sampleApp } from '../sample-app.js';
import { synth } from '../synth.js';

const named = (apiVersion: string, kind: string, spec: JsonObject, name = 'guard', namespace = 'apps'): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace === '' ? {} : { namespace }) },
  spec,
});
const kustomization: StateEntry = {
  json: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'a', namespace: 'flux-system' },
    spec: { prune: true },
  },
  owner: ROOT,
  path: 'clusters/dev/a.yaml',
};
const stateOf = (objects: readonly JsonObject[], withOwner = true) =>
  makeState(
    [
      ...(withOwner ? [kustomization] : []),
      ...objects.map((json): StateEntry => ({ json, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' })),
    ],
    () => true,
  );
const told = (
  from: readonly JsonObject[],
  to: readonly JsonObject[],
  said: readonly DeclaredRemoval[] = [],
  withOwner = true,
) => {
  const [before, after] = [stateOf(from), stateOf(to, withOwner)];
  const changes = compareOwners(before, after, findRefusedUpdates(before, after));
  return lostGuards('dev', said, changes, { before, after });
};
const messagesOf = (...args: Parameters<typeof told>) =>
  told(...args).map(({ severity, code, message }) => `${severity} ${code} ${message}`);

const web = named('apps/v1', 'Deployment', {}, 'web');
const policy = (spec: JsonObject, name?: string) => named('networking.k8s.io/v1', 'NetworkPolicy', spec, name);
const denyAll = { podSelector: {}, policyTypes: ['Ingress', 'Egress'] };
const ofWeb = { podSelector: { matchLabels: { app: 'web' } }, policyTypes: ['Ingress'], ingress: [{}] };
const cilium = (spec: JsonObject, name?: string) => named('cilium.io/v2', 'CiliumNetworkPolicy', spec, name);
const istio = (kind: string, spec: JsonObject, name?: string) => named('security.istio.io/v1', kind, spec, name);
const kyverno = (failureAction: string, name?: string) =>
  named('kyverno.io/v1', 'ClusterPolicy', { rules: [{ name: 'r', validate: { failureAction } }] }, name, '');

describe('a policy that is removed while what it guards stays', () => {
  it('is told', () => {
    expect(
      told([web, policy(denyAll)], [web])
        .map(printDiagnostic)
        .join(''),
    ).toMatchInlineSnapshot(`
      "warning FX559 risky-change: NetworkPolicy/guard in apps is removed, and no other policy of the tree limits all of its pods
        at   dev/NetworkPolicy/guard in apps
        note pods that no policy selects for a direction may have every connection in it
        fix  keep it; if that is intended, declare it in the cluster's code: .removed({ kind: 'NetworkPolicy', name: 'guard', namespace: 'apps' }, { reason: '…' })
      "
    `);
  });

  it.each<[string, JsonObject, string]>([
    ['Cilium', cilium({ endpointSelector: {}, ingress: [] }), 'no other policy of the tree limits all of its pods'],
    [
      'Cilium for all',
      named('cilium.io/v2', 'CiliumClusterwideNetworkPolicy', { endpointSelector: {}, egress: [] }, 'guard', ''),
      'no other policy of the tree limits all of its pods',
    ],
    ['Kyverno', kyverno('Enforce'), 'nothing refuses what breaks its rules'],
    [
      "Kyverno's policies of CEL",
      named('policies.kyverno.io/v1', 'ValidatingPolicy', { validationActions: ['Deny'] }, 'guard', ''),
      'nothing refuses what breaks its rules',
    ],
    [
      'Gatekeeper',
      named('constraints.gatekeeper.sh/v1beta1', 'K8sRequiredLabels', {}, 'guard', ''),
      'nothing refuses what breaks its rules',
    ],
    [
      'the API server',
      named('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', { validationActions: ['Deny'] }),
      'nothing refuses what breaks its rules',
    ],
    ['Istio', istio('PeerAuthentication', { mtls: { mode: 'STRICT' } }), 'nothing of its own asks for mTLS'],
    ['a DENY', istio('AuthorizationPolicy', { action: 'DENY' }), 'nothing else refuses what it has refused'],
    ['the only ALLOW', istio('AuthorizationPolicy', { rules: [{}] }), 'nothing else refuses what it has refused'],
    [
      'Envoy Gateway',
      named('gateway.envoyproxy.io/v1alpha1', 'SecurityPolicy', { jwt: {} }),
      'nothing asks for a login in its place',
    ],
  ])('is told of %s', (_, guard, says) => {
    expect(messagesOf([web, guard], [web])).toEqual([
      expect.stringMatching(new RegExp(`^warning FX559 .*/guard.* is removed, and ${says}$`)),
    ]);
  });

  it.each<[string, readonly JsonObject[], readonly JsonObject[]]>([
    ['another policy denies all', [web, policy(ofWeb), policy(denyAll, 'deny')], [web, policy(denyAll, 'deny')]],
    ['another one has its pods', [web, policy(ofWeb), policy(ofWeb, 'b')], [web, policy(ofWeb, 'b')]],
    ['it has another name', [web, policy(denyAll)], [web, policy(denyAll, 'other')]],
    ['nothing is left in its namespace', [web, policy(denyAll)], []],
    ['only others of its kind are left', [policy(ofWeb), policy(ofWeb, 'b')], [policy(ofWeb, 'b')]],
    ['it only reports', [web, kyverno('Audit')], [web]],
    ['a new policy of its kind comes', [web, kyverno('Enforce')], [web, kyverno('Enforce', 'other')]],
    [
      'it allows, and another one does too',
      [web, istio('AuthorizationPolicy', {}), istio('AuthorizationPolicy', {}, 'b')],
      [web, istio('AuthorizationPolicy', {}, 'b')],
    ],
    ['it is permissive', [web, istio('PeerAuthentication', { mtls: { mode: 'PERMISSIVE' } })], [web]],
    ['it guards nothing', [web, named('v1', 'ConfigMap', {})], [web]],
  ])('is left alone where %s', (_, from, to) => {
    expect(messagesOf(from, to)).toEqual([]);
  });

  it('is left alone where it is declared, or goes with its Kustomization', () => {
    const said = { what: { kind: 'NetworkPolicy', name: 'guard' } } as DeclaredRemoval;
    expect(messagesOf([web, policy(denyAll)], [web], [said])).toEqual([]);
    expect(messagesOf([web, policy(denyAll)], [], [], false)).toEqual([]);
  });
});

describe('synth', () => {
  let repository: Repository;
  beforeEach(() => {
    repository = new Repository();
  });
  afterEach(() => repository.remove());

  it('says that a policy goes, and takes a declaration', async () => {
    const set = { kind: 'StatefulSet', name: 'db' };
    const guard = { kind: 'NetworkPolicy', name: 'guard', spec: denyAll };
    const told = async (objects: SampleCluster['addons'][string]['objects'], removed: SampleCluster['removed'] = []) =>
      (await synth(repository, sampleApp({ dev: { addons: { db: { objects } }, removed } }))).diagnostics
        .filter(({ code }) => code === 'FX559' || code === 'FX503')
        .map(({ code, message }) => `${code} ${message}`);
    expect(await told([set, guard])).toEqual([]);
    repository.publish('the tree');
    expect(await told([set])).toEqual([
      'FX559 NetworkPolicy/guard in default is removed, and no other policy of the tree limits all of its pods',
    ]);
    expect(await told([set], [{ kind: 'NetworkPolicy', name: 'guard' }])).toEqual([]);
  });
});

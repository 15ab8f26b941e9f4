import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/index.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { transitions } from '../../../src/handover/transitions/find-transitions.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { accessCases } from './access-cases.js';
import { cases } from './cases.js';
import { judge, object, release } from './judge.js';
import { openingCases } from './opening-cases.js';
import { policyCases } from './policy-cases.js';
import { publicCases } from './public-cases.js';

const all = [...cases, ...accessCases, ...policyCases, ...openingCases, ...publicCases].flatMap(
  ({ label, of, bad, says, good = [], around = [] }) => {
    const make = (value: unknown): readonly JsonObject[] => [of(value as never), ...around];
    return [
      ...bad.map(([from, to]) => ({ label, says: [says], from: make(from), to: make(to) })),
      ...good.map(([from, to]) => ({ label, says: [], from: make(from), to: make(to) })),
    ];
  },
);
const codesOf = (found: readonly Diagnostic[]) => found.map(({ severity, code }) => `${severity} ${code}`);
const textOf = (found: readonly Diagnostic[]) => found.map(printDiagnostic).join('');

describe('a change in place', () => {
  it.each(all)('of $label says $says', ({ from, to, says }) => {
    expect(codesOf(judge(from, to))).toEqual(says);
  });

  it('says nothing where nothing changes, an object comes or goes', () => {
    for (const { from, to } of all) {
      const [first] = from;
      expect(judge(from, from)).toEqual([]);
      expect(judge([], to)).toEqual([]);
      expect(judge([first!], [])).toEqual([]);
    }
  });

  it('has a case for each row', () => {
    const said = all.flatMap(({ from, to }) => judge(from, to)).map(({ fix, message }) => `${message} ${fix}`);
    const untested = transitions
      .filter(({ says, destroys, risks }) => said.every((text) => !text.includes((says ?? destroys ?? risks)!)))
      .map(({ on, at }) => `${String(on)} ${at}`);
    expect(untested).toEqual([]);
  });

  it('is seen in the values that a ConfigMap gives a release', () => {
    const withMap = (policy: string): readonly JsonObject[] => [
      object('helm.toolkit.fluxcd.io/v2/HelmRelease', {
        chart: { spec: { chart: 'external-dns', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
        valuesFrom: [{ kind: 'ConfigMap', name: 'x' }],
      }),
      { ...object('ConfigMap', {}), data: { 'values.yaml': `policy: ${policy}` } },
    ];
    expect(textOf(judge(withMap('upsert-only'), withMap('sync')))).toMatchInlineSnapshot(`
      "notice FX559 risky-change: HelmRelease/x in apps deletes DNS records from now on: values.policy "upsert-only" → "sync" (ConfigMap/x)
        at   dev/HelmRelease/x in apps  spec.values.policy
        note the next run of ExternalDNS deletes the records that it owns and whose host names nothing has any more
        fix  revert the change if it is not intended
      "
    `);
  });

  it('names the object, the field, what happens and what to do', () => {
    const database = (ensure: string) => [object('postgresql.cnpg.io/v1/Database', { ensure })];
    expect(textOf(judge(database('present'), database('absent')))).toMatchInlineSnapshot(`
      "error FX517 change-not-declared: Database/x in apps destroys the database that it manages, with its data: spec.ensure "present" → "absent"
        at   dev/Database/x in apps
        note the operator drops the database
        fix  to keep it, leave spec.ensure: present; if that is intended, declare it in the cluster's code: .replaced({ kind: 'Database', name: 'x', namespace: 'apps' }, { reason: '…' })
      "
    `);
    const service = (spec: JsonObject) => [object('Service', { type: 'LoadBalancer', ...spec })];
    expect(textOf(judge(service({ loadBalancerSourceRanges: ['10.0.0.0/8'] }), service({})))).toMatchInlineSnapshot(`
      "warning FX559 risky-change: Service/x in apps can be reached from everywhere from now on: spec.loadBalancerSourceRanges ["10.0.0.0/8"] → not set
        at   dev/Service/x in apps  spec.loadBalancerSourceRanges
        note without ranges of addresses, its load balancer accepts requests from the whole internet
        fix  keep the ranges, or make the load balancer internal
      "
    `);
    const dns = (...sources: readonly string[]) => [release('external-dns', { policy: 'sync', sources })];
    expect(textOf(judge(dns('service', 'ingress'), dns('ingress')))).toMatchInlineSnapshot(`
      "warning FX516 replacement-uncertain: HelmRelease/x in apps may destroy the DNS records of a source: spec.values.sources ["service","ingress"] → ["ingress"]
        at   dev/HelmRelease/x in apps
        note with policy: sync, ExternalDNS deletes the records of host names that no source has any more
        fix  to keep them, keep the source, or set policy: upsert-only; if that is intended, declare it in the cluster's code: .replaced({ kind: 'HelmRelease', name: 'x', namespace: 'apps' }, { reason: '…' })
      "
    `);
  });

  it('leaves out of a backup what goes from the cluster', () => {
    const backup = (...includedNamespaces: readonly string[]) =>
      object('velero.io/v1/Schedule', { template: { includedNamespaces } });
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'b' } };
    expect(judge([backup('a', 'b'), namespace], [backup('a')])).toEqual([]);
    expect(codesOf(judge([backup('a', 'b'), namespace], [backup('a'), namespace]))).toEqual(['warning FX559']);
  });

  it('is milder where a var, a patch or an encryption decides', () => {
    const database = (ensure: string) => [object('postgresql.cnpg.io/v1/Database', { ensure })];
    const region = (name: string) => [object('a.upbound.io/v1/A', { forProvider: { region: name } })];
    expect(codesOf(judge(region('${A}'), region('b')))).toEqual(['notice FX559']);
    expect(codesOf(judge(database('present'), database('absent'), { patches: [{ patch: '' }] }))).toEqual([
      'warning FX516',
    ]);
    const encrypted = (region: string) => [{ ...object('a.upbound.io/v1/A', { forProvider: { region } }), sops: {} }];
    expect(judge(encrypted('a'), encrypted('b'))).toEqual([]);
  });

  it('is left alone where Flux leaves the object alone', () => {
    const kept = { 'kustomize.toolkit.fluxcd.io/ssa': 'Ignore' };
    const database = (ensure: string) => [object('postgresql.cnpg.io/v1/Database', { ensure }, kept)];
    expect(judge(database('present'), database('absent'))).toEqual([]);
  });
});

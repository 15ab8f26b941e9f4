import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/index.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { changePlaces } from '../../knowledge/effect-places.js';
import { allChanges } from './all-changes.js';
import { codesOf, judge, object, release } from './judge.js';
import { isFired, tryFindCaseOf, tryFindNearMiss } from './take-out.js';

const textOf = (found: readonly Diagnostic[]) => found.map(printDiagnostic).join('');

describe('a change in place', () => {
  it.each(allChanges)('of $label says $says', ({ from, to, says }) => {
    expect(codesOf(judge(from, to))).toEqual(says);
  });

  it("isn't reported if nothing changes, or an object is added or removed", () => {
    for (const { from, to } of allChanges) {
      const [first] = from;
      expect(judge(from, from)).toEqual([]);
      expect(judge([], to)).toEqual([]);
      expect(judge([first!], [])).toEqual([]);
    }
  });

  it('has a case for each kind and path of each row', () => {
    expect(changePlaces.length).toBeGreaterThan(400);
    const unfired = changePlaces.filter((place) => !isFired(place)).map(({ name }) => name);
    expect(unfired, 'write a case in one of the files beside this one: a change that the row reports').toEqual([]);
  });

  it('has a case that fails without the row, for each kind and path', () => {
    const unneeded = changePlaces.filter((place) => tryFindCaseOf(place) === undefined).map(({ name }) => name);
    expect(unneeded, 'write a change that only this row reports').toEqual([]);
  });

  it('has a near miss for each row', () => {
    const rows = new Map(changePlaces.map(({ row, name }) => [row, name]));
    const loose = [...rows].filter(([row]) => tryFindNearMiss(row) === undefined).map(([, name]) => name);
    expect(loose, 'write a change of the same field that the row must not report').toEqual([]);
  });

  it('is found in the values that a ConfigMap gives a release', () => {
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

  it('is reported with the object, the field, the effect and the fix', () => {
    const database = (ensure: string) => [object('postgresql.cnpg.io/v1/Database', { ensure })];
    expect(textOf(judge(database('present'), database('absent')))).toMatchInlineSnapshot(`
      "error FX517 change-not-declared: Database/x in apps destroys the database that it manages, with its data: spec.ensure "present" → "absent"
        at   dev/Database/x in apps
        note the operator drops the database
        fix  to keep it, leave spec.ensure: present; if that is intended, declare it in the cluster's code: .replaced({ kind: 'Database', name: 'x', namespace: 'apps' }, { reason: '…' })
      "
    `);
    const force = (value: boolean) => [object('kustomize.toolkit.fluxcd.io/v1/Kustomization', { force: value })];
    expect(textOf(judge(force(false), force(true)))).toMatchInlineSnapshot(`
      "warning FX559 risky-change: Kustomization/x in apps deletes and recreates what it can't update from now on: spec.force false → true
        at   dev/Kustomization/x in apps  spec.force
        note where a field is immutable, Flux deletes the object and creates it again, with claims and Services among them
        fix  set the annotation kustomize.toolkit.fluxcd.io/force: 'enabled' on the object that needs it, and take it out afterwards
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

  it('is reported for a backup that drops a namespace, unless the namespace is removed too', () => {
    const backup = (...includedNamespaces: readonly string[]) =>
      object('velero.io/v1/Schedule', { template: { includedNamespaces } });
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'b' } };
    expect(judge([backup('a', 'b'), namespace], [backup('a')])).toEqual([]);
    expect(codesOf(judge([backup('a', 'b'), namespace], [backup('a'), namespace]))).toEqual(['warning FX559']);
  });

  it("is less severe if a var, a patch that can't be read or an encryption decides", () => {
    const database = (ensure: string) => [object('postgresql.cnpg.io/v1/Database', { ensure })];
    const region = (name: string) => [object('a.upbound.io/v1/A', { forProvider: { region: name } })];
    expect(codesOf(judge(region('${A}'), region('b')))).toEqual(['notice FX559']);
    expect(codesOf(judge(database('present'), database('absent'), { patches: [{ patch: '' }] }))).toEqual([
      'warning FX516',
    ]);
    const encrypted = (region: string) => [{ ...object('a.upbound.io/v1/A', { forProvider: { region } }), sops: {} }];
    expect(judge(encrypted('a'), encrypted('b'))).toEqual([]);
  });

  it("isn't reported if Flux ignores the object", () => {
    const kept = { 'kustomize.toolkit.fluxcd.io/ssa': 'Ignore' };
    const database = (ensure: string) => [object('postgresql.cnpg.io/v1/Database', { ensure }, kept)];
    expect(judge(database('present'), database('absent'))).toEqual([]);
  });
});

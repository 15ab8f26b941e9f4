import { describe, expect, it } from 'vitest';
import { compareObjects } from '../../src/import-tree/compare-objects.js';

const release = (spec: object) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'web', namespace: 'web' },
  spec: { interval: '5m', ...spec },
});
const config = (data: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web', namespace: 'web' },
  data,
});
const compare = (from: readonly object[], to: readonly object[], postBuild?: object) =>
  compareObjects(
    { kustomization: { spec: { postBuild } }, objects: from as never },
    { kustomization: { spec: {} }, objects: to as never },
    { HOST: 'a.example.org' },
  );

describe('the comparison of what two trees apply', () => {
  it('takes what Flux does by default for equal', () => {
    const spelt = {
      releaseName: 'web',
      timeout: '5m',
      driftDetection: { mode: 'disabled' },
      install: { crds: 'Create', remediation: {} },
      upgrade: { crds: 'Skip' },
      chartRef: { kind: 'OCIRepository', name: 'web', namespace: 'web' },
    };
    expect(compare([release({ chartRef: { kind: 'OCIRepository', name: 'web' } })], [release(spelt)])).toEqual([]);
    expect(compare([release({ upgrade: { crds: 'Create' } })], [release({})])).toMatchObject([
      { title: 'HelmRelease/web in web', what: ['spec.upgrade: {"crds":"Create"} in the YAML, nothing in the code'] },
    ]);
    expect(
      compare([release({ targetNamespace: 'a' })], [release({ targetNamespace: 'a', releaseName: 'web' })]),
    ).toHaveLength(1);
  });

  it('takes the mark of text that is not for Flux for nothing', () => {
    const spec = { postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] } };
    const mark = (value: string) => ({ annotations: { 'kustomize.toolkit.fluxcd.io/substitute': value } });
    const object = (text: string, metadata: object = {}) =>
      ({ ...config({ a: text }), metadata: { name: 'web', namespace: 'web', ...metadata } }) as never;
    const differences = (before: never, after: never) =>
      compareObjects(
        { kustomization: { spec }, objects: [before] },
        { kustomization: { spec }, objects: [after] },
        { HOST: 'a.example.org' },
      );
    expect(differences(object('$${DS}'), object('${DS}', mark('disabled')))).toEqual([]);
    expect(differences(object('${HOST}'), object('${HOST}', mark('disabled')))).toHaveLength(1);
    expect(differences(object('${HOST}', mark('disabled')), object('${HOST}'))).toHaveLength(1);
  });

  it('substitutes first, and tells what is missing, new or other', () => {
    const from = { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] };
    expect(compare([config({ a: '${HOST}' })], [config({ a: 'a.example.org' })], from)).toEqual([]);
    expect(compare([config({ a: '1' })], [config({ a: '2' })])).toMatchObject([
      { what: ['data.a: "1" in the YAML, "2" in the code'] },
    ]);
    const other = { ...config({}), metadata: { name: 'other', namespace: 'web' } };
    expect(compare([config({})], [other]).map(({ title, what }) => `${title} ${what.join()}`)).toEqual([
      'ConfigMap/other in web is new',
      'ConfigMap/web in web is missing',
    ]);
  });

  it('shows no value of a Secret', () => {
    const secret = (value: string) => ({ ...config({}), kind: 'Secret', stringData: { password: value } });
    expect(JSON.stringify(compare([secret('never shown')], [secret('nor this')]))).not.toMatch(/never shown|nor this/);
  });
});

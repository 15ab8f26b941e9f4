import { describe, expect, it } from 'vitest';
import { object, one } from '../rule-programs.js';

const refusalsOf = (metadata: object, apiVersion = 'example.org/v1', kind = 'Widget'): readonly string[] =>
  one({ build: object(apiVersion, kind, undefined, metadata) })
    .filter(({ code }) => code === 'FX315')
    .map(({ message }) => message);

const off = { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' };

describe('metadata of a kind that no schema describes', () => {
  it('is checked: labels, annotations, finalizers and owners', () => {
    const metadata = {
      labels: { 'a b': 'x', tier: '-' },
      annotations: { 'c d': 'x' },
      finalizers: ['not a name'],
      ownerReferences: [{ apiVersion: 'v1', kind: '', name: 'x', uid: 'y' }],
    };
    expect(refusalsOf(metadata)).toHaveLength(5);
    expect(refusalsOf({ labels: { tier: 'web' }, finalizers: ['guard'] })).toEqual([]);
  });

  it('is checked where Flux substitutes nothing', () => {
    expect(refusalsOf({ annotations: off, labels: { tier: '-' } })).toHaveLength(1);
    expect(refusalsOf({ annotations: off, labels: { tier: '-' } }, 'v1', 'ConfigMap')).toHaveLength(1);
  });

  it('brings no managedFields along', () => {
    const managedFields = [{ manager: 'kubectl', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' }];
    for (const [apiVersion, kind] of [
      ['example.org/v1', 'Widget'],
      ['v1', 'ConfigMap'],
    ] as const) {
      const found = one({ build: object(apiVersion, kind, undefined, { managedFields }) });
      expect(found.map(({ at }) => at.path)).toContain('metadata.managedFields');
      expect(
        one({ build: object(apiVersion, kind, undefined, { managedFields: null }) }).map(({ at }) => at.path),
      ).not.toContain('metadata.managedFields');
    }
  });
});

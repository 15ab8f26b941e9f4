import { describe, expect, it } from 'vitest';
import { openRedactor, withoutMarks } from '../../src/diff/redact.js';

const redactor = openRedactor();
const textOf = (json: object) => withoutMarks(JSON.stringify(redactor.object(json as never)));

describe('openRedactor', () => {
  it('gives equal values equal marks, which another run does not share', () => {
    expect(redactor.value('a')).toBe(redactor.value('a'));
    expect(redactor.value('a')).not.toBe(redactor.value('b'));
    expect(openRedactor().value('a')).not.toBe(redactor.value('a'));
  });

  it.each([
    { data: { password: 'aHVudGVy' } },
    { stringData: { password: 'hunter' } },
    { data: 'hunter' },
    { metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":"hunter"}' } } },
  ])('keeps nothing of a Secret: %j', (fields) => {
    expect(textOf({ apiVersion: 'v1', kind: 'Secret', ...fields })).not.toMatch(/hunter|aHVudGVy/);
  });

  it('keeps nothing of a Secret in a list', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', stringData: { password: 'hunter' } };
    expect(textOf({ apiVersion: 'v1', kind: 'List', items: [secret] })).not.toContain('hunter');
  });

  it.each([
    { patch: 'apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nstringData: { b: hunter }' },
    { target: { kind: 'Secret' }, patch: '- { op: add, path: /data/a, value: hunter }' },
    { target: { kind: 'Secret|ConfigMap' }, patch: 'hunter' },
    { target: { kind: '.*' }, patch: 'hunter' },
    { target: { name: 'login' }, patch: 'hunter' },
  ])('keeps nothing of a patch that a Secret may get: %j', (patch) => {
    expect(textOf({ kind: 'Kustomization', spec: { patches: [patch] } })).not.toContain('hunter');
    const postRenderers = [{ kustomize: { patches: [patch] } }];
    expect(textOf({ kind: 'HelmRelease', spec: { postRenderers } })).not.toContain('hunter');
  });

  it('leaves alone what is no secret', () => {
    const patch = { target: { kind: 'Deployment' }, patch: '- { op: add, path: /spec/replicas, value: 2 }' };
    const json = { kind: 'Kustomization', spec: { patches: [patch] } };
    expect(redactor.object(json)).toEqual(json);
    const store = {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      spec: { data: [{ secretKey: 'a' }] },
    };
    expect(redactor.object(store)).toEqual(store);
  });
});

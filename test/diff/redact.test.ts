import { describe, expect, it } from 'vitest';
import { asShown, openRedactor } from '../../src/diff/redact.js';

const redactor = openRedactor();
const textOf = (json: object) => asShown(JSON.stringify(redactor.object(json as never)));

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

  const inner = { patch: 'apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nstringData: { b: hunter }' };
  const operation = (path: string, value: unknown) => JSON.stringify([{ op: 'add', path, value }]);

  it.each([
    ['Kustomization', operation('/spec/patches', [inner])],
    ['Kustomization', operation('/spec/patches/-', inner)],
    ['Kustomization', operation('/spec', { patches: [inner] })],
    ['Kustomization', operation('/spec/patches/0/patch', operation('/stringData/b', 'hunter'))],
    ['HelmRelease', operation('/spec/postRenderers', [{ kustomize: { patches: [inner] } }])],
    ['ResourceSet', operation('/spec/resources/0/data/b', 'hunter')],
    ['ExternalSecret', operation('/spec/target/template/data/b', 'hunter')],
    ['Kustomization', `kind: Kustomization\nmetadata: { name: a }\nspec: { patches: [${JSON.stringify(inner)}] }`],
    ['Kustomization', 'spec: { patches: [{ patch: hunter, 5}: x }'],
    ['ResourceSet', '[{ op: add, path: /spec/resources/0/data/b, value: hunter }]'],
  ])('keeps nothing of a patch within a patch of a %s: %s', (kind, patch) => {
    const spec = { patches: [{ target: { kind }, patch }] };
    expect(textOf({ kind: 'Kustomization', spec })).not.toContain('hunter');
    expect(textOf({ kind: 'FluxInstance', spec: { kustomize: spec } })).not.toContain('hunter');
  });

  it('keeps nothing of what a ResourceSet makes of Secrets', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', stringData: { password: 'hunter' } };
    const settings = { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } };
    const template = `${JSON.stringify(settings)}\n---\nkind: Secret\nstringData: { password: hunter }\n`;
    const shown = textOf({ kind: 'ResourceSet', spec: { resources: [secret, settings], resourcesTemplate: template } });
    expect(shown).not.toContain('hunter');
    expect(shown).toContain(JSON.stringify(settings));
    expect(shown).toContain('---');
  });

  it('keeps nothing of what a provider gives to sets', () => {
    const shown = textOf({
      kind: 'ResourceSetInputProvider',
      spec: { type: 'Static', defaultValues: { token: 'hunter' } },
    });
    expect(shown).not.toContain('hunter');
    expect(shown).toContain('Static');
  });

  it('keeps nothing of the templates of External Secrets', () => {
    const template = { type: 'Opaque', data: { password: 'hunter' }, templateFrom: [{ literal: 'a: hunter' }] };
    expect(textOf({ kind: 'ExternalSecret', spec: { target: { name: 'a', template } } })).toBe(
      '{"kind":"ExternalSecret","spec":{"target":{"name":"a","template":{"type":"Opaque","data":{"password":"(secret)"},"templateFrom":[{"literal":"(secret)"}]}}}}',
    );
    const externalSecretSpec = { target: { template } };
    expect(textOf({ kind: 'ClusterExternalSecret', spec: { externalSecretSpec } })).not.toContain('hunter');
    expect(textOf({ kind: 'PushSecret', spec: { template } })).not.toContain('hunter');
  });

  it('shows no password of a URL', () => {
    expect(asShown('{"url":"https://u:hunter@example.org"}')).toBe('{"url":"https://u:…@example.org"}');
  });

  it.each([
    ['Kustomization', operation('/spec/postBuild/substituteFrom', [{ kind: 'Secret', name: 'a' }])],
    ['Kustomization', operation('/spec/patches', [{ target: { kind: 'HelmRelease' }, patch: 'a: b' }])],
    ['ConfigMap', operation('/data/a', 'b')],
    ['ResourceSet', operation('/spec/resources/0', { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } })],
  ])('leaves alone a patch of a %s without one: %s', (kind, patch) => {
    const json = { kind: 'Kustomization', spec: { patches: [{ target: { kind }, patch }] } };
    expect(redactor.object(json)).toEqual(json);
  });

  it('leaves alone what is not a secret', () => {
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

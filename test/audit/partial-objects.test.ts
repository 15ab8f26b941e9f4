import { describe, expect, it } from 'vitest';
import { bootstrapped, type Files, found, kustomization } from './repository.js';

const web = (files: Files): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/web.yaml': kustomization('web'),
  ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`web/${path}`, text])),
});

describe('an object of which the tree has a part', () => {
  const deployment = (annotations: string, image = 'a:1') => `apiVersion: apps/v1
kind: Deployment
metadata: { name: coredns, namespace: kube-system, annotations: { ${annotations} } }
spec:
  selector: { matchLabels: { a: a } }
  template:
    metadata: { labels: { a: a } }
    spec:
      initContainers: [{ name: a, image: ${image} }]
      containers: []
`;

  it('need not be valid if Flux merges it into what something else makes', async () => {
    expect(await found(web({ 'a.yaml': deployment('') }), /FX315/)).toEqual(['error FX315 web/a.yaml:10']);
    expect(await found(web({ 'a.yaml': deployment('kustomize.toolkit.fluxcd.io/ssa: merge') }), /FX315/)).toEqual([]);
    expect(await found(web({ 'a.yaml': deployment('kustomize.toolkit.fluxcd.io/ssa: merge', '1') }), /FX315/)).toEqual([
      'error FX315 web/a.yaml:9',
    ]);
  });

  it('may have nothing but metadata, if something else makes it', async () => {
    const route = (rest: string) =>
      `apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: a, namespace: b${rest} }\n`;
    const annotated = route(', annotations: { a: b }');
    expect(await found(web({ 'a.yaml': annotated }), /FX315/)).toEqual(['notice FX315 web/a.yaml:1']);
    expect(await found(web({ 'a.yaml': route('') }), /FX315/)).toEqual(['error FX315 web/a.yaml:1']);
    const encrypted = {
      ...web({
        'a.yaml': `${route(', annotations: { a: "ENC[AES256_GCM,data:x]" }')}sops: { mac: "ENC[x]", age: [] }\n`,
      }),
      'clusters/prod/web.yaml': kustomization('web', '  decryption: { provider: sops, secretRef: { name: age } }\n'),
    };
    expect(await found(encrypted, /FX315/)).toEqual(['notice FX315 web/a.yaml:1']);
    expect(await found(web({ 'a.yaml': `${annotated}spec: { rules: {} }\n` }), /FX315/)).toEqual([
      'error FX315 web/a.yaml:4',
    ]);
  });

  it('may have a status, which the API server takes out', async () => {
    const pool = (status: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: pools.example.org }
spec:
  group: example.org
  scope: Namespaced
  names: { plural: pools, singular: pool, kind: Pool, listKind: PoolList }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            status: { type: object, required: [free], properties: { free: { type: integer } } }
---
apiVersion: example.org/v1
kind: Pool
metadata: { name: a, namespace: default }
status: ${status}
`;
    expect(await found(web({ 'a.yaml': pool('{}') }), /FX315/)).toEqual([]);
    expect(await found(web({ 'a.yaml': pool('{ free: many }') }), /FX315/)).toEqual(['error FX315 web/a.yaml:22']);
    expect(await found(web({ 'a.yaml': pool('{ free: 1, fre: 1 }') }), /FX315/)).toEqual(['error FX315 web/a.yaml:22']);
  });
});

it.each([
  'configMapGenerator: [{ name: a, files: ["a.json=https://example.org/a.json"] }]',
  'patches: [{ path: "https://example.org/a.yaml" }]',
])('leaves alone what kustomize fetches: %s', async (text) => {
  const list = `resources: [b.yaml]\n${text}\n`;
  const b = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: b, namespace: default }\ndatta: {}\n';
  expect(await found(web({ 'kustomization.yaml': list, 'b.yaml': b }), /FX315|FX84|FX307/)).toEqual([
    'warning FX315 web/b.yaml:4',
  ]);
});

export interface TestCrd {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** The CustomResourceDefinition of a kind of `example.org/v1`. */
export const crdOf = (kind: string, schema: object, scope: 'Cluster' | 'Namespaced' = 'Namespaced'): TestCrd => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.example.org` },
  spec: {
    group: 'example.org',
    scope,
    names: { kind, plural: `${kind.toLowerCase()}s` },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
});

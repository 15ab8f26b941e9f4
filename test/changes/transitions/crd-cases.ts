import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';

const crd = (schema: JsonObject): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'as.b.c' },
  spec: {
    group: 'b.c',
    names: { kind: 'A', plural: 'as' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', ...schema } } }],
  },
});
const field = (schema: JsonObject, rest: JsonObject = {}) => ({
  properties: { spec: { type: 'object', properties: { a: schema }, ...rest } },
});
const text = { type: 'string' };

/** Schemas of CRDs. */
export const crdCases: readonly TransitionCase[] = [
  {
    label: 'fields of a CRD',
    of: crd,
    bad: [[{ properties: { spec: { type: 'object', properties: { a: text, b: text } } } }, field(text)]],
    says: 'notice FX559',
    good: [
      [field(text), { properties: { spec: { type: 'object', properties: { a: text, b: text } } } }],
      [
        { properties: { status: { type: 'object', properties: { a: text } } } },
        { properties: { status: { type: 'object', properties: {} } } },
      ],
      [field(text), { properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
    ],
  },
  {
    label: 'what a CRD refuses',
    of: crd,
    bad: [
      [field(text), field(text, { required: ['a'] })],
      [field(text), field({ type: 'integer' })],
      [field({ type: 'array', items: text }), field({ type: 'array', items: { type: 'object' } })],
    ],
    says: 'notice FX559',
    good: [
      [field(text, { required: ['a'] }), field(text)],
      [field({ type: 'integer' }), field({ type: 'number' })],
      [field(text), field({ 'x-kubernetes-int-or-string': true })],
      [field(text), field({ type: 'string', default: 'x' }, { required: ['a'] })],
    ],
  },
];

import { ApiObject } from 'cdk8s';
import { expect, it } from 'vitest';
import { addon, diagnosticsOf } from '../../support/synthesize.js';

const policy = (expression: string) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'guard' },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
    },
    validations: [{ expression }],
  },
});
const crd = (rule: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { a: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 9 } } },
                'x-kubernetes-validations': [{ rule }],
              },
            },
          },
        },
      },
    ],
  },
});
const said = (json: object, kubernetes?: string) =>
  diagnosticsOf(
    {
      first: [
        addon('web', {
          build: (scope) => {
            new ApiObject(scope, 'object', json as never);
          },
        }),
      ],
    },
    { options: { kubernetes } },
  ).map(({ code, message }) => `${code} ${message.replace(/^.*expression" |^.*rule" /, '')}`);

it.each([
  ["semver('1.0.0').major() == 1", 'semver', '1.34'],
  ['[1, 2].distinct().size() == 2', 'distinct', '1.35'],
  ['[2, 1].sortBy(x, x)[0] == 1', 'sortBy', '1.35'],
  ['lists.range(3).size() == 3', 'lists.range', '1.35'],
])("%s is refused where the cluster's Kubernetes doesn't have it", (expression, name, since) => {
  for (const object of [policy(expression), crd(expression)]) {
    expect(said(object, '1.33')).toEqual([`FX316 calls "${name}", which Kubernetes ${since} has and 1.33 doesn't`]);
    expect(said(object, since)).toEqual([]);
    expect(said(object)).toEqual([]);
  }
});

it('what every supported release has is taken', () => {
  const old = "quantity('1').isLessThan(quantity('2')) && [1].all(i, x, i < x) && ip('1.1.1.1').family() == 4";
  expect(said(policy(old), '1.33')).toEqual([]);
  expect(said(crd(old), '1.33')).toEqual([]);
});

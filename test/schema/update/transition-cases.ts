import type { JsonObject } from '../../../src/json/json-value.js';
import { casesOf, manifest, type UpdateCase } from './update-case.js';

const rule = (text: string, more: JsonObject = {}) => ({ 'x-kubernetes-validations': [{ rule: text, ...more }] });
const text = { type: 'string', maxLength: 20 };
const same = 'self == oldSelf';
const item = { type: 'object', properties: { name: text, size: { type: 'integer', ...rule('self >= oldSelf') } } };

/** A kind whose fields each have a transition rule of another form. */
const gadgets = manifest(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  {
    metadata: { name: 'gadgets.example.org' },
    spec: {
      group: 'example.org',
      scope: 'Namespaced',
      names: { kind: 'Gadget', plural: 'gadgets', listKind: 'GadgetList', singular: 'gadget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                spec: {
                  type: 'object',
                  properties: {
                    role: { ...text, ...rule(same, { message: 'role is immutable' }) },
                    mode: { ...text, default: 'auto', ...rule(same) },
                    replicas: { type: 'integer', ...rule('self >= oldSelf', { message: 'may not shrink' }) },
                    once: text,
                    optional: {
                      ...text,
                      ...rule('!oldSelf.hasValue() || oldSelf.value() == self', { optionalOldSelf: true }),
                    },
                    items: {
                      type: 'array',
                      maxItems: 5,
                      'x-kubernetes-list-type': 'map',
                      'x-kubernetes-list-map-keys': ['name'],
                      items: { ...item, required: ['name'] },
                    },
                    tags: {
                      type: 'object',
                      maxProperties: 5,
                      additionalProperties: { ...text, ...rule(same) },
                    },
                    list: { type: 'array', maxItems: 5, items: text, ...rule('oldSelf.all(one, one in self)') },
                    network: { type: 'object', properties: { cidr: text, mtu: { type: 'integer' } }, ...rule(same) },
                    free: text,
                  },
                  ...rule('!has(oldSelf.once) || has(self.once)', { message: 'once can not be removed' }),
                },
              },
            },
          },
        },
      ],
    },
  },
  false,
);
const gadget = manifest('example.org/v1', 'Gadget', {
  spec: {
    role: 'a',
    replicas: 2,
    once: 'b',
    optional: 'c',
    items: [
      { name: 'x', size: 1 },
      { name: 'y', size: 2 },
    ],
    tags: { a: 'b' },
    list: ['a'],
    network: { cidr: '10.0.0.0/8', mtu: 1500 },
    free: 'd',
  },
});
const spec = (changes: JsonObject): JsonObject => ({ spec: changes });

/** Updates that transition rules judge: of this kind, and of kinds that the package has. */
export const transitionCases: readonly UpdateCase[] = casesOf(gadget, {
  'self == oldSelf': [spec({ role: 'b' }), 'refused'],
  'a field that is taken out': [spec({ role: undefined }), 'taken'],
  'a default that is spelled out': [spec({ mode: 'auto' }), 'taken'],
  'another value than the default': [spec({ mode: 'manual' }), 'refused'],
  'a value that may grow': [spec({ replicas: 3 }), ['taken', 'refused']],
  'a field that may only be set': [spec({ once: undefined }), ['refused', 'taken']],
  "a field that is set, by its parent's rule": [spec({ once: 'c' }), 'taken'],
  'an optional oldSelf': [spec({ optional: 'd' }), 'refused'],
  'an optional oldSelf that is absent': [spec({ optional: undefined }), 'taken'],
  'an item of a map, in another place': [
    spec({
      items: [
        { name: 'y', size: 2 },
        { name: 'x', size: 1 },
      ],
    }),
    'taken',
  ],
  'a smaller item of a map': [
    spec({
      items: [
        { name: 'x', size: 1 },
        { name: 'y', size: 1 },
      ],
    }),
    ['refused', 'taken'],
  ],
  'another item of a map': [
    spec({
      items: [
        { name: 'x', size: 1 },
        { name: 'z', size: 1 },
      ],
    }),
    'taken',
  ],
  'a member of an object': [spec({ tags: { a: 'c' } }), 'refused'],
  'another member of an object': [spec({ tags: { b: 'c' } }), 'taken'],
  'a list that may only get longer': [spec({ list: ['a', 'b'] }), ['taken', 'refused']],
  'an object as a whole': [spec({ network: { mtu: 9000 } }), 'refused'],
  'a field without a rule': [spec({ free: 'e' }), 'taken'],
}).map((one) => ({ ...one, needs: [gadgets], label: one.label.replace('Gadget', 'rule') }));

/** The same of kinds whose CRDs the package has. */
export const packageTransitionCases: readonly UpdateCase[] = [
  ...casesOf(
    manifest('gateway.networking.k8s.io/v1', 'GatewayClass', { spec: { controllerName: 'example.org/a' } }, false),
    {
      controllerName: [spec({ controllerName: 'example.org/b' }), 'refused'],
      description: [spec({ description: 'a' }), 'taken'],
    },
  ),
  ...casesOf(
    manifest(
      'karpenter.sh/v1',
      'NodePool',
      {
        spec: {
          template: {
            spec: {
              nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'a' },
              requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] }],
            },
          },
        },
      },
      false,
    ),
    {
      'the kind of its class': [spec({ template: { spec: { nodeClassRef: { kind: 'OtherClass' } } } }), 'refused'],
      'the name of its class': [spec({ template: { spec: { nodeClassRef: { name: 'b' } } } }), 'taken'],
      replicas: [spec({ replicas: 2 }), 'refused'],
      weight: [spec({ weight: 2 }), 'taken'],
    },
  ),
];

import { expect, test } from 'vitest';
import { withKubernetesRules } from '../../src/kinds/kubernetes-rules.js';
import { openNativeAsts } from '../../src/schema/cel/shipped-ast.js';

const kubernetes = {
  kinds: { core: { Pod: { v1: 'core.v1.Pod' } } },
  defs: {
    'core.v1.Pod': {
      type: 'object',
      properties: { name: { type: 'string' }, args: { type: 'array', items: { type: 'string' } }, spec: { $ref: 'x' } },
    },
  },
};

const merge = (text: string) => {
  const merged = withKubernetesRules(kubernetes, new Map([['rules.yaml', text]]), openNativeAsts());
  return { def: merged.kubernetes.defs['core.v1.Pod'], problems: merged.problems.map(({ message }) => message) };
};

test('fields and rules become part of the type', () => {
  const { def, problems } = merge(`
core.v1.Pod:
  fields:
    name: { required: true, pattern: ^a, upstream: ValidateName }
    args[]: { maxLength: 3, upstream: ValidateArgs }
  rules:
    - { each: 'args[], more{}', rule: self.name != item, path: 'a.b[0]', message: m, fix: f, upstream: u, since: '1.34' }
    - { each: 'args[]', unique: item, message: m, fix: f, upstream: u }
`);
  expect(problems).toEqual([]);
  expect(def).toEqual({
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, pattern: '^a' },
      args: { type: 'array', items: { type: 'string', maxLength: 3 } },
      spec: { $ref: 'x' },
    },
    'x-fluxspan-rules': [
      {
        ast: ['!=', 'self.name', 'item'],
        each: ['args[]', 'more{}'],
        path: ['a', 'b', 0],
        message: 'm',
        fix: 'f',
        upstream: 'u',
        since: '1.34',
      },
      { ast: 'item', unique: true, each: ['args[]'], message: 'm', fix: 'f', upstream: 'u' },
    ],
  });
  expect(merge("core.v1.Pod: { since: { name: '1.34' } }").def).toHaveProperty('x-fluxspan-since', { name: '1.34' });
  expect(kubernetes.defs['core.v1.Pod']).not.toHaveProperty('required');
});

test.each([
  ['core.v1.Pot: {}', 'schemas/kubernetes has no type "core.v1.Pot"'],
  ['core.v1.Pod: { fields: { nam: { upstream: u } } }', 'core.v1.Pod.nam: the type has no such field'],
  ['core.v1.Pod: { fields: { name: { minimum: 1 } } }', 'core.v1.Pod.name lacks "upstream"'],
  [
    'core.v1.Pod: { fields: { spec: { minLength: 1, upstream: u } } }',
    'core.v1.Pod.spec is a type of its own, which others use too',
  ],
  ["core.v1.Pod: { since: { nam: '1.34' } }", 'core.v1.Pod.nam: the type has no such field'],
  ['core.v1.Pod: { since: { name: newest } }', "core.v1.Pod.name: not a version such as '1.34'"],
  ['core.v1.Pod: { since: [name] }', 'core.v1.Pod: "since" isn\'t a map of fields'],
  ['core.v1.Pod: { rules: [{ rule: "true", message: m, upstream: u }] }', 'core.v1.Pod, rule 1 lacks "fix"'],
  ['core.v1.Pod: { rules: [{ rule: "self.", message: m, fix: f, upstream: u }] }', 'core.v1.Pod, rule 1: '],
  [
    'core.v1.Pod: { rules: [{ rule: "other", message: m, fix: f, upstream: u }] }',
    'core.v1.Pod, rule 1: Unknown variable: other',
  ],
  [
    'core.v1.Pod: { rules: [{ unique: self, message: m, fix: f, upstream: u }] }',
    'core.v1.Pod, rule 1 has "unique", which needs "each"',
  ],
  ['core.v1.Pod: { rules: [{ rule: "self.base64()", message: m, fix: f, upstream: u }] }', 'core.v1.Pod, rule 1: '],
])('%s is refused', (text, message) => {
  expect(merge(text).problems).toEqual([expect.stringContaining(message)]);
});

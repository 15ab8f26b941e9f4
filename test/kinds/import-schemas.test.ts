import { expect, test } from 'vitest';
import { importSchemas } from '../../src/kinds/import-schemas.js';

const crd = (schema: object): string =>
  JSON.stringify({
    kind: 'CustomResourceDefinition',
    spec: {
      group: 'example.org',
      names: { kind: 'Thing' },
      versions: [{ name: 'v1', schema: { openAPIV3Schema: schema } }],
    },
  });

const rulesOf = (schema: object): unknown => {
  const { files } = importSchemas(new Map([['thing.yaml', crd(schema)]]), undefined, (rule) =>
    rule === 'no' ? undefined : [rule],
  );
  return (JSON.parse(files.get('example.org.json')!) as { rules?: unknown }).rules;
};

test('a group has the AST of every rule that has one, once, in order', () => {
  const validated = (...rules: string[]) => ({
    type: 'object',
    'x-kubernetes-validations': rules.map((rule) => ({ rule })),
  });
  const schema = {
    ...validated('root', 'no'),
    properties: {
      list: { type: 'array', items: validated('item', 'root') },
      map: { type: 'object', additionalProperties: validated('entry "b"') },
      'x-kubernetes-validations': validated('a field of that name'),
    },
  };
  expect(Object.entries(rulesOf(schema) as object)).toEqual(
    ['a field of that name', 'entry "b"', 'item', 'root'].map((rule) => [rule, [rule]]),
  );
});

test('a group of few words too, and one without rules has none', () => {
  expect(rulesOf({ 'x-kubernetes-validations': [{ rule: 'a' }] })).toEqual({ a: ['a'] });
  expect(rulesOf({ type: 'object' })).toBeUndefined();
});

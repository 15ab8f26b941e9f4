import { expect, it } from 'vitest';
import { readField } from '../../src/json/read-field.js';

it('reads a field below maps, and nothing where something else is on the way', () => {
  const json = { spec: { replicas: 2, list: [{ a: 1 }], text: 'abc', none: null } };
  expect(readField(json, 'spec.replicas')).toBe(2);
  expect(readField(json, 'spec.none')).toBeNull();
  expect(readField(json, 'spec.none.below')).toBeUndefined();
  expect(readField(json, 'spec.list.0')).toBeUndefined();
  expect(readField(json, 'spec.text.length')).toBeUndefined();
  expect(readField(json, 'other.replicas')).toBeUndefined();
});

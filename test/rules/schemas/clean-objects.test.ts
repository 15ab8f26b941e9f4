import { expect, it } from 'vitest';
import { openCleanKeys } from '../../../src/rules/schemas/clean-objects.js';

it('tells values by their schema and by what they are, in each run alike', () => {
  const [keys, other] = [openCleanKeys(), openCleanKeys()];
  const key = keys.ofValues('{"type":"object"}', { replicas: 2 });
  expect(key).toBeDefined();
  expect(keys.ofValues('{"type":"object"}', { replicas: 2 })).toBe(key);
  expect(other.ofValues('{"type":"object"}', { replicas: 2 })).toBe(key);
  expect(keys.ofValues('{"type":"object"}', { replicas: 3 })).not.toBe(key);
  expect(keys.ofValues('{}', { replicas: 2 })).not.toBe(key);
  expect(keys.ofValues('{}', { replicas: Number.NaN })).toBeUndefined();
});

it('gives a Secret no key', () => {
  const filled = { value: { kind: 'Secret' }, open: [] };
  expect(openCleanKeys().ofObject({ kind: 'Secret' }, filled, '1.35')).toBeUndefined();
  expect(openCleanKeys().ofObject({ kind: 'ConfigMap' }, filled, '1.35')).toBeDefined();
});

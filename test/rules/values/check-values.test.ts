import { describe, expect, test } from 'vitest';
import { printPath } from '../../../src/json/json-path.js';
import { coalesceValues } from '../../../src/rules/values/check-values.js';
import { checkValues } from './value-problems.js';

const closed = (properties: Record<string, unknown>) => ({ type: 'object', properties, additionalProperties: false });

const schema = {
  ...closed({
    replicas: { type: 'integer', minimum: 1 },
    database: closed({ name: { type: 'string' }, user: { type: ['string', 'null'] }, port: { type: 'number' } }),
    settings: closed({ clusterName: { type: 'string' } }),
  }),
  default: { replicas: 1, database: { name: 'x', user: 'y' } },
};

describe('checkValues', () => {
  test('takes what the chart takes', () => {
    expect(checkValues(schema, {})).toEqual([]);
    expect(checkValues(schema, { replicas: 3, database: { user: null } })).toEqual([]);
  });

  test('reports a key that the chart does not read, and the one that was probably meant', () => {
    const values = { clusterName: 'x', replica: 1, database: { database: 'x', username: 'y', nonsense: 1 } };
    expect(checkValues(schema, values).map(({ path, unknown, fix }) => [path, unknown, fix])).toEqual([
      ['clusterName', true, 'did you mean "settings.clusterName"? the chart reads this key there, one level down'],
      ['database.database', true, 'did you mean "database.name"?'],
      ['database.nonsense', true, undefined],
      ['database.username', true, 'did you mean "database.user"?'],
      ['replica', true, 'did you mean "replicas"?'],
    ]);
  });

  test('reports a value that the chart does not take', () => {
    expect(checkValues(schema, { replicas: 0, database: 'x' })).toEqual([
      { path: 'database', message: 'takes an object, not a string', unknown: false },
      { path: 'replicas', message: 'takes at least 1', unknown: false },
    ]);
  });

  test('null takes a default away; where there is none, it is a value', () => {
    const strict = { ...schema, default: { settings: { clusterName: '' } } };
    expect(checkValues(strict, { settings: { clusterName: null } })).toEqual([]);
    expect(checkValues(strict, { database: { port: null } })).toMatchObject([{ path: 'database.port' }]);
  });

  test('what is required may come from the defaults', () => {
    const needs = { ...schema, required: ['replicas'] };
    expect(checkValues(needs, {})).toEqual([]);
    expect(checkValues(needs, { replicas: null })).toMatchObject([
      { message: 'lacks "replicas", which the chart requires' },
    ]);
  });

  test('what the defaults break themselves is not reported, until the user does too', () => {
    const broken = { ...schema, default: { replicas: 0 } };
    expect(checkValues(broken, { database: {} })).toEqual([]);
    expect(checkValues(broken, { replicas: 'x' })).toHaveLength(1);
  });
});

test('coalesceValues merges objects and replaces all else', () => {
  const defaults = { a: { b: 1, c: 2 }, l: [1, 2], n: 1, gone: { x: 1 } };
  expect(coalesceValues(defaults, { a: { c: 3, d: 4 }, l: [9], n: { x: 1 }, gone: null, other: null })).toEqual({
    a: { b: 1, c: 3, d: 4 },
    l: [9],
    n: { x: 1 },
    other: null,
  });
});

test('printPath', () => {
  expect(printPath([])).toBe('');
  expect(printPath(['a', 0, 'b-c', 'kubernetes.io/os', 'd'])).toBe('a[0].b-c["kubernetes.io/os"].d');
});

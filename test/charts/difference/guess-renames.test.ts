import { describe, expect, test } from 'vitest';
import { compareValues } from '../../../src/charts/difference/compare-values.js';
import { printSchemaPath } from '../../../src/charts/difference/schema-path.js';

type Tree = { readonly [key: string]: unknown };

/** The schema of a chart whose values are those of its defaults. */
const schemaOf = (value: unknown): Record<string, unknown> => {
  if (Array.isArray(value)) return { type: 'array' };
  if (typeof value !== 'object' || value === null) return { type: typeof value };
  const properties = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, schemaOf(child)]));
  return Object.keys(properties).length === 0
    ? { type: 'object' }
    : { type: 'object', properties, additionalProperties: false };
};
const told = (from: Tree, to: Tree): readonly string[] =>
  compareValues({ ...schemaOf(from), default: from }, { ...schemaOf(to), default: to }).map((change) =>
    change.kind === 'renamed'
      ? `${printSchemaPath(change.path)} → ${printSchemaPath(change.to)}`
      : `${change.kind} ${printSchemaPath(change.path)}`,
  );

describe('is guessed:', () => {
  test.each<[string, Tree, Tree, readonly string[]]>([
    [
      'a word less',
      { podPriorityClassName: '' },
      { priorityClassName: '' },
      ['podPriorityClassName → priorityClassName'],
    ],
    ['a plural', { w: { replica: 1 } }, { w: { replicas: 1 } }, ['w.replica → w.replicas']],
    [
      'another name with the same default',
      { image: { name: 'traefik/hub', tag: '' } },
      { image: { repository: 'traefik/hub', tag: '' } },
      ['image.name → image.repository'],
    ],
    [
      'a map with what it holds, and what changes in it',
      { webhook: { port: 1, host: 'a', path: '/b', cert: 'c', retries: 3 } },
      { admission: { port: 2, host: 'a', path: '/b', cert: 'c', retries: 3 } },
      ['webhook → admission', 'default webhook.port'],
    ],
    [
      'a key that moves',
      { hostNetwork: false, a: 1 },
      { pod: { hostNetwork: false }, a: 1 },
      ['hostNetwork → pod.hostNetwork'],
    ],
    [
      'one key of a map that goes',
      { old: { priorityClass: 'system-node', x: 1, y: 'q' }, keep: 1 },
      { next: { priorityClass: 'system-node', z: true }, keep: 1 },
      ['removed old.x', 'removed old.y', 'old.priorityClass → next.priorityClass', 'added next.z'],
    ],
    ['the same words in two keys', { installCRDs: true }, { crds: { install: true } }, ['installCRDs → crds.install']],
    [
      'where the keys beside it move, though others are like it',
      { startupProbe: { path: '/s' }, livenessProbe: { path: '/l' }, hostNetwork: false },
      {
        admission: { startupProbe: { path: '/s' }, livenessProbe: { path: '/l' }, hostNetwork: false },
        background: { hostNetwork: false },
        cleanup: { hostNetwork: false },
      },
      [
        'hostNetwork → admission.hostNetwork',
        'livenessProbe → admission.livenessProbe',
        'startupProbe → admission.startupProbe',
        'added background',
        'added cleanup',
      ],
    ],
  ])('%s', (_, from, to, expected) => {
    expect(told(from, to)).toEqual(expected);
  });
});

test('a key that is still read, and that the defaults no longer have', () => {
  const schema = schemaOf({ externalVM: { read: { url: 'a' } }, external: { vm: { read: { url: 'a' } } } });
  const url = { read: { url: 'http://vm' } };
  const changes = compareValues(
    { ...schema, default: { externalVM: url } },
    { ...schema, default: { external: { vm: url } } },
  );
  expect(changes).toMatchObject([{ kind: 'renamed', path: ['externalVM'], to: ['external', 'vm'], isStillRead: true }]);
});

test('of defaults that are told in part with a renamed key, the rest is told', () => {
  const vm = { read: { url: 'http://vm' } };
  const schema = schemaOf({ externalVM: vm, external: { vm, grafana: { host: '' } } });
  const changes = compareValues(
    { ...schema, default: { externalVM: vm } },
    { ...schema, default: { external: { vm, grafana: { host: 'g' } } } },
  );
  expect(changes).toMatchObject([
    { kind: 'renamed', to: ['external', 'vm'] },
    { kind: 'default', path: ['external', 'grafana'], from: undefined, to: { host: 'g' } },
  ]);
});

describe('is not guessed:', () => {
  test.each<[string, Tree, Tree]>([
    ['another type', { replica: 1 }, { replicas: 'x' }],
    [
      'a common name elsewhere',
      {
        a: { enabled: true },
        b: { enabled: true },
        c: { enabled: true },
        d: { enabled: true },
        gone: { enabled: true },
      },
      {
        a: { enabled: true },
        b: { enabled: true },
        c: { enabled: true },
        d: { enabled: true },
        fresh: { enabled: true, x: 1 },
      },
    ],
    ['two candidates alike', { w: { hostName: '' } }, { w: { hostNameA: '', hostNameB: '' } }],
    ['nothing alike', { colour: 'red' }, { size: 'big' }],
  ])('%s', (_, from, to) => {
    expect(told(from, to).filter((text) => text.includes('→'))).toEqual([]);
  });
});

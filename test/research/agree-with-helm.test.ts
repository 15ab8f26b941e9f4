import { expect, it } from 'vitest';
import { disagreements, marksByHelm } from '../../research/agree-with-helm.js';
import type { ObjectDiff } from '../../src/diff/compare-states.js';

const object = (kind: string, name: string, metadata = '', spec = '{}') =>
  `---\napiVersion: apps/v1\nkind: ${kind}\nmetadata: { name: ${name}${metadata} }\nspec: ${spec}\n`;
const pods = (version: string) =>
  `{ template: { metadata: { labels: { app.kubernetes.io/version: '${version}' } } }, replicas: 1 }`;
const chart = (version: string) => `, labels: { helm.sh/chart: web-${version} }`;
const HOOK = ', annotations: { helm.sh/hook: pre-upgrade }';
const KEPT = ', annotations: { helm.sh/resource-policy: keep }';

const old = [
  object('A', 'same', chart('1')),
  object('A', 'spec', '', '{ replicas: 1 }'),
  object('A', 'pods', '', pods('1')),
  object('A', 'hook', HOOK, pods('1')),
  object('A', 'old-hook', HOOK),
  object('A', 'kept', KEPT),
  object('A', 'gone'),
  object('A', 'random', '', '{ made: x }'),
].join('');
const now = (made: string) =>
  [
    object('A', 'same', chart('2')),
    object('A', 'spec', '', '{ replicas: 2 }'),
    object('A', 'pods', '', pods('2')),
    object('A', 'hook', HOOK, pods('2')),
    object('A', 'new', ', namespace: other'),
    object('A', 'random', '', `{ made: ${made} }`),
  ].join('');

const byHelm = marksByHelm([old, now('y'), now('z')], 'web');

it('tells by the text of helm template alone which objects change', () => {
  expect(Object.fromEntries(byHelm)).toEqual({
    'apps/A/spec in web': '~',
    'apps/A/pods in web': '~',
    'apps/A/kept in web': '○',
    'apps/A/gone in web': '-',
    'apps/A/new in other': '+',
  });
});

it('tells where a diff says otherwise, both ways', () => {
  const diff = (mark: string, name: string, namespace = 'web') =>
    ({ mark, id: { group: 'apps', kind: 'A', name, namespace } }) as ObjectDiff;
  const right = [diff('±', 'spec'), diff('~', 'pods'), diff('○', 'kept'), diff('-', 'gone'), diff('+', 'new', 'other')];
  expect(disagreements(byHelm, right, 'web')).toEqual([]);
  expect(disagreements(byHelm, [...right.slice(1, 4), diff('~', 'new', 'other'), diff('~', 'same')], 'web')).toEqual([
    'apps/A/spec in web: helm template ~, diff the same',
    'apps/A/new in other: helm template +, diff ~',
    'apps/A/same in web: helm template the same, diff ~',
  ]);
});

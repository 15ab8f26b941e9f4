import { expect, test } from 'vitest';
import { compareValues } from '../../src/charts/difference/compare-values.js';
import { openRedactor } from '../../src/diff/redact.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { openPatterns } from '../../src/schema/patterns.js';
import { affectedBy } from '../../src/upgrade/affected-values.js';
import type { ChartRelease } from '../../src/upgrade/find-releases.js';

const closed = (properties: Record<string, unknown>, defaults: object = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  default: defaults,
});
const number = { type: 'number' };
const string = { type: 'string' };
const releaseOf = (values: JsonObject, more: Partial<ChartRelease> = {}) =>
  ({
    cluster: 'dev',
    addon: 'web',
    object: 'HelmRelease/web',
    values,
    shownValues: values,
    unlistedValues: {},
    ...more,
  }) as unknown as ChartRelease;
const affected = (from: JsonObject, to: JsonObject, release: ChartRelease) =>
  affectedBy(release, compareValues(from, to), { from, to, version: '2.0.0' }, openPatterns());

test('a value that no longer fits is told once, and what was wrong before is not', () => {
  const from = closed({ port: { type: ['number', 'string'] }, size: number });
  const to = closed({ port: number, size: number });
  const { diagnostics, adjusted } = affected(from, to, releaseOf({ port: 'http', size: 'big', typo: 1 }));
  expect(diagnostics).toMatchObject([{ code: 'FX418', kind: 'type', at: { path: 'spec.values.port' } }]);
  expect(adjusted).toEqual({ size: 'big', typo: 1 });
});

test('a value below a renamed map is looked for below its new name', () => {
  const probe = { path: string, port: number, period: number, host: string };
  const from = closed({ probe: closed(probe), a: string });
  const to = closed({ health: closed({ probe: closed(probe) }), a: string });
  const { diagnostics, adjusted, sets } = affected(from, to, releaseOf({ probe: { port: 1 }, a: 'x' }));
  expect(diagnostics[0]!.fix).toContain('likely it is "health.probe" now');
  expect(adjusted).toEqual({ a: 'x', health: { probe: { port: 1 } } });
  expect([...sets]).toMatchObject([{ kind: 'renamed' }]);
});

test('a default that changes concerns who does not set it, also by null above it', () => {
  const from = closed({ image: closed({ tag: string }), size: number }, { image: { tag: '1' }, size: 1 });
  const to = closed({ image: closed({ tag: string }), size: number }, { image: { tag: '2' }, size: 2 });
  const taken = (values: JsonObject) =>
    [...affected(from, to, releaseOf(values)).takes].map(({ path }) => path.join('.'));
  expect(taken({})).toEqual(['image.tag', 'size']);
  expect(taken({ image: { tag: '3' } })).toEqual(['size']);
  expect(taken({ image: null })).toEqual(['size']);
});

test("unlisted values are nobody's concern", () => {
  const unlistedValues = { extra: { value: 1, reason: 'a template reads it' } };
  const release = releaseOf({ extra: 1 }, { unlistedValues });
  expect(affected(closed({ extra: number }), closed({}), release).diagnostics).toEqual([]);
});

test('of a value from a Secret nothing is told', () => {
  const { value } = openRedactor();
  const release = releaseOf({ mode: 'hunter2' }, { shownValues: { mode: value('hunter2') } });
  const { diagnostics, adjusted } = affected(closed({ mode: string }), closed({ mode: { enum: ['a', 'b'] } }), release);
  expect(diagnostics).toMatchObject([{ kind: 'type' }]);
  expect(JSON.stringify([diagnostics, adjusted])).not.toContain('hunter2');
});

test('every rename of what a release sets is made, also of a key that templates still look at', () => {
  const both = closed({ old: number, new: number, part: closed({ a: number }) });
  const renamed = (path: readonly string[], to: readonly string[]) =>
    ({ kind: 'renamed', path, to, schema: number, isStillRead: true }) as const;
  const changes = [renamed(['old'], ['new']), renamed(['part', 'a'], ['more', 'a'])];
  const pair = { from: both, to: closed({ old: number, new: number, more: closed({ a: number }) }), version: '2.0.0' };
  const adjusted = (values: JsonObject) => affectedBy(releaseOf(values), changes, pair, openPatterns()).adjusted;
  expect(adjusted({ old: 1 })).toEqual({ new: 1 });
  expect(adjusted({ part: { a: 2 } })).toEqual({ more: { a: 2 } });
  // What is set at both stays.
  expect(adjusted({ old: 1, new: 2 })).toBeUndefined();
});

test('a value that the new version only reads to refuse it is gone, and is told with what the chart says', () => {
  const from = closed({ replicaCount: number, size: number }, { replicaCount: 1 });
  const refused = (text: string) => ({ enum: [false, null], 'x-refused': text });
  const to = closed(
    { replicaCount: refused('use replicas instead'), size: refused('size went away'), replicas: number },
    { replicas: 1 },
  );
  const { diagnostics, adjusted, sets } = affected(from, to, releaseOf({ replicaCount: 2, size: 1 }));
  expect(diagnostics).toMatchObject([
    {
      message: 'version 2.0.0 of the chart refuses the value "replicaCount": "use replicas instead"',
      fix: 'likely it is "replicas" now, by its name and default: move it there in the change that upgrades the chart',
      kind: 'unread',
    },
    { message: 'version 2.0.0 of the chart refuses the value "size": "size went away"', kind: 'unread' },
  ]);
  expect(adjusted).toEqual({ replicas: 2 });
  expect([...sets]).toMatchObject([{ kind: 'removed' }, { kind: 'renamed' }]);
});

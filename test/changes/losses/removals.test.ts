import { describe, expect, it } from 'vitest';
import type { EffectRow } from '../../../src/knowledge/form/effect.js';
import { removalPlaces } from '../../knowledge/effect-places.js';
import { checks, lost, tryFindCase } from './take-out.js';

const rows = [...new Map(removalPlaces.map(({ row, name }) => [row, name]))];
const kindsOf = (row: EffectRow): readonly string[] => [row.on].flat();

describe('the removal of an object', () => {
  it.each(checks)('of $type loses $loses', (one) => {
    expect(lost(one)).toBe(one.loses);
  });

  it('has a case that fails without the row, for each kind of each row', () => {
    expect(removalPlaces.length).toBeGreaterThan(150);
    // With a path, the row is about a change instead.
    const unneeded = removalPlaces.filter(({ row, on }) => tryFindCase(row, [on], { at: [] }) === undefined);
    expect(
      unneeded.map(({ name }) => name),
      'write a case in removal-cases.ts: an object that only this row reports',
    ).toEqual([]);
  });

  it('has a case for each setting that keeps what goes along', () => {
    const policies = rows.flatMap(([row, name]) => (row.keeps ?? []).map((policy) => ({ row, name, policy })));
    expect(policies.length).toBeGreaterThan(20);
    const unneeded = policies.filter(
      ({ row, policy }) =>
        tryFindCase(row, kindsOf(row), { keeps: row.keeps!.filter((one) => one !== policy) }) === undefined,
    );
    expect(
      unneeded.map(({ name, policy }) => `${name}: ${policy.setting}`),
      'write the setting into `kept` of a case',
    ).toEqual([]);
  });

  it('has a case for each pattern of kinds that a row excludes', () => {
    const patterns = rows.flatMap(([row, name]) => (row.except ?? []).map((pattern) => ({ row, name, pattern })));
    expect(patterns.length).toBeGreaterThan(5);
    const unneeded = patterns.filter(
      ({ row, pattern }) =>
        tryFindCase(row, kindsOf(row), { except: row.except!.filter((one) => one !== pattern) }) === undefined,
    );
    expect(
      unneeded.map(({ name, pattern }) => `${name}: ${pattern}`),
      'write such a kind into harmlessKinds, or drop the pattern',
    ).toEqual([]);
  });
});

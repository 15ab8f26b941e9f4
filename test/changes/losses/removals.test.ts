import { describe, expect, it } from 'vitest';
import { tryReadId } from '../../../src/applied/object-id.js';
import type { EffectRow } from '../../../src/knowledge/form/effect.js';
import { isAbout, removalPlaces } from '../../knowledge/effect-places.js';
import { lossOf } from './loss-of.js';
import { harmlessKinds, type RemovalCase, removalCases, type Settings } from './removal-cases.js';

const objectOf = (type: string, { spec = {}, annotations = {}, finalizers = [] }: Settings = {}) => {
  const at = type.lastIndexOf('/');
  return {
    apiVersion: type.slice(0, at),
    kind: type.slice(at + 1),
    metadata: { name: 'x', namespace: 'apps', annotations, finalizers: [...finalizers] },
    spec,
  };
};

/** The removals of all cases, with what goes along; `undefined` where nothing does. */
const checks = [
  ...removalCases.flatMap(({ type, loses, isUnproven, kept = [], ...settings }: RemovalCase) => [
    { type, json: objectOf(type, settings), loses: isUnproven === true ? `${loses} (not proven)` : loses },
    ...kept.map((one) => ({ type, json: objectOf(type, one), loses: undefined })),
  ]),
  ...harmlessKinds.map((type) => ({ type, json: objectOf(type), loses: undefined })),
];
type Check = (typeof checks)[number];

const lost = ({ json }: Check): string | undefined => {
  const loss = lossOf(json);
  return loss?.isUnproven === true ? `${loss.loses} (not proven)` : loss?.loses;
};

/** A case that fails if a row has these fields instead of its own. */
const tryFindCase = (row: EffectRow, on: readonly string[], other: Partial<EffectRow>): string | undefined => {
  const about = checks.filter(({ json }) => on.some((one) => isAbout({ on: one }, tryReadId(json)!)));
  const own = { at: row.at, keeps: row.keeps, except: row.except };
  Object.assign(row, other);
  try {
    return about.find((one) => lost(one) !== one.loses)?.type;
  } finally {
    Object.assign(row, own);
  }
};

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

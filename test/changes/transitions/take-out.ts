import { keyOf, tryReadId } from '../../../src/applied/object-id.js';
import { openTransitions } from '../../../src/changes/transitions/find-transitions.js';
import type { Found } from '../../../src/changes/transitions/found.js';
import { equalJson } from '../../../src/json/equal-json.js';
import type { EffectRow, When } from '../../../src/knowledge/form/effect.js';
import { changePlaces, type EffectPlace, isAbout } from '../../knowledge/effect-places.js';
import { allChanges, type CheckedChange } from './all-changes.js';
import { codesOf, judgeStates, stateOf } from './judge.js';

const anyChange: When = (was, is) => !equalJson(was ?? null, is ?? null);

/** What the engine finds, and the rows that it asked about a field that differs. */
const withAsked = (find: () => readonly Found[]) => {
  const asked = new Set<EffectRow>();
  const rows = new Map(changePlaces.map(({ row }) => [row, row.when]));
  for (const [row, own] of rows) {
    const when: When = (was, is, place) => {
      if (anyChange(was, is, place)) asked.add(row);
      return own!(was, is, place);
    };
    Object.assign(row, { when });
  }
  try {
    return { found: find(), asked };
  } finally {
    for (const [row, when] of rows) Object.assign(row, { when });
  }
};

/** A change of the cases, with what the engine finds in it. */
const openChange = ({ label, says, from, to }: CheckedChange) => {
  const [before, after] = [stateOf(from, {}), stateOf(to, {})];
  const id = tryReadId(from[0]!)!;
  const find = (): readonly Found[] => {
    const [object, next] = [before, after].map(({ objects }) => objects.get(keyOf(id)));
    return object === undefined || next === undefined ? [] : openTransitions(before, after)(object, next);
  };
  /** Whether the change has the diagnostics that its case names. */
  const isAsExpected = (isKept?: (found: Found) => boolean): boolean =>
    codesOf(judgeStates(before, after, isKept)).join() === says.join();
  return { label, says, id, find, isAsExpected, ...withAsked(find) };
};
type OpenChange = ReturnType<typeof openChange>;

const all = allChanges.map(openChange);
const countOf = (row: EffectRow, found: readonly Found[]): number => found.filter(({ by }) => by?.row === row).length;
const isBy = (place: EffectPlace, { by }: Found): boolean => by?.row === place.row && by.at === place.at;
const firing = (place: EffectPlace): readonly OpenChange[] =>
  all.filter(({ id, found }) => isAbout(place, id) && found.some((one) => isBy(place, one)));

/** Whether the engine reports something by the place in a case. */
export const isFired = (place: EffectPlace): boolean => firing(place).length > 0;

/** A case that fails if the place is taken out. */
export const tryFindCaseOf = (place: EffectPlace): string | undefined =>
  firing(place).find(({ isAsExpected }) => !isAsExpected((one) => !isBy(place, one)))?.label;

/** A case that fails if the row reports every change of its field, whatever its condition says. */
export const tryFindNearMiss = (row: EffectRow): string | undefined => {
  const about = all.filter(({ asked }) => asked.has(row));
  const { when } = row;
  Object.assign(row, { when: anyChange });
  try {
    return about.find(({ find, found, isAsExpected }) => countOf(row, find()) > countOf(row, found) && !isAsExpected())
      ?.label;
  } finally {
    Object.assign(row, { when });
  }
};

import type { EffectRow, When } from './effect.js';

/** https://www.postgresql.org/docs/current/upgrading.html, https://dev.mysql.com/doc/refman/8.4/en/downgrading.html */
export const olderData = {
  destroys: 'data that only the newer version reads',
  effect:
    "a database of an older major version doesn't read what a newer one has written: it refuses to start, or worse",
  instead: 'to go back, restore a backup that the older version has made',
};

/** A database that goes back to an older version. */
export const losesNewerData = (on: EffectRow['on'], at: string, when: When): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  ...olderData,
});

/** @param operator the start of the sentence: `CloudNativePG refuses` */
export const refusesOlder = (
  on: EffectRow['on'],
  at: string,
  when: When,
  operator: string,
  effect: string,
): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  says: `asks for an older version, which ${operator}`,
  effect,
  instead: 'revert the change; for an older version, move the data to a new cluster',
});

/** Whether the first numbers of a version decrease: 1 compares the major version, 2 also the minor version. */
export const lower =
  (parts: 1 | 2, read: (value: unknown) => unknown = (value) => value): When =>
  (was, is) => {
    const [old, now] = [was, is].map((one) => numbersOf(read(one)).slice(0, parts));
    const at = old!.findIndex((part, index) => part !== now![index]);
    return at >= 0 && now![at] !== undefined && now![at] < old![at]!;
  };

/** Numbers at the start of a version or tag: `v18.2.4-1` has 18, 2 and 4. */
const numbersOf = (version: unknown): readonly number[] =>
  (/^v?(\d+(?:\.\d+)*)/.exec(String(version ?? ''))?.[1] ?? '').split('.').filter(Boolean).map(Number);

import { fieldsOf } from '../../json/as-shape.js';
import { readField } from '../../json/read-field.js';
import { keepsFewerBackups } from './backups.js';
import type { EffectRow, When } from './effect.js';
import { both, shrinks } from './when.js';

/** What a retention option of pgBackRest counts: https://pgbackrest.org/configuration.html#section-repository */
const sameType =
  (key: string): When =>
  (_, __, { from, to }) => {
    const [old, now] = [from, to].map(
      (json) => fieldsOf(readField(json, 'spec.backups.pgbackrest.global'))[`${key}-type`] ?? 'count',
    );
    return old === now;
  };

/**
 * Options of pgBackRest, as Crunchy's operator and those made from it pass them on.
 * https://pgbackrest.org/configuration.html#section-repository/option-repo-retention-full
 */
export const pgBackRest = (on: string): readonly EffectRow[] =>
  [1, 2, 3, 4].flatMap((repo) =>
    ['full', 'diff'].map((type) => {
      const key = `repo${repo}-retention-${type}`;
      return keepsFewerBackups(on, `spec.backups.pgbackrest.global.'${key}'`, both(shrinks, sameType(key)));
    }),
  );

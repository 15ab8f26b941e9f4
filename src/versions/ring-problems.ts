import { type Diagnostic, diagnose, suggest } from '../diagnostics/index.js';
import { holdEnded, sameInAllRings, unknownRing } from './diagnostics.js';
import { fileAt } from './files.js';
import {
  ringsIn,
  type Versions,
  type VersionsEntry,
  type VersionsList,
  versionsLists,
  wordOf,
} from './parse-versions.js';
import type { Rollout } from './ring.js';

/** An entry of a file of versions. */
export interface NamedEntry extends VersionsEntry {
  readonly list: VersionsList;
  readonly name: string;
}

/** All entries of a file, list by list, in its order. */
export const entriesIn = (versions: Pick<Versions, VersionsList>): readonly NamedEntry[] =>
  (Object.keys(versionsLists) as VersionsList[]).flatMap((list) =>
    [...versions[list]].map(([name, entry]) => ({ ...entry, list, name })),
  );

/** Where the rings of a file don't fit the rollout of the app. */
export const ringFaults = (
  versions: Pick<Versions, VersionsList>,
  rollout: Rollout | undefined,
): readonly Diagnostic[] =>
  entriesIn(versions).flatMap((entry) =>
    ringsIn(entry).flatMap(([name, { keyLine }]) => {
      const what = `${wordOf(entry.list)} "${entry.name}"`;
      const report = (message: string, fix: string) => [
        diagnose(unknownRing, { message, at: { file: fileAt(keyLine) }, fix }),
      ];
      if (rollout === undefined) {
        const fix = "name the rings in order: new FluxApp({ rollout: { dev: ['dev'], prod: ['prod'] } })";
        return report(`${what} has ring "${name}", and the app has no rollout`, fix);
      }
      const ring = rollout.find((one) => one.name === name);
      const later = rollout.slice(1).map((one) => one.name);
      if (ring === undefined)
        return report(`${what} has ring "${name}", which the rollout of the app doesn't have`, suggest(name, later));
      if (ring.index > 0) return [];
      const field = versionsLists[entry.list];
      return report(
        `${what} has ring "${name}" in "rings", and that is the first one of the rollout`,
        `delete it there: "${field}" of the entry is what the first ring gets`,
      );
    }),
  );

/** What is to be said of the rings of a file: entries without any, and holds whose date is over. */
export const ringNotices = (
  versions: Pick<Versions, VersionsList>,
  rollout: Rollout | undefined,
  today: string,
): readonly Diagnostic[] =>
  rollout === undefined
    ? []
    : entriesIn(versions).flatMap((entry) => [
        ...(entry.rings !== undefined || rollout.length === 1
          ? []
          : [
              diagnose(sameInAllRings, {
                message: `${wordOf(entry.list)} "${entry.name}" is the same in all rings: an update reaches all clusters at once`,
                at: { file: fileAt(entry.line) },
                fix: `npx fluxspan promote --init ${entry.name}; or write rings: together, if that is intended`,
              }),
            ]),
        ...endedHolds(entry, today),
      ]);

/** The holds of an entry whose last day is over. */
export const endedHolds = (entry: NamedEntry, today: string): readonly Diagnostic[] =>
  ringsIn(entry).flatMap(([ring, { hold }]) =>
    hold === undefined || hold.until >= today
      ? []
      : [
          diagnose(holdEnded, {
            message: `the hold of ring "${ring}" of ${wordOf(entry.list)} "${entry.name}", by ${hold.by}, ended on ${hold.until}: ${hold.reason}`,
            at: { file: fileAt(hold.line) },
            fix: `promote it (npx fluxspan promote ${entry.name} --to ${ring}), which takes the hold out; or give it another date`,
          }),
        ],
  );

/** A day as holds have it, in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

import { tryFindCase } from '../../test/changes/losses/take-out.js';
import { tryFindCaseOf } from '../../test/changes/transitions/take-out.js';
import { changePlaces, removalPlaces } from '../../test/knowledge/effect-places.js';

const line = (name: string, file: string, found: string | undefined): string =>
  `row\t${name}\t${found === undefined ? 'survives' : `${file}\t${found}`}`;

/** Takes each row out, for each of its kinds and paths: a line of the result, with the case that fails without it. */
export const takeOutRows = (): readonly string[] => [
  ...changePlaces.map((place) =>
    line(place.name, 'test/changes/transitions/transitions.test.ts', tryFindCaseOf(place)),
  ),
  // With a path, the row is about a change instead.
  ...removalPlaces.map(({ name, row, on }) =>
    line(name, 'test/changes/losses/removals.test.ts', tryFindCase(row, [on], { at: [] })),
  ),
];

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Repository } from '../changes/repository.js';
import { clusters, declaredToGo, scriptedWeek } from './scripted-week.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** `FLUXSPAN_WEEKS` is how many weeks each team has: research/scripted-weeks.js runs many. */
const weeks = Number(process.env['FLUXSPAN_WEEKS'] ?? 1);
const teams = (['squash', 'merge'] as const).flatMap((merging, team) =>
  Array.from({ length: weeks }, (_, week) => ({ merging, seed: 37 + team + 2 * week })),
);

describe('a week of ten pull requests side by side', () => {
  it.each(teams)(
    'ends with what the code says, and no check is red for another one: $merging, $seed',
    async (team) => {
      const { red, conflicts, merged, flux, wanted } = await scriptedWeek(repository, team);
      expect(red, merged.join(', ')).toEqual([]);
      // Neighbours in the table of addons, such as a new one next to one that is renamed.
      expect(conflicts.filter((path) => !/^k8s\/clusters\/\w+\/README\.md$/.test(path))).toEqual([]);
      expect(merged).toHaveLength(11);
      for (const name of clusters) {
        expect(flux.get(name)!.live).toEqual(wanted.get(name));
        expect(flux.get(name)!.deleted.filter((key) => !declaredToGo(key))).toEqual([]);
        // The two removals, and the owner that was renamed.
        expect(flux.get(name)!.deleted.length).toBe(7);
        const text = (object: string, addon: string) =>
          repository.read(`k8s/addons/${name}/${addon}/config-map.yaml`).includes(object);
        expect(['a', 'b', 'c'].map((addon) => text('2.0.0', addon))).toEqual([true, true, true]);
        expect(['a', 'd'].map((addon) => text('two', addon))).toEqual([true, true]);
        expect(repository.has(`k8s/clusters/${name}/renamed.yaml`)).toBe(true);
        expect(repository.has(`k8s/clusters/${name}/old.yaml`)).toBe(false);
      }
    },
    120_000,
  );
});

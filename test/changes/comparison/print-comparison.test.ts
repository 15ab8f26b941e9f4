import { expect, it } from 'vitest';
import { printComparison } from '../../../src/changes/comparison/print-comparison.js';
import { synthApp } from '../../../src/synth/synth-app.js';
import { Repository } from '../repository.js';
import { type SampleObject, sampleApp } from '../sample-app.js';

const names = Array.from({ length: 7 }, (_, at) => `c-${at}`);

/** What is printed for a change of the one addon, in each cluster. */
const planOf = async (after: (cluster: string) => readonly SampleObject[]) => {
  const repository = new Repository();
  try {
    const before = [
      { kind: 'ConfigMap', name: 'a', data: 'old' },
      { kind: 'ConfigMap', name: 'b' },
    ];
    const appOf = (objectsOf: typeof after) =>
      sampleApp(Object.fromEntries(names.map((name) => [name, { addons: { web: { objects: objectsOf(name) } } }])));
    const options = { project: repository.folder, base: {} };
    await synthApp(
      appOf(() => before),
      options,
    );
    repository.publish('the clusters');
    const { compared, next } = await synthApp(appOf(after), options);
    return printComparison(compared, next).replaceAll(/ \(since .*\)/g, '');
  } finally {
    repository.remove();
  }
};
const a = { kind: 'ConfigMap', name: 'a', data: 'new' };
const b = { kind: 'ConfigMap', name: 'b' };

it('prints the same changes of several clusters once, and those of a different cluster separately', async () => {
  expect(
    await planOf((cluster) =>
      cluster === 'c-3'
        ? [
            { ...a, data: 'old' },
            { ...b, data: 'x' },
          ]
        : [a, b],
    ),
  ).toBe(
    `6 clusters: 1 to change
  in c-0, c-1, c-2, c-4 and 2 more (--json has all)
  ~ ConfigMap/a in default (web)
c-3: 1 to change
  ~ ConfigMap/b in default (web)
`,
  );
}, 60_000);

it('names every cluster that loses an object', async () => {
  expect(await planOf(() => [a])).toBe(
    `7 clusters: 1 to change, 1 to delete
  in c-0, c-1, c-2, c-3, c-4, c-5, c-6
  ~ ConfigMap/a in default (web)
  - ConfigMap/b in default (web)
`,
  );
}, 60_000);

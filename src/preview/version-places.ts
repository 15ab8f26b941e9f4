import { fileAt } from '../versions/files.js';
import { ringsIn } from '../versions/parse-versions.js';
import type { OpenedVersions } from '../versions/while-recording.js';
import type { Explained } from './explain-value.js';

/** A layer that has the version of a chart. */
const OF_CHART = /^(?:charts of|version where) addon /;

/** With the line of versions.yaml that has a chart's version, where the app read it there, and nothing else has it. */
export const withVersionPlaces = (
  explained: readonly Explained[],
  opened: readonly OpenedVersions[],
): readonly Explained[] => {
  const read = opened.flatMap(({ versions, read: names }) =>
    [...versions.versions]
      .filter(([name]) => names.versions.has(name))
      .flatMap(([, entry]) => [entry, ...ringsIn(entry).map(([, one]) => one)]),
  );
  return explained.map((one) => ({
    ...one,
    layers: one.layers.map((layer) => {
      const same = OF_CHART.test(layer.layer) ? read.filter(({ value }) => JSON.stringify(value) === layer.value) : [];
      const [entry] = same;
      if (entry === undefined || same.length > 1 || layer.at === undefined) return layer;
      return { ...layer, at: `${layer.at}, from ${fileAt(entry.line)}` };
    }),
  }));
};

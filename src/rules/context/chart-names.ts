import type { StateObject } from './rule-state.js';
import { specOf } from './state-index.js';

/**
 * Possible names of a release's chart: its name in the repository, the end of its source's URL, or the name of its
 * source.
 */
export const chartNamesOf = (release: StateObject): readonly string[] => {
  const { chart, chartRef } = specOf(release) as {
    chart?: { spec?: { chart?: string } };
    chartRef?: { name?: string };
  };
  const url = (release.construct as { chartSource?: { url?: string } } | undefined)?.chartSource?.url
    ?.split('/')
    .at(-1);
  return [chart?.spec?.chart, url, chartRef?.name].filter((name) => typeof name === 'string');
};

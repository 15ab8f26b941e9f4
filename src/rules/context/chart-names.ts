import type { StateObject } from './rule-state.js';
import { specOf } from './state-index.js';

/** What the chart of a release may be called: in its repository, at the end of its source's URL, or as its source. */
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

import { HelmRelease, helmChart } from 'fluxspan';
import { expect, it } from 'vitest';
import { type Build, one } from '../rule-programs.js';

const valuesSchema = Object.assign(() => ({}), { text: '{}', version: '1.4.0' });

/** The command that FX629 names for a chart whose types are of another version. */
const commandFor = (url: string, chart: string | undefined, mirrors: object): string | undefined => {
  const settings = { url, version: '2.0.0', valuesSchema, ...(chart === undefined ? {} : { chart }) };
  const web = helmChart(settings as Parameters<typeof helmChart>[0]);
  const build: Build = (scope, { charts }) => {
    new HelmRelease(scope, 'web', { chart: charts['web'] as typeof web });
  };
  const found = one({ charts: { web }, build }, { mirrors }).find(({ code }) => code === 'FX629');
  return found?.fix?.split(' --version')[0];
};

it.each([
  ['oci://example.org/charts/web', undefined, {}, 'oci://example.org/charts/web'],
  [
    'oci://example.org/charts/web',
    undefined,
    { 'oci://example.org': 'oci://registry.internal/mirror' },
    'oci://registry.internal/mirror/charts/web',
  ],
  ['https://example.org/charts', 'web', {}, 'https://example.org/charts --chart web'],
  [
    'https://example.org/charts',
    'web',
    { 'https://example.org/charts': 'https://charts.internal/web/' },
    'https://charts.internal/web --chart web',
  ],
  [
    'https://example.org/charts',
    'web',
    { 'https://example.org': { url: 'oci://registry.internal/mirror' } },
    'oci://registry.internal/mirror/charts/web',
  ],
])('FX629 names the address from which the cluster fetches %s %s with the mirrors %j', (url, chart, mirrors, from) => {
  expect(commandFor(url, chart, mirrors)).toBe(`npx fluxspan import chart ${from}`);
});

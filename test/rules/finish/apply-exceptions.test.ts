import type { Construct } from 'constructs';
import { HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf } from '../../support/synthesize.js';

const fixOf = (code: string): string | undefined => {
  const cluster = clusterOf({ first: [addon('web', { build: () => undefined })] });
  const loose = cluster as unknown as { except(code: string, options: object): void };
  loose.except(code, { object: 'ConfigMap/web', reason: 'a test' });
  return synthCluster(cluster).diagnostics.find((one) => one.code === 'FX625')?.fix;
};

it.each([
  ['crd-provider', /^did you mean FX605 \(crd-provider\)\? Otherwise fix/],
  ['FX6188', /^did you mean one of FX618 \(big-number\), FX688 \([a-z-]+\)\? Otherwise fix/],
  ['FX60', /^did you mean one of (?:FX6\d\d \([a-z-]+\)(?:, )?)+\? Otherwise fix/],
  // A rule's own code, of other steps, one that is like others, and none.
  ['FX203', /^fix/],
  ['FX501', /^fix/],
  ['FX304', /^fix/],
  ['', /^fix/],
])('tells what was meant with %j, if it is near to what takes an exception', (code, expected) => {
  expect(fixOf(code)).toMatch(expected);
});

it.each([
  [{ object: 'HelmRelease/wbe' }, 'take it out; did you mean "HelmRelease/web"?'],
  [{ addon: 'invoices' }, 'take it out; there is "web"'],
])('names what %j could be, in the way that it names it', (options, fix) => {
  const release = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
  const build = (scope: Construct, { charts }: { readonly charts: { readonly web: typeof release } }): void => {
    new HelmRelease(scope, 'web', { chart: charts.web, values: { account: 123456789012 } as never });
  };
  const cluster = clusterOf({ first: [addon('web', { charts: { web: release }, build: build as never })] });
  const loose = cluster as unknown as { except(code: string, options: object): void };
  loose.except('FX618', { ...options, reason: 'a test' });
  expect(synthCluster(cluster).diagnostics.find((one) => one.code === 'FX626')?.fix).toBe(fix);
});

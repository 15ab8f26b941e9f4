import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf } from '../support/synthesize.js';

const fixOf = (code: string): string | undefined => {
  const cluster = clusterOf({ first: [addon('web', { build: () => undefined })] });
  const loose = cluster as unknown as { except(code: string, options: object): void };
  loose.except(code, { object: 'ConfigMap/web', reason: 'a test' });
  return synthCluster(cluster).diagnostics.find((one) => one.code === 'FX625')?.fix;
};

it.each([
  ['crd-provider', /^did you mean FX605 \(crd-provider\)\? Otherwise fix/],
  ['FX6188', /^did you mean FX618 \([a-z-]+\)\? Otherwise fix/],
  ['FX60', /^did you mean one of (?:FX6\d\d \([a-z-]+\)(?:, )?)+\? Otherwise fix/],
  // A rule's own code, of another step, and none.
  ['FX203', /^fix/],
  ['FX501', /^fix/],
  ['', /^fix/],
])('tells what was meant with %j, if it is near to what takes an exception', (code, expected) => {
  expect(fixOf(code)).toMatch(expected);
});

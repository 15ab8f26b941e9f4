import { expect, test } from 'vitest';
import { isChartVersion, ociUrlFault } from '../../src/addon/chart-version.js';

const repository = 'https://charts.example.org';
const registry = 'oci://registry.example.org/charts/web';

test.each([
  '1.2.3',
  'v1.2.3',
  '1.2',
  '1',
  '1.0.0-rc.1',
  '1.0.0+build.5',
  '1.x',
  '1.2.*',
  '*',
  '^1.2',
  '~1.2.3',
  '~> 1.2',
  '>=1.2 <2',
  '>= 1.2, < 2',
  '1.2 - 1.4.5',
  '1.x || >=2.5.0 || 5.0.0 - 7.2.3',
  '!=1.4.0',
])('%s is a version or a range', (version) => {
  expect(isChartVersion(version, repository)).toBe(true);
  expect(isChartVersion(version, registry)).toBe(true);
});

test.each(['latest', 'banana 1', '', ' ', '1.2.3.4', '1..2', '>=', '1.2 ||', 'a.b.c', '1.2.3 latest'])(
  '%j is none',
  (version) => {
    expect(isChartVersion(version, repository)).toBe(false);
  },
);

test('a registry has tags of other forms, too', () => {
  expect(isChartVersion('latest', registry)).toBe(true);
  expect(isChartVersion('nightly_2026-01-01', registry)).toBe(true);
  expect(isChartVersion('bad tag!', registry)).toBe(false);
  expect(isChartVersion(`a${'b'.repeat(128)}`, registry)).toBe(false);
});

test('the address of a registry holds no version', () => {
  expect(ociUrlFault(registry)).toBeUndefined();
  expect(ociUrlFault('oci://localhost:5000/charts/web')).toBeUndefined();
  expect(ociUrlFault('https://charts.example.org:8443')).toBeUndefined();
  expect(ociUrlFault(`${registry}:1.3.0`)).toBe('holds ":1.3.0", which is the version\'s to say');
  expect(ociUrlFault(`${registry}@sha256:0123`)).toContain('"@sha256:0123"');
});

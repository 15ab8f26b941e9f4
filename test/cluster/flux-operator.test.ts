import { expect, it } from 'vitest';
import { parseFlux } from '../../src/cluster/parse-flux.js';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { mayBeOfMinor } from '../../src/rules/languages/semver-range.js';

const git = { kind: 'GitRepository', url: 'https://example.org/fleet', ref: 'refs/heads/main' };
const oci = { kind: 'OCIRepository', url: 'oci://example.org/fleet', ref: 'latest' };

const problemsOf = (operator: object) => {
  const problems: Diagnostic[] = [];
  parseFlux('cluster "dev"', { version: '2.9', operator } as never, undefined, (one) => problems.push(one));
  return problems.map(({ code, message, at, fix }) => `${code} ${at.path}: ${message}; ${fix}`);
};

it.each([
  '2.9.4',
  'v2.9.0',
  '2.9.x',
  '2.9',
  '2.x',
  '*',
  '~2.9.1',
  '^2.8.0',
  '>=2.8.0 <2.10.0',
  '>=2.9.0, <2.9.3',
  '2.8.0 - 2.9.5',
  '2.7.x || 2.9.x',
  '2.9.0-rc.1',
  '!=2.9.1',
  '>2.9.1',
])('takes the release %s of 2.9', (release) => {
  expect(problemsOf({ release })).toEqual([]);
});

it.each([
  '2.8.1',
  '2.8.x',
  '2.10.0-rc.1',
  '~2.8',
  '^2.10',
  '<2.9.0',
  '<=2.8',
  '>2.9',
  '>=2.10.0',
  '2.7.0 - 2.8.5',
  '3.x',
  '!=2.9',
  '2.90.0',
])('refuses the release %s, which 2.9 is not', (release) => {
  expect(problemsOf({ release })).toEqual([
    `FX110 flux.operator.release: flux of cluster "dev" has version 2.9, and the operator would install release "${release}"; write '2.9.x', or change version`,
  ]);
});

it('refuses a release that is no range', () => {
  expect(problemsOf({ release: 'newest' })).toEqual([
    'FX209 flux.operator.release: flux.operator of cluster "dev" has release "newest"; give a release or a range: \'2.9.4\'',
  ]);
});

it('knows versions of a range in which a part is open', () => {
  expect(['x', 'v2.x.x', '2.X', '>=2'].map((range) => mayBeOfMinor(range, '2.9'))).toEqual([true, true, true, true]);
});

it.each([
  git,
  {
    ...git,
    url: 'ssh://git@example.org/fleet.git',
    interval: '5m',
    provider: 'github',
    name: 'fleet',
    pullSecret: 'a',
  },
  { ...git, url: 'http://example.org/fleet', provider: 'azure' },
  { ...oci, provider: 'gcp' },
  { kind: 'Bucket', url: 's3.amazonaws.com', ref: 'fleet', provider: 'aws' },
])('takes a sync that the operator and the source take: $kind $url', (sync) => {
  expect(problemsOf({ sync })).toEqual([]);
});

it.each([
  ['url', { ...oci, url: 'https://x/y' }],
  ['url', { ...git, url: 'git@github.com:acme/fleet.git' }],
  ['url', { ...git, url: 'oci://example.org/fleet' }],
  ['kind', { ...git, kind: 'HelmRepository' }],
  ['interval', { ...git, interval: 'often' }],
  ['name', { ...git, name: 'x'.repeat(64) }],
  ['name', { ...git, name: 'Flux' }],
  ['pullSecret', { ...git, pullSecret: 'A b' }],
  ['provider', { ...git, provider: 'gcp' }],
  ['provider', { ...oci, provider: 'github' }],
  ['branch', { ...git, branch: 'main' }],
])('refuses %s of sync', (field, sync) => {
  expect(problemsOf({ sync })).toEqual([expect.stringMatching(`^FX209 flux\\.operator\\.sync\\.${field}: `)]);
});

it('writes the address in the fix', () => {
  expect(problemsOf({ sync: { ...git, url: 'git@github.com:acme/fleet.git' } })).toEqual([
    'FX209 flux.operator.sync.url: flux.operator.sync of cluster "dev" has url "git@github.com:acme/fleet.git"; give \'https://github.com/acme/fleet\', or \'ssh://git@github.com/acme/fleet.git\'',
  ]);
});

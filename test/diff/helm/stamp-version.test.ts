import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stampVersion } from '../../../src/diff/helm/stamp-version.js';
import { findHelm } from '../../support/helm.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeFiles } from '../../support/write-files.js';

const digest = `sha256:7dc328a0aeb3${'0'.repeat(52)}`;

const chartWith = (version: string): string => {
  const folder = join(temporaryFolder(), 'web');
  writeFiles(folder, {
    'Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\nappVersion: 1.0.0\n`,
    'templates/a.yaml': 'a: 1\n',
  });
  return folder;
};

it.each([
  ['6.9.3', digest, '6.9.3+7dc328a0aeb3'],
  ['v6.9.3', digest, '6.9.3+7dc328a0aeb3'],
  ['6.9.3-rc.1+build.5', digest, '6.9.3-rc.1+7dc328a0aeb3'],
  ['"6.9"', digest, '6.9.0+7dc328a0aeb3'],
  ['6.9.3 # ours', undefined, '6.9.3+0123456789ab'],
])('gives version %s the digest %s as helm-controller does', (version, given, stamped) => {
  const folder = chartWith(version);
  const { path, close } = stampVersion(folder, given);
  const text = readFileSync(join(path, 'Chart.yaml'), 'utf8');
  expect(text).toContain(`\nversion: "${stamped}"\nappVersion: 1.0.0\n`);
  expect(readFileSync(join(path, 'templates/a.yaml'), 'utf8')).toBe('a: 1\n');
  expect(readFileSync(join(folder, 'Chart.yaml'), 'utf8')).not.toContain(stamped);
  close();
  expect(existsSync(path)).toBe(false);
  expect(existsSync(folder)).toBe(true);
});

it('gives back a chart whose version is none', () => {
  const folder = chartWith('newest');
  const { path, close } = stampVersion(folder, digest);
  expect(path).toBe(folder);
  close();
  expect(existsSync(folder)).toBe(true);
});

const helm = findHelm();

it.skipIf(helm === undefined)('unpacks what helm packed', () => {
  const out = temporaryFolder();
  const { status, stderr } = spawnSync(helm!, ['package', chartWith('6.9.3'), '--destination', out], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const { path, close } = stampVersion(join(out, 'web-6.9.3.tgz'), digest);
  expect(readFileSync(join(path, 'Chart.yaml'), 'utf8')).toContain('version: "6.9.3+7dc328a0aeb3"\n');
  expect(readFileSync(join(path, 'templates/a.yaml'), 'utf8')).toBe('a: 1\n');
  close();
  expect(existsSync(path)).toBe(false);
});

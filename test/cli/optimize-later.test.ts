import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { optimizeLater } from '../../src/cli/optimize-later.js';

const flagsFor = async (clusters: number, version?: string): Promise<readonly string[]> => {
  const set: string[] = [];
  await optimizeLater(clusters, version, (flags) => set.push(flags));
  return set;
};

it.each([
  ['Node 20', '11.3.244.8-node.33', ['--interrupt-budget=270336']],
  ['Node 22', '12.4.254.21-node.33', ['--invocation-count-for-turbofan=12000']],
  ['Node 21', '11.8.172.17-node.20', []],
  ['Node 24', '13.6.233.17-node.41', []],
  ['a version whose number begins alike', '12.40.1', []],
])('delays the optimizing compiler of %s for a fleet where that is known to gain', async (_, version, flags) => {
  expect(await flagsFor(10, version)).toEqual(flags);
  expect(await flagsFor(100, version)).toEqual(flags);
});

it.each([0, 1, 9])('leaves V8 as it is for %s clusters', async (clusters) => {
  for (const version of ['11.3.244.8-node.33', '12.4.254.21-node.33']) {
    expect(await flagsFor(clusters, version)).toEqual([]);
  }
});

it('sets what the V8 of this process has: it would print an error, and go on', async () => {
  const flags = await flagsFor(100);
  const code = `for (const one of ${JSON.stringify(flags)}) require('node:v8').setFlagsFromString(one); console.log('set')`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'set\n', stderr: '' });
});

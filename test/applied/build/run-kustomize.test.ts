import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runKustomize } from '../../../src/applied/build/run-kustomize.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const limits = { seconds: 120, outputMegabytes: 256, memoryMegabytes: 4096 };
const root = temporaryFolder();

const folderOf = (name: string, files: Readonly<Record<string, string>>): string => {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a build by kubectl', () => {
  it.each([
    ['a file', 'http://fluxspan.invalid/a.yaml'],
    ['a repository over HTTPS', 'https://fluxspan.invalid/a/b'],
    ['a repository over SSH', 'git@fluxspan.invalid:a/b'],
  ])('reaches no network even if a check missed a reference to %s', (name, url) => {
    const folder = folderOf(name, { 'kustomization.yaml': `resources: ["${url}"]\n` });
    expect(() => runKustomize(folder, '.')).toThrow(/127\.0\.0\.1:1|not allowed/);
  });

  it.each([
    ['the patch', '- patch: |\n    kind: Secret\n    stringData: { a: hunter, 5}: x }\n'],
    ['operations', '- target: { kind: Secret }\n  patch: hunter\n'],
  ])('does not quote %s that it cannot read', (name, patches) => {
    const folder = folderOf(name, {
      'kustomization.yaml': `resources: [a.yaml]\npatches:\n${patches}`,
      'a.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: { name: a }\n',
    });
    expect(() => runKustomize(folder, '.')).toThrow(/^(?!.*hunter).*\(Secret\): unable to parse SM or JSON patch/);
  });

  it('limits memory, output and time', () => {
    const levels = Array.from(
      { length: 8 },
      (_, i) => `  x${i + 1}: &x${i + 1} [${Array(9).fill(`*x${i}`).join(', ')}]`,
    );
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  x0: &x0 { a: b }\n${levels.join('\n')}\n`;
    const bomb = folderOf('bomb', { 'kustomization.yaml': 'resources: [bomb.yaml]\n', 'bomb.yaml': text });
    expect(() => runKustomize(bomb, '.', { ...limits, seconds: 0.5 })).toThrow(
      'building it takes more than the 0.5 seconds that a build may take',
    );
    if (process.platform === 'linux') {
      expect(() => runKustomize(bomb, '.', { ...limits, memoryMegabytes: 900 })).toThrow(
        'building it takes more than the 900 MB of memory that a build may take',
      );
    }
    const data = 'x'.repeat(200_000);
    const large = folderOf('large', {
      'kustomization.yaml': `configMapGenerator: [{ name: a, literals: ["a=${data}"] }]\n`,
    });
    expect(() => runKustomize(large, '.', { ...limits, outputMegabytes: 0.1 })).toThrow(
      'building it takes more than the 0.1 MB of output that a build may take',
    );
  });
});

it('runKustomize reports that kubectl is missing', () => {
  const { PATH } = process.env;
  const folder = folderOf('bin', {});
  spawnSync('ln', ['-s', '/bin/sh', join(folder, 'sh')]);
  try {
    process.env['PATH'] = folder;
    expect(() => runKustomize(folder, '.')).toThrow(
      expect.objectContaining({ message: expect.stringContaining('kubectl is not installed'), isToolMissing: true }),
    );
  } finally {
    process.env['PATH'] = PATH;
  }
});

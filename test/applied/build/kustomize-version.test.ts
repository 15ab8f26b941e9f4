import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { kustomizeProblems, readKustomizeVersion } from '../../../src/applied/build/kustomize-version.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubectl-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
const useKubectl = (script: string): void => {
  writeFileSync(join(folder, 'kubectl'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'kubectl'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
};

it.each([
  [`echo '{ "kustomizeVersion": "v5.5.0", "clientVersion": {} }'`, 'v5.5.0'],
  [`echo '{ "clientVersion": {} }'`, undefined],
  ['echo v5.5.0', undefined],
  ['exit 1', undefined],
])('readKustomizeVersion reads the version of a kubectl that runs %s', (script, version) => {
  useKubectl(script);
  expect(readKustomizeVersion()).toBe(version);
});

const codesOf = (version: string | undefined) => kustomizeProblems(version).map(({ code }) => code);

it.each(['v4.5.7', 'v5.7.1'])("kustomizeProblems warns about a kustomize older than Flux's: %s", (version) => {
  expect(codesOf(version)).toEqual(['FX011']);
});

it.each(['v5.8.0', 'v5.10.0', 'v6.0.0', '(devel)', '', undefined])(
  'kustomizeProblems accepts the version %s',
  (version) => {
    expect(codesOf(version)).toEqual([]);
  },
);

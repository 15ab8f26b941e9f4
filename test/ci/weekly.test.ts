import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { imageAutomationController, imageReflectorController, versionOf } from '../live/binaries.js';
import { root } from '../support/root.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}
const { jobs } = parse(read('.github/workflows/weekly.yml')) as {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
};
const steps = Object.values(jobs).flatMap((job) => job.steps);

it.each([
  ['FLUXSPAN_SARIF_MULTITOOL', 'test/ci/compare-comments.ts', 'test:live -- --all'],
  ['FLUXSPAN_RENOVATE', 'test/renovate/preset.test.ts', 'test/renovate/preset.test.ts'],
  ['FLUXSPAN_FLUX_SCHEMA', 'test/preview/flux-schema.test.ts', 'test/preview/flux-schema.test.ts'],
])('the weekly workflow sets %s, without which cases are skipped', (name, file, command) => {
  expect(read(file)).toContain(`process.env['${name}']`);
  const step = steps.find(({ run }) => run?.includes(command) === true);
  expect(step?.env).toMatchObject({ CI: 'true', [name]: expect.stringMatching(/^\$\{\{ runner\.temp \}\}\//) });
});

it.each([imageAutomationController, imageReflectorController])(
  'has the kinds of the $name that the live tests run',
  (controller) => {
    const [, minor] = /^(v\d+\.\d+)\./.exec(versionOf(controller)) ?? [];
    expect(read('schemas/sources.yaml')).toContain(`upstream: fluxcd/${controller.name}, version: ${minor}.`);
  },
);

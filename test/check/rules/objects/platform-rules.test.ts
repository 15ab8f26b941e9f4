import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { objectSchema } from '../../../../src/check/rules/objects/object-schema.js';
import { compileCluster } from '../../../../src/compile/compile-cluster.js';
import type { Diagnostic } from '../../../../src/diagnostics/index.js';
import app from '../../../../src/platform/app.js';
import { checkObject } from '../../../../src/schema/check-object.js';
import { knownSchemas } from '../../../../src/schema/package-schemas.js';

/** In the process of this file, which is its own, and where nothing else loads it. */
const isLibraryLoaded = (): boolean =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('@marcbachmann'));

it('the platform’s objects are checked without the CEL library', () => {
  const problems: Diagnostic[] = [];
  const project = fileURLToPath(new URL('../../../..', import.meta.url));
  for (const cluster of app.clusters) {
    objectSchema(compileCluster(app, cluster), (problem) => problems.push(problem), { project });
  }
  expect(problems).toEqual([]);
  expect(isLibraryLoaded()).toBe(false);
  // It is there for what breaks a rule, and that it is loaded can be seen.
  const release = { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', spec: { interval: '1h' } };
  const broken = checkObject(knownSchemas('helm.toolkit.fluxcd.io', 'HelmRelease')!, 'v2', release);
  expect(broken.map(({ rule }) => rule)).toEqual([expect.stringContaining('has(self.chart)')]);
  expect(isLibraryLoaded()).toBe(true);
});

import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { compileCluster } from '../../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../../src/compile/compile-context.js';
import type { Diagnostic } from '../../../src/diagnostics/index.js';
import app from '../../../src/platform/app.js';
import { openCheckContext } from '../../../src/rules/context/open-context.js';
import { objectSchemaRule } from '../../../src/rules/objects/object-schema.js';
import { openSchemas } from '../../../src/rules/schemas/find-schemas.js';

const schemas = openSchemas();
const { checkObject, known } = schemas.checker;

const { cache } = createRequire(import.meta.url);
const filesOfLibrary = (): readonly string[] => Object.keys(cache).filter((path) => path.includes('@marcbachmann'));
const isLibraryLoaded = (): boolean => filesOfLibrary().length > 0;

/** Other tests of this process may have loaded it; each checker loads it itself. */
beforeAll(() => {
  for (const file of filesOfLibrary()) delete cache[file];
});

it("the platform's objects are checked without the CEL library", () => {
  const problems: Diagnostic[] = [];
  for (const cluster of app.clusters) {
    const compiled = compileCluster(app, cluster, openCompileContext(app));
    const context = openCheckContext(compiled, { schemas });
    objectSchemaRule.check(context.state, (problem) => problems.push(problem), context);
  }
  expect(problems).toEqual([]);
  expect(isLibraryLoaded()).toBe(false);
  // It is there for what breaks a rule, and that it is loaded can be seen.
  const release = { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', spec: { interval: '1h' } };
  const broken = checkObject(known.find('helm.toolkit.fluxcd.io', 'HelmRelease')!, 'v2', release);
  expect(broken.map((one) => (one.kind === 'rule' ? one.rule : undefined))).toEqual([
    expect.stringContaining('has(self.chart)'),
  ]);
  expect(isLibraryLoaded()).toBe(true);
});

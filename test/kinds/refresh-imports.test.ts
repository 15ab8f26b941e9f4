import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { refreshImports } from '../../src/kinds/refresh-imports.js';
import { isClusterScoped } from '../../src/knowledge/index.js';
import { namingPlaces } from '../../src/rules/references/naming-places.js';
import { openNativeAsts, openShippedAsts } from '../../src/schema/cel/shipped-ast.js';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const asts = {
  naming: namingPlaces(),
  isClusterScoped,
  astOf: openShippedAsts(),
  nativeAstOf: openNativeAsts(),
};
const copy = temporaryFolder();

const listImports = (folder: string): string[] =>
  (readdirSync(join(folder, 'imports'), { recursive: true }) as string[]).sort();

test('the imports of this repository are what its schemas give', async () => {
  expect(await refreshImports(root, { check: true, ...asts })).toEqual({ stale: [], problems: [] });
});

test('a check names what is stale and writes nothing; a refresh fixes it', async () => {
  cpSync(join(root, 'schemas'), join(copy, 'schemas'), { recursive: true });
  const sources = join(copy, 'schemas', 'sources.yaml');
  const { crds, charts } = parse(readFileSync(sources, 'utf8')) as Record<'crds' | 'charts', readonly object[]>;
  const some = (all: readonly object[]) => all.filter((one) => /"(karpenter|keda)\b/.test(JSON.stringify(one)));
  writeFileSync(sources, JSON.stringify({ crds: some(crds), charts: some(charts) }));
  await refreshImports(copy, { check: false, ...asts });
  const karpenter = join(copy, 'schemas', 'charts', 'karpenter', 'values.yaml');
  writeFileSync(karpenter, readFileSync(karpenter, 'utf8').replace('clusterName:', 'clusterTitle:'));
  writeFileSync(join(copy, 'imports', 'charts', 'gone.ts'), '');
  rmSync(join(copy, 'imports', 'karpenter.sh.ts'));
  const before = listImports(copy);
  expect(before).toContain('keda.sh.ts');
  const stale = ['charts/gone.ts', 'charts/karpenter.schema.ts', 'charts/karpenter.ts', 'karpenter.sh.ts'];
  expect(await refreshImports(copy, { check: true, ...asts })).toEqual({ stale, problems: [] });
  expect(listImports(copy)).toEqual(before);
  expect(await refreshImports(copy, { check: false, ...asts })).toEqual({ stale, problems: [] });
  expect(readFileSync(join(copy, 'imports', 'charts', 'karpenter.ts'), 'utf8')).toContain(
    'clusterTitle?: string | number | boolean | null;',
  );
  expect(existsSync(join(copy, 'imports', 'charts', 'gone.ts'))).toBe(false);
  expect(await refreshImports(copy, { check: true, ...asts })).toEqual({ stale: [], problems: [] });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { treeAt } from '../../src/compile/layout.js';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { openChecksumLists } from '../../src/tree/checksum-lists.js';
import { compareTree, noChanges } from '../../src/tree/compare-tree.js';
import { type AppPlan, planApp } from '../../src/tree/plan-app.js';
import { writeTree } from '../../src/tree/write-tree.js';
import { asGiven, backwards, clusters, makeApp, shuffled } from '../support/random-app.js';
import { runs } from '../support/runs.js';
import { schemas } from '../support/schemas.js';

// A test synthesizes up to hundreds of apps.
vi.setConfig({ testTimeout: 240_000 });

/** Everything that a plan says, but for where in the code it was written. */
const contentOf = ({ files, diagnostics }: AppPlan) => ({
  files: Object.fromEntries(files),
  diagnostics: sortDiagnostics(diagnostics).map(({ at: { source: _, ...at }, ...rest }) => ({ ...rest, at })),
});

const withFolder = (use: (folder: string) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Path → text and time of change of every file below a folder. */
const snapshotOf = (folder: string): Readonly<Record<string, readonly [string, bigint]>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, [readFileSync(path, 'utf8'), statSync(path, { bigint: true }).mtimeNs] as const]),
  );

const force = { force: false, tree: treeAt() };

describe('synth of a random app', () => {
  it('depends neither on the order of clusters, of addons in a stage, of objects, nor of keys', () => {
    fc.assert(
      fc.property(clusters, fc.nat({ max: 1000 }), (models, seed) => {
        const expected = contentOf(planApp(makeApp(models, asGiven), [], { schemas }));
        expect(contentOf(planApp(makeApp(models, backwards), [], { schemas }))).toEqual(expected);
        expect(contentOf(planApp(makeApp(models, shuffled(seed)), [], { schemas }))).toEqual(expected);
      }),
      { numRuns: runs(50) },
    );
  });

  it('plans a cluster alike alone and among others', () => {
    fc.assert(
      fc.property(clusters, (models) => {
        const whole = planApp(makeApp(models, asGiven), [], { schemas });
        for (const { name } of models) {
          const alone = planApp(makeApp(models, asGiven), [name], { schemas });
          for (const [path, text] of alone.files) expect(whole.files.get(path)).toBe(text);
        }
        const parts = models.flatMap(({ name }) => [
          ...planApp(makeApp(models, asGiven), [name], { schemas }).files.keys(),
        ]);
        expect(parts.sort()).toEqual([...whole.files.keys()].sort());
      }),
      { numRuns: runs(17) },
    );
  });

  it('puts each object into one file, and no two files on one path', () => {
    fc.assert(
      fc.property(clusters, (models) => {
        const plan = planApp(makeApp(models, asGiven), [], { schemas });
        const paths = [...plan.files.keys()];
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
        const objects = plan.clusters.flatMap((cluster) => cluster.objects);
        const perFile = new Map<string, number>();
        for (const { path } of objects) perFile.set(path, (perFile.get(path) ?? 0) + 1);
        for (const [path, text] of plan.files) {
          if (!path.endsWith('.yaml')) continue;
          const documents = parseAllDocuments(text);
          const expected = path.endsWith('/kustomization.yaml') ? 1 : (perFile.get(path) ?? 0);
          expect(documents.length, path).toBe(expected);
        }
        expect([...perFile.keys()].filter((path) => !plan.files.has(path))).toEqual([]);
      }),
      { numRuns: runs(34) },
    );
  });

  it('lists every file of a folder in its kustomization file, and nothing else', () => {
    fc.assert(
      fc.property(clusters, (models) => {
        const { files } = planApp(makeApp(models, asGiven), [], { schemas });
        for (const [path, text] of files) {
          if (!path.endsWith('/kustomization.yaml')) continue;
          const folder = path.slice(0, -'kustomization.yaml'.length);
          const there = [...files.keys()].filter((other) => other.startsWith(folder) && other !== path);
          const { resources } = parseAllDocuments(text)[0]!.toJS() as { resources?: string[] };
          expect((resources ?? []).map((name) => folder + name)).toEqual(there.sort());
        }
      }),
      { numRuns: runs(17) },
    );
  });

  it('leaves nothing to do once it is written, and a second run touches no file', () => {
    fc.assert(
      fc.property(clusters, clusters, (before, after) =>
        withFolder((folder) => {
          // The tree of another app is there first: of the clusters that both have, its files go; the others stay.
          let others: readonly string[] = [];
          for (const models of [before, after]) {
            const { files, scope, layout } = planApp(makeApp(models, asGiven), [], { schemas });
            writeTree(folder, compareTree(folder, files, scope, force), files);
            const written = snapshotOf(folder);
            const lists = openChecksumLists(files, layout, () => undefined).planned;
            const there = [
              ...files.keys(),
              ...lists.keys(),
              ...others.filter((path) => !scope.clusters.includes(path.split('/')[1]!)),
            ];
            expect(Object.keys(written).map((path) => path.slice(folder.length + 1))).toEqual(there.sort());
            others = there;

            const again = planApp(makeApp(models, backwards), [], { schemas });
            const changes = compareTree(folder, again.files, again.scope, force);
            const undeclared = changes.undeclared;
            expect(changes).toEqual({ ...noChanges, problems: [], unchanged: files.size, undeclared });
            writeTree(folder, changes, again.files);
            expect(snapshotOf(folder)).toEqual(written);
          }
        }),
      ),
      { numRuns: runs(14) },
    );
  });
});

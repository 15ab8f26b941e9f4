import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { BuildError } from '../../../src/applied/build/build-error.js';
import { buildPrepared } from '../../../src/applied/build/build-folder.js';
import { openFolderBuilder } from '../../../src/applied/build/folder-builder.js';
import { prepareFolder } from '../../../src/applied/build/prepare-folder.js';
import { memoryTree } from '../view/memory-tree.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

const generator = (value: string) =>
  JSON.stringify({ configMapGenerator: [{ name: 'made', literals: [`a=${value}`] }] });

describe.runIf(hasKubectl || process.env['CI'] === 'true')('folders that are built in one batch', () => {
  it('have the same result as separate builds, with an error for the broken one', { timeout: 120_000 }, () => {
    const tree = memoryTree({
      'one/kustomization.yaml': generator('1'),
      'two/kustomization.yaml': generator('2'),
      'three/kustomization.yaml': generator('3'),
      'bad/kustomization.yaml': JSON.stringify({ namePrefix: 'x-', resources: ['missing.yaml'] }),
    });
    const prepared = ['one', 'bad', 'two', 'three'].map((folder) => prepareFolder(tree, folder, {}));
    const stored = new Map<string, string>();
    const cache = {
      get: (key: string) => stored.get(key),
      set: (key: string, value: string) => void stored.set(key, value),
    };
    const builder = openFolderBuilder(cache);
    builder.ahead(prepared.map((one) => ({ tree, prepared: one })));
    expect([builder.runs(), stored.size]).toEqual([3, 3]);
    for (const one of prepared) {
      const built = builder.build(tree, one);
      if (one.folder === 'bad') expect((built as BuildError).message).toMatch(/missing\.yaml/);
      else expect(built).toEqual(buildPrepared(tree, one));
    }
    expect(builder.runs()).toBe(4);
    const later = openFolderBuilder(cache);
    later.ahead([
      { tree, prepared: prepared[0]! },
      { tree, prepared: prepared[2]! },
    ]);
    expect(later.build(tree, prepared[0]!)).toEqual(builder.build(tree, prepared[0]!));
    expect(later.runs()).toBe(0);
  });
});

import { join } from 'node:path';
import type { FluxApp } from '../../src/cluster/flux-app.js';
import { compareTree } from '../../src/tree/compare-tree.js';
import { planApp } from '../../src/tree/plan-app.js';
import { writeTree } from '../../src/tree/write-tree.js';

/** Writes a tree that synth refuses, with its checksums: without them, the next synth keeps its files as edited by hand. */
export const writeAnyway = (folder: string, app: FluxApp): void => {
  const { files, scope, layout } = planApp(app);
  const root = join(folder, layout.root);
  writeTree(root, compareTree(root, files, scope, { force: true, tree: layout }), files);
};

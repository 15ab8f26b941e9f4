// node research/render-addons.js MIRRORS [ADDON…]
//
// Renders the charts of research/render-addons.yaml with the values of the package's addons, and compares the keys that
// the package knows of them with those that they read. MIRRORS has each repository as OWNER+NAME/repo, with its tags;
// helm is on the PATH, or named by HELM. Prints the table in docs/chart-values.md, and below it what isn't right.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const [mirrors, ...addons] = process.argv.slice(2);
if (mirrors === undefined) {
  console.error('usage: node research/render-addons.js MIRRORS [ADDON…]');
  process.exit(2);
}
const { renderAddons } = await load('research/render-addons.ts');
await renderAddons({ mirrors: resolve(mirrors), addons, helm: process.env['HELM'] ?? 'helm' });

// node research/chart-upgrades.js MIRRORS [CHART…]
//
// Compares what `fluxspan import chart --diff` tells of upgrades of public charts with what their changelogs say, by
// research/chart-upgrades.yaml. MIRRORS has each repository as OWNER+NAME/repo, with its tags; helm is on the PATH, or
// named by HELM. Prints the table in docs/chart-values.md, and below it what isn't told.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const [mirrors, ...charts] = process.argv.slice(2);
if (mirrors === undefined) {
  console.error('usage: node research/chart-upgrades.js MIRRORS [CHART…]');
  process.exit(2);
}
const { measureUpgrades } = await load('research/chart-upgrades.ts');
await measureUpgrades({ mirrors: resolve(mirrors), charts, helm: process.env['HELM'] ?? 'helm' });

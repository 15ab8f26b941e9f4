// node research/render-accounts.js MIRRORS
//
// Renders the charts of cluster dev whose pods call AWS, and writes test/live/aws/rendered-charts.yaml: their service
// accounts, and the pods that use them. MIRRORS has each repository as OWNER+NAME/repo, with its tags; helm is on the
// PATH, or named by HELM.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const [mirrors] = process.argv.slice(2);
if (mirrors === undefined) {
  console.error('usage: node research/render-accounts.js MIRRORS');
  process.exit(2);
}
const { renderAccounts } = await load('research/render-accounts.ts');
await renderAccounts(resolve(mirrors), process.env['HELM'] ?? 'helm');

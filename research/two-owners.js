// node research/two-owners.js <folder of a repository>…: what its manifests and its Terraform both own, as fluxspan sees it.
// Takes every manifest in the repository for one that Flux applies, in the namespace of the kustomization file beside it, and
// every root module for one of that cluster, so it sees at least as much as `fluxspan owners` would. Also says how much of
// the HCL was read: files, blocks without a line, resources, those whose name is unknown, and modules that aren't there.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('usage: node research/two-owners.js <folder of a repository>…');
  process.exit(2);
}
const { printTwoOwners } = await load('research/two-owners.ts');
for (const folder of folders) await printTwoOwners(resolve(folder));

// node research/import-repository.js CLONE FOLDER… [--kustomization=NAME] [--show]: imports the clusters that Flux
// reads from the folders (`all`: every one), or one Kustomization of them, in a copy of a clone. The row that it prints says how many addons apply what
// the YAML applies, how many objects they have, what the compiler and the rules say, and how many lines of TypeScript and
// kept YAML there are now for how many lines of YAML in the repository. --show prints the diagnostics. Build first.
import { fileURLToPath } from 'node:url';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const [clone, ...folders] = args.filter((one) => !one.startsWith('--'));
if (clone === undefined || folders.length === 0) {
  console.error('usage: node research/import-repository.js CLONE FOLDER… [--kustomization=NAME] [--show]');
  process.exit(2);
}
const { importRepository } = await load('research/import-repository.ts');
const only = args
  .filter((one) => one.startsWith('--kustomization='))
  .map((one) => one.slice('--kustomization='.length));
importRepository(
  fileURLToPath(new URL('..', import.meta.url)),
  clone,
  folders[0] === 'all' ? [] : folders,
  only,
  args.includes('--show'),
);

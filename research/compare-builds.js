// node research/compare-builds.js CLONE… [--reasons] [--no-kustomize]: whether fluxspan builds the folders of repositories as kustomize
// does. Looks at each folder with a kustomization file, and at each Flux Kustomization's folder with its patches, components and
// namespace. Prints a row for each clone, what differs, and why the other folders are left to kustomize.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => arg.startsWith('--')));
const clones = args.filter((arg) => !arg.startsWith('--'));
if (clones.length === 0) {
  console.error('usage: node research/compare-builds.js CLONE… [--reasons] [--no-kustomize]');
  process.exit(2);
}
/** @type {typeof import('./compare-builds.js')} */
const { compareBuilds } = await load('research/compare-builds.ts');
process.exitCode = compareBuilds(
  clones.map((one) => resolve(one)),
  { showsReasons: flags.has('--reasons'), builds: !flags.has('--no-kustomize') },
)
  ? 0
  : 1;

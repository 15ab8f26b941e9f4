// node research/flux-view.js <clone> <cluster folder>…: what Flux applies from a clone of any repository, as fluxspan reads it.
// Prints a row for each cluster: Kustomizations, objects, what isn't seen, runs of kustomize, time and memory; the
// second time is that of a run that has the builds of the first. --all also lists what isn't seen, and --owners the
// Kustomizations. --check builds every folder with kustomize too, and says where the two builders differ.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const [clone, ...folders] = args.filter((arg) => !arg.startsWith('--'));
if (clone === undefined || folders.length === 0) {
  console.error('usage: node research/flux-view.js <clone> <cluster folder>… [--all] [--owners] [--check]');
  process.exit(2);
}
const { printViews } = await load('research/flux-view.ts');
printViews(resolve(clone), folders, new Set(flags));

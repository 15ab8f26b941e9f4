// node research/replay-changes.js <clone>… [--last=N]: what synth would tell of the changes that people have made to a repository
// of manifests, commit by commit: harmful changes in place (FX515 to FX517, FX559) of objects in files that a commit changes.
// Each file is looked at by itself, so a source or ConfigMap in another file is not seen. A line for each finding, and a
// row for each repository.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const clones = args.filter((arg) => !arg.startsWith('--'));
const last = Number(args.find((arg) => arg.startsWith('--last='))?.slice('--last='.length) ?? 3000);
if (clones.length === 0 || !Number.isSafeInteger(last) || last < 1) {
  console.error('usage: node research/replay-changes.js <clone>… [--last=N]');
  process.exit(2);
}
const { replay } = await load('research/replay-changes.ts');
for (const clone of clones) replay(resolve(clone), last);

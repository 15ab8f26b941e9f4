// node scripts/adopt-repository.js <clone> <cluster folder> [--owner=namespace/name] [--project=FOLDER] [--keep=FOLDER] [--show]
//
// Adopts in place what one Kustomization of a public repository applies: declares its objects in a small app, runs both
// steps of `fluxspan handover --from` on a copy, and compares with real kustomize what every other Kustomization builds
// before and after. Prints a row of the table in docs/handover.md. Without --owner, the first one that applies a
// HelmRelease is taken. The project lies in the repository's root unless --project names a folder.
import { resolve } from 'node:path';
import { load } from './bundle.js';

const args = process.argv.slice(2);
const [clone, folder] = args.filter((arg) => !arg.startsWith('--'));
const option = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
if (clone === undefined || folder === undefined) {
  console.error(
    'usage: node scripts/adopt-repository.js <clone> <cluster folder> [--owner=namespace/name] [--project=FOLDER] [--keep=FOLDER] [--show]',
  );
  process.exit(2);
}
const { adoptRepository } = await load('scripts/adopt-repository.ts');
await adoptRepository({
  clone: resolve(clone),
  folder,
  project: option('project') ?? '',
  owner: option('owner'),
  keep: option('keep'),
  show: args.includes('--show'),
});

// node research/adopt-repository.js <clone> <cluster folder> [--owner=namespace/name] [--project=FOLDER] [--artifact=KIND:FOLDER] [--source=[NAMESPACE/]NAME] [--keep=FOLDER] [--show]
//
// Adopts in place what one Kustomization of a public repository applies: declares its objects in a small app, runs both
// steps of `fluxspan handover --from` on a copy, and compares with real kustomize what every other Kustomization builds
// before and after. Prints a row of the table in docs/public-repositories.md. Without --owner, the first one that applies a
// HelmRelease is taken. The project lies in the repository's root unless --project names a folder. Where Flux reads an
// artifact of the repository, --artifact=OCIRepository:FOLDER says of which folder; `OCIRepository:` is the whole of it.
// --source is the name of the source that Flux reads, where it isn't flux-system; with its namespace where that is
// another one: kube-system/infrastructure.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const [clone, folder] = args.filter((arg) => !arg.startsWith('--'));
const option = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
if (clone === undefined || folder === undefined) {
  console.error(
    'usage: node research/adopt-repository.js <clone> <cluster folder> [--owner=namespace/name] [--project=FOLDER] [--artifact=KIND:FOLDER] [--source=[NAMESPACE/]NAME] [--keep=FOLDER] [--show]',
  );
  process.exit(2);
}
const artifact = option('artifact')?.split(':');
const { adoptRepository } = await load('research/adopt-repository.ts');
await adoptRepository({
  clone: resolve(clone),
  folder,
  project: option('project') ?? '',
  owner: option('owner'),
  artifact: artifact === undefined ? undefined : { kind: artifact[0], folder: artifact[1] ?? '' },
  source: option('source') ?? 'flux-system',
  keep: option('keep'),
  show: args.includes('--show'),
});

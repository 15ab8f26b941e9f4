// node research/judge-repository.js <clone> <cluster folder> [--source=[NAMESPACE/]NAME] [--folders] [--flux=VERSION] [--as-written] [--show] [--all]
//
// Takes every Kustomization of a public repository as an addon of one app, with its objects as kustomize builds them, its
// vars and what it depends on, and prints what fluxspan says of them, as a row. A repository
// that Flux reads nowhere has no Kustomizations: with --folders, each folder below <cluster folder> with a
// kustomization file of its own is an addon. --source is the name of the source that Flux reads, where it isn't
// flux-system. Vars whose values a manifest has become values, as they would be options in code; with --as-written, they
// are left to Flux. --show prints the errors, --all the warnings and notices, too.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const [clone, folder] = args.filter((arg) => !arg.startsWith('--'));
const option = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
if (clone === undefined || folder === undefined) {
  console.error(
    'usage: node research/judge-repository.js <clone> <cluster folder> [--source=[NAMESPACE/]NAME] [--folders] [--flux=VERSION] [--as-written] [--show] [--all]',
  );
  process.exit(2);
}
const { judgeRepository } = await load('research/judge-repository.ts');
judgeRepository({
  clone: resolve(clone),
  folder,
  source: option('source') ?? 'flux-system',
  flux: option('flux') ?? '2.9',
  byFolder: args.includes('--folders'),
  asWritten: args.includes('--as-written'),
  show: args.includes('--all') ? 'all' : args.includes('--show') ? 'errors' : 'none',
});

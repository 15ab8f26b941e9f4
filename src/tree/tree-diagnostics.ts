import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { TreeChanges, UndeclaredCluster } from './compare-tree.js';
import { fileEdited, pathRefused, undeclaredCluster } from './diagnostics.js';

/**
 * What a comparison with the files on disk found, as diagnostics.
 *
 * @param root the tree's folder, which the texts of the problems begin their paths with as well
 * @param planned clusters for which a plan says what Flux will do, as if no file were edited
 */
export const treeDiagnostics = (
  root: string,
  { problems, kept, undeclared }: Pick<TreeChanges, 'problems' | 'kept' | 'undeclared'>,
  planned: readonly string[] = [],
): readonly Diagnostic[] => [
  ...problems.map((problem) =>
    diagnose(pathRefused, {
      message: problem.cause,
      at: { file: problem.path === '' ? root : `${root}/${problem.path}` },
      fix: problem.fix,
    }),
  ),
  ...kept.map((path) =>
    diagnose(fileEdited, {
      message: `"${root}/${path}" was edited by hand, and is kept as it is`,
      at: { file: `${root}/${path}` },
      ...notesOf(path, planned),
      fix: `${COPY.test(path) ? 'make the change in the file that it is a copy of' : 'move the change into the TypeScript code'} and run "fluxspan synth --force", which rewrites the file`,
    }),
  ),
  ...undeclared.map((cluster) => undeclaredNotice(root, cluster)),
];

/** A file that SOPS encrypted. */
const COPY = /\/encrypted\.[^/]+\.ya?ml$/;

/** What an edit makes of the plan: Flux applies the file as it is. */
const notesOf = (path: string, planned: readonly string[]): { readonly notes?: readonly string[] } => {
  const [, cluster = '', addon = ''] = path.split('/');
  if (!path.endsWith('.yaml') || !planned.includes(cluster)) return {};
  const name = addon.replace(/\.yaml$/, '');
  return {
    notes: [
      `Flux applies the file as it is, so what the plan says of addon "${name}" in cluster "${cluster}" is uncertain`,
    ],
  };
};

const undeclaredNotice = (root: string, { name, addons }: UndeclaredCluster): Diagnostic =>
  diagnose(undeclaredCluster, {
    message: `"${root}" has generated files of cluster "${name}", which this app doesn't declare; synth leaves them as they are`,
    at: { file: `${root}/clusters/${name}` },
    fix:
      addons.length === 0
        ? `delete them: git rm -r ${root}/clusters/${name} ${root}/contract/${name}; or, if another app generates them, name it: new FluxApp({ otherClusters: ['${name}'] })`
        : `declare the cluster again; or, if another app generates it, name it: new FluxApp({ otherClusters: ['${name}'] }); to remove it, keep it without stages for one change: new FluxCluster(app, '${name}')${addons.map((addon) => `.removed('${addon}', { reason: '…' })`).join('')}`,
  });

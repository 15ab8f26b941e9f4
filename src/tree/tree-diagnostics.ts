import type { AppLayout } from '../compile/layout.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { TreeChanges, UndeclaredCluster } from './compare-tree.js';
import { fileEdited, pathRefused, undeclaredCluster } from './diagnostics.js';

/**
 * What a comparison with the files on disk found, as diagnostics.
 *
 * @param tree where the files lie
 * @param planned clusters for which a plan says what Flux will do, as if no file were edited
 */
export const treeDiagnostics = (
  tree: AppLayout,
  { problems, kept, unlisted, undeclared }: Pick<TreeChanges, 'problems' | 'kept' | 'unlisted' | 'undeclared'>,
  planned: readonly string[] = [],
): readonly Diagnostic[] => [
  ...problems.map((problem) =>
    diagnose(pathRefused, {
      message: problem.cause,
      at: { file: problem.path === '' ? tree.root || '.' : tree.inProject(problem.path) },
      fix: problem.fix,
    }),
  ),
  ...kept.map((path) =>
    diagnose(fileEdited, {
      message: unlisted.includes(path)
        ? `"${tree.inProject(path)}" has no checksum, so synth can't tell whether it was edited by hand, and keeps it`
        : `"${tree.inProject(path)}" was edited by hand, and is kept as it is`,
      at: { file: tree.inProject(path) },
      ...notesOf(tree, path, planned),
      fix: unlisted.includes(path)
        ? 'move an edit into the TypeScript code; then, or if git took back the list of checksums alone, run "fluxspan synth --force", which rewrites or removes it'
        : `${COPY.test(path) ? 'make the change in the file that it is a copy of' : 'move the change into the TypeScript code'} and run "fluxspan synth --force", which rewrites the file`,
    }),
  ),
  ...undeclared.map((cluster) => undeclaredNotice(tree, cluster)),
];

/** A file that SOPS encrypted. */
const COPY = /\/encrypted\.[^/]+\.ya?ml$/;

/** What an edit makes of the plan: Flux applies the file as it is. */
const notesOf = (tree: AppLayout, path: string, planned: readonly string[]): { readonly notes?: readonly string[] } => {
  const cluster = planned.find((one) => tree.of(one).holds(path));
  const name = cluster === undefined ? undefined : tree.of(cluster).addonOf(path);
  if (!path.endsWith('.yaml') || name === undefined) return {};
  return {
    notes: [
      `Flux applies the file as it is, so what the plan says of addon "${name}" in cluster "${cluster}" is uncertain`,
    ],
  };
};

const undeclaredNotice = (tree: AppLayout, { name, addons }: UndeclaredCluster): Diagnostic => {
  const [folder, contract] = [tree.of(name).folder, tree.of(name).contract].map((path) => tree.inProject(path));
  return diagnose(undeclaredCluster, {
    message: `"${tree.root || '.'}" has generated files of cluster "${name}", which this app doesn't declare; synth leaves them as they are`,
    at: { file: folder! },
    fix:
      addons.length === 0
        ? `delete them: git rm -r ${folder} ${contract}; or, if another app generates them, name it: new FluxApp({ otherClusters: ['${name}'] })`
        : `declare the cluster again; or, if another app generates it, name it: new FluxApp({ otherClusters: ['${name}'] }); to remove it, keep it without stages for one change: new FluxCluster(app, '${name}')${addons.map((addon) => `.removed('${addon}', { reason: '…' })`).join('')}`,
  });
};

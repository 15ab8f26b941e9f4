import { posix } from 'node:path';
import { titleOf } from '../../../applied/object-id.js';
import { type ArtifactPart, artifactTree, readArtifacts } from '../../../applied/view/artifact-tree.js';
import { sourceOf } from '../../../applied/view/build-owner.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import type { AppSettings } from '../../../declared/declared-app.js';
import { parseOwnerKey } from '../../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import type { ClusterPlan } from '../../../tree/plan-cluster.js';
import { defineChangeRule } from '../../change-rule.js';
import { fileIgnored } from '../../root/diagnostics.js';

/** Reports generated files that an ArtifactGenerator doesn't copy to where Flux looks for them. */
export const notCopiedRule = defineChangeRule(
  [fileIgnored],
  ({ plan, compiled, tree, view, lostRoot }, report) => {
    const problems =
      view === undefined || lostRoot !== undefined
        ? []
        : notCopied(plan, view, compiled.app, tree.root, compiled.appLayout.sourceRoot);
    for (const problem of problems) report(problem);
  },
  { asksOfAdoption: 'others' },
);

/**
 * Gives the generated files that an ArtifactGenerator doesn't copy to where Flux looks for them, if the root or the
 * generated Kustomizations read an ExternalArtifact. An artifact from an unknown producer isn't checked.
 *
 * @param root the tree's root, relative to the repository's
 * @param prefix the prefix of the source's paths; empty, or with a `/` at the end
 */
const notCopied = (
  { cluster, files, layout }: ClusterPlan,
  { tree, after }: Pick<ClusterViews, 'tree' | 'after'>,
  { source }: Pick<AppSettings, 'source'>,
  root: string,
  prefix: string,
): readonly Diagnostic[] => {
  const { key, json } = after.running;
  const ofRoot = sourceOf(json, parseOwnerKey(key).namespace);
  const paths = [...files.keys()].filter((path) => path.endsWith('.yaml')).sort();
  const generators = [...after.owners.values()]
    .flatMap(({ objects }) => objects)
    .filter(({ id }) => id.kind === 'ArtifactGenerator' && id.group === 'source.extensions.fluxcd.io');
  return [
    { read: ofRoot, own: paths.filter((path) => layout.isInFolder(path)) },
    { read: source, own: paths.filter((path) => !layout.isInFolder(path)) },
  ].flatMap(({ read, own }): readonly Diagnostic[] => {
    const name = `ExternalArtifact/${read.namespace}/${read.name}`;
    for (const generator of read.kind === 'ExternalArtifact' ? generators : []) {
      const part = readArtifacts(generator.id, generator.json).find((one) => one.key === name);
      const holds = part === undefined ? undefined : tryHold(part, tree, prefix);
      if (holds === undefined) continue;
      const missing = own.map((path) => posix.join(root, path)).filter((path) => !holds(path));
      if (missing.length === 0) return [];
      const count = missing.length === 1 ? `"${missing[0]}"` : `${missing.length} generated files`;
      return [
        diagnose(fileIgnored, {
          message: `${titleOf(generator.id)} doesn't copy ${count} to the path that Flux reads in ExternalArtifact "${read.name}"`,
          at: {
            cluster,
            object: titleOf(generator.id),
            ...(generator.path === '' ? {} : { file: generator.path }),
            path: 'spec.artifacts',
          },
          notes: missing.length === 1 ? [] : [`the first one is ${missing[0]}`],
          fix: "copy the whole tree: { from: '@repo/**', to: '@artifact/' }, with the alias of the source",
        }),
      ];
    }
    return [];
  });
};

/** Whether an artifact has a file at its own path. `undefined` if that isn't known. */
const tryHold = (
  part: ArtifactPart,
  tree: ClusterViews['tree'],
  prefix: string,
): ((path: string) => boolean) | undefined => {
  // With several sources, it isn't known which one is this repository.
  if (part.sources.size !== 1) return undefined;
  const found = artifactTree(part, () => ({ tree, prefix, placeOf: (path) => path }));
  if (found === undefined || typeof found === 'string') return undefined;
  return (path) => {
    const inside = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    return found.tree.blobs.has(inside) && found.placeOf(inside) === path;
  };
};

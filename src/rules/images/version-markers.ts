import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type Diagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { fileAt } from '../../versions/files.js';
import type { MarkedVersion } from '../../versions/find-markers.js';
import { policyAlone } from '../../versions/image-policy-name.js';
import { parseImage } from '../../versions/image-reference.js';
import { indexState, objectsOfKind } from '../context/state-index.js';
import { stateOfCluster } from '../context/state-of-cluster.js';
import { otherMarkedRepository, unknownMarkedPolicy, unreachedVersions } from '../diagnostics.js';
import type { TargetName } from '../references/index.js';
import { openKnown } from '../references/known.js';
import { fullImageName, IMAGE_GROUP, imageOfPolicy, mayReach, policyTarget, updatePaths } from './image-automation.js';

/** The objects of Flux's image automation in a cluster, as plain data. */
export interface MarkerFacts {
  /**
   * Policies as markers name them (`apps:web`), with the image repository that each selects from, if the tree declares
   * it.
   */
  readonly policies: readonly { readonly name: string; readonly image: string | undefined }[];
  /** The marked policies that exist without the tree. */
  readonly known: readonly string[];
  /** The paths at which automations of a namespace update files of the tree's repository. */
  readonly paths: readonly { readonly namespace: string; readonly path: string }[];
}

/** @param isKnown whether files of others for the cluster have an object */
export const markerFacts = (
  marked: readonly MarkedVersion[],
  cluster: CompiledCluster,
  isKnown: (target: TargetName) => boolean = () => false,
): MarkerFacts => {
  const state = stateOfCluster(cluster);
  const index = indexState(state);
  const isThere = openKnown(state);
  const policies = objectsOfKind(index, `${IMAGE_GROUP}/ImagePolicy`).map((policy) => ({
    name: `${policy.namespace}:${policy.name}`,
    image: imageOfPolicy(index, policy),
  }));
  const names = [...new Set(marked.map(({ policy }) => policyAlone(policy)))];
  const isIn = new Set(policies.map(({ name }) => name));
  const namespaces = new Set(names.map((name) => name.split(':')[0]!));
  return {
    policies,
    known: names.filter((name) => !isIn.has(name) && (isThere(policyTarget(name)) || isKnown(policyTarget(name)))),
    paths: [...namespaces].flatMap((namespace) =>
      updatePaths(state, index, namespace).map((path) => ({ namespace, path })),
    ),
  };
};

/**
 * Checks that Flux's image automation can update the marked values of versions.yaml. One of the clusters runs it.
 *
 * @param file versions.yaml from the repository's root
 */
export const checkVersionMarkers = (
  marked: readonly MarkedVersion[],
  clusters: readonly MarkerFacts[],
  file: string,
): readonly Diagnostic[] => {
  const policies = clusters.flatMap((facts) => facts.policies);
  const known = new Set(clusters.flatMap((facts) => facts.known));
  const paths = clusters.flatMap((facts) => facts.paths);
  return marked.flatMap(({ list, name, value, line, policy: marker }) => {
    const target = policyTarget(marker);
    const alone = policyAlone(marker);
    const at = { file: fileAt(line) };
    const what = `${list === 'images' ? 'image' : 'version'} "${name}"`;
    const found = policies.filter((policy) => policy.name === alone);
    if (found.length === 0 && !known.has(alone)) {
      const names = policies.map((policy) => policy.name);
      const first = names.length === 0 ? 'make it in an addon' : suggest(alone, names);
      const fix = `${first}; if others make it, list it: external: [{ kind: 'ImagePolicy', namespace: '${target.namespace}', name: '${target.name}' }]`;
      const message = `nothing makes ImagePolicy "${target.name}" in namespace "${target.namespace}", so Flux never updates ${what}`;
      return [diagnose(unknownMarkedPolicy, { message, at, fix })];
    }
    const problems: Diagnostic[] = [];
    const repository = list === 'images' ? parseImage(value)?.name : undefined;
    const images = found.map(({ image }) => image);
    const isOther = images.every((one) => one !== undefined && !isSameImage(one, repository));
    if (repository !== undefined && images[0] !== undefined && isOther) {
      const message = `${what} is of "${repository}", and ImagePolicy "${alone}" selects from "${images[0]}"`;
      const fix = `mark it with an ImagePolicy of "${repository}", or write an image of "${images[0]}"`;
      problems.push(diagnose(otherMarkedRepository, { message, at, fix }));
    }
    const here = paths.filter(({ namespace }) => namespace === target.namespace).map(({ path }) => path);
    if (here.length > 0 && !here.some((path) => mayReach(path, file, true))) {
      const message = `no ImageUpdateAutomation in namespace "${target.namespace}" updates ${file}, where ${what} is`;
      const notes = [`update.path is ${[...new Set(here)].map((path) => `"${path}"`).join(', ')}`];
      const fix = `set update.path of one of them to './${file}', or to a folder above`;
      problems.push(diagnose(unreachedVersions, { message, at, notes, fix }));
    }
    return problems;
  });
};

const isSameImage = (image: string, repository: string | undefined): boolean =>
  repository === undefined || fullImageName(image) === fullImageName(repository);

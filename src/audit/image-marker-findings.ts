import { isYaml } from '../applied/is-yaml.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { groupOf } from '../constructs/reference.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { fieldsOf, textOf } from '../json/as-shape.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { indexState } from '../rules/context/state-index.js';
import { unknownPolicy } from '../rules/flux/image-policy.js';
import { IMAGE_GROUP, mayReach, updatePaths } from '../rules/images/image-automation.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { commentsOnPolicies } from '../versions/find-markers.js';
import { isImagePolicyName, policyAlone } from '../versions/image-policy-name.js';
import type { FolderTree } from './folder-tree.js';
import { nearness } from './names/near-names.js';
import { readableObjects } from './readable-objects.js';

interface MarkedCluster {
  readonly view: FluxView;
  readonly state: RuleState;
}

interface Marker {
  readonly path: string;
  readonly line: number;
  /** `apps:web`. */
  readonly policy: string;
}

/** Markers of images, in what Flux applies or updates, for an ImagePolicy that no file makes while others are made. */
export const imageMarkerFindings = (
  clusters: readonly MarkedCluster[],
  tree: Pick<FolderTree, 'blobs' | 'objects' | 'textOf'>,
): readonly Diagnostic[] => {
  const markers = markersIn(clusters, tree);
  if (markers.length === 0) return [];
  const applied = appliedPolicies(clusters);
  const inFiles = applied === undefined || applied.size === 0 ? undefined : policiesInFiles(tree);
  if (applied === undefined || inFiles === undefined) return [];
  const names = [...applied];
  const isWhole = clusters.every(({ view }) => view.notSeen.every(({ cause }) => cause === 'encrypted'));
  const marked = new Set(markers.map(({ policy }) => policy));
  return markers.flatMap(({ path, line, policy }): readonly Diagnostic[] => {
    const [namespace = '', name = ''] = policy.split(':');
    // A file that isn't applied here may be for another cluster.
    if ([policy, `:${name}`].some((one) => applied.has(one) || inFiles.has(one))) return [];
    const near = nearOf(policy, names, marked);
    // Another repository may make it.
    if (near === undefined && !isWhole) return [];
    return [
      diagnose(unknownPolicy, {
        message: `nothing makes ImagePolicy "${name}" in namespace "${namespace}", so Flux never updates the image`,
        at: { file: `${path}:${line}` },
        fix:
          near?.isSure === true
            ? `did you mean "${near.name}"?`
            : `make the ImagePolicy, ${near === undefined ? 'or delete the marker' : `or name another one, such as "${near.name}"`}`,
      }),
    ];
  });
};

interface Near {
  readonly name: string;
  readonly isSure: boolean;
}

/** The policy that a marker means: misspelt, in another namespace, or maybe one of a like name for which nothing is marked. */
const nearOf = (policy: string, names: readonly string[], marked: ReadonlySet<string>): Near | undefined => {
  const [namespace, name = ''] = policy.split(':');
  const inSame = names.flatMap((one) => {
    const [other, near = ''] = one.split(':');
    const how = other === namespace ? nearness(near, name) : undefined;
    return how === undefined ? [] : [{ one, how }];
  });
  const twin = inSame.find(({ how }) => how === 'twin')?.one;
  if (twin !== undefined) return { name: twin, isSure: true };
  const [elsewhere, ...others] = names.filter((one) => one.endsWith(`:${name}`));
  if (elsewhere !== undefined && others.length === 0) return { name: elsewhere, isSure: !marked.has(elsewhere) };
  const [alike, ...more] = inSame.filter(({ one }) => !marked.has(one));
  return alike === undefined || more.length > 0 ? undefined : { name: alike.one, isSure: false };
};

/** The first one for each policy in each file. */
const markersIn = (
  clusters: readonly MarkedCluster[],
  { blobs, textOf: textAt }: Pick<FolderTree, 'blobs' | 'textOf'>,
): readonly Marker[] => {
  const applied = new Set(clusters.flatMap(({ view }) => [...view.owners.values()].flatMap(({ files }) => files)));
  const indexed = clusters.map(({ state }) => ({ state, index: indexState(state) }));
  const isUpdated = (path: string, namespace: string): boolean =>
    indexed.some(({ state, index }) =>
      updatePaths(state, index, namespace).some((updated) => mayReach(updated, path, true)),
    );
  const found = new Map<string, Marker>();
  for (const path of blobs.keys()) {
    const text = isYaml(path) ? textAt(path) : undefined;
    if (text?.includes('"$imagepolicy"') !== true) continue;
    for (const { line, before, policy } of commentsOnPolicies(text)) {
      if (policy === undefined || !isImagePolicyName(policy) || !/^\s*[^\s#]/.test(before)) continue;
      const alone = policyAlone(policy);
      const key = `${path} ${alone}`;
      if (found.has(key) || !(applied.has(path) || isUpdated(path, alone.split(':')[0]!))) continue;
      found.set(key, { path, line, policy: alone });
    }
  }
  return [...found.values()];
};

/** As `namespace:name`; undefined if not all of them are known. */
const appliedPolicies = (clusters: readonly MarkedCluster[]): ReadonlySet<string> | undefined => {
  const owners = clusters.flatMap(({ view }) => [...view.owners.values()]);
  // The Flux Operator may make others.
  if (owners.some(({ sets }) => sets.open.size > 0)) return undefined;
  const found = owners.flatMap(({ objects, sets }) =>
    [...objects, ...sets.objects].flatMap(({ id }) =>
      id.group === IMAGE_GROUP && id.kind === 'ImagePolicy' ? [`${id.namespace}:${id.name}`] : [],
    ),
  );
  return found.some(holdsExpression) ? undefined : new Set(found);
};

/** The same of all files, without the namespace where a file doesn't say it. */
const policiesInFiles = ({
  blobs,
  objects,
  textOf: textAt,
}: Pick<FolderTree, 'blobs' | 'objects' | 'textOf'>): ReadonlySet<string> | undefined => {
  const found = new Set<string>();
  for (const path of blobs.keys()) {
    const text = isYaml(path) ? textAt(path) : undefined;
    const count = text?.match(/^kind:\s*["']?ImagePolicy\b/gm)?.length ?? 0;
    if (count === 0) continue;
    // A template makes them.
    if (/\{\{|<</.test(text!)) return undefined;
    const own = readableObjects({ objects }, path).filter(
      (one) => one['kind'] === 'ImagePolicy' && groupOf(String(one['apiVersion'])) === IMAGE_GROUP,
    );
    if (own.length < count) return undefined;
    for (const one of own) {
      const { namespace, name } = fieldsOf(one['metadata']);
      found.add(`${textOf(namespace) ?? ''}:${textOf(name) ?? ''}`);
    }
  }
  return [...found].some(holdsExpression) ? undefined : found;
};

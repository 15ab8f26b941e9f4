import { posix } from 'node:path';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { RuleState, StateObject } from '../context/rule-state.js';
import { objectsOfKind, type StateIndex, specOf } from '../context/state-index.js';
import type { TargetName } from '../references/index.js';

export const IMAGE_GROUP = 'image.toolkit.fluxcd.io';

/** The ImagePolicy that a marker names. */
export const policyTarget = (policy: string): TargetName => {
  const [namespace = '', name = ''] = policy.split(':');
  return { group: IMAGE_GROUP, kind: 'ImagePolicy', namespace, name };
};

/** The image repository that a policy selects from, if the tree declares it. */
export const imageOfPolicy = (index: StateIndex, policy: StateObject): string | undefined => {
  const { imageRepositoryRef: ref } = specOf(policy);
  if (!isObject(ref)) return undefined;
  const repository = objectsOfKind(index, `${IMAGE_GROUP}/ImageRepository`).find(
    (one) => one.name === ref['name'] && one.namespace === (ref['namespace'] ?? policy.namespace),
  );
  const image = repository === undefined ? undefined : specOf(repository)['image'];
  return typeof image === 'string' && !holdsExpression(image) ? image : undefined;
};

/** `nginx` is `docker.io/library/nginx`: https://github.com/distribution/reference */
export const fullImageName = (name: string): string => {
  const [first = '', ...rest] = name.split('/');
  if (rest.length === 0) return `docker.io/library/${name}`;
  return /[.:]|^localhost$/.test(first) ? name.replace(/^index\.docker\.io\//, 'docker.io/') : `docker.io/${name}`;
};

/**
 * The paths at which automations of a namespace update files of the tree's source. They only see policies in their own
 * namespace.
 */
export const updatePaths = ({ source }: RuleState, index: StateIndex, namespace: string): readonly string[] =>
  objectsOfKind(index, `${IMAGE_GROUP}/ImageUpdateAutomation`).flatMap((one) => {
    const { sourceRef, update } = specOf(one);
    if (one.namespace !== namespace || !isObject(sourceRef)) return [];
    const isOfTree =
      sourceRef['kind'] === source.kind &&
      sourceRef['name'] === source.name &&
      (sourceRef['namespace'] ?? namespace) === source.namespace;
    const path = isObject(update) ? (update['path'] ?? '.') : '.';
    return isOfTree && typeof path === 'string' ? [path] : [];
  });

/** Whether an automation with an `update.path` may update a file, or a file in a folder. */
export const mayReach = (path: string, updated: string, isFile = false): boolean => {
  if (holdsExpression(path)) return true;
  const [outer, inner] = [path, updated].map((one) => posix.join('/', one, '/'));
  return inner!.startsWith(outer!) || (!isFile && outer!.startsWith(inner!));
};

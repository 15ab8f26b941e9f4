import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Construct } from 'constructs';
import type { KindInfo, Manifest } from '../../src/constructs/manifest.js';
import { isBuiltInGroup } from '../../src/schema/kubernetes-groups.js';
import { root } from '../support/root.js';

/** A generated class, as nothing knows its props. */
export interface KindClass {
  new (scope: Construct, id: string, props: object): Manifest;
  readonly kind: KindInfo;
  readonly name: string;
}

const folder = join(root, 'imports');

/**
 * The classes of Kubernetes' own kinds whose schemas alone lead to an object that the API server takes. For the others,
 * `test/kinds/kubernetes-classes.test.ts` has objects written by hand.
 */
const madeFromSchemas: Readonly<Record<string, readonly string[]>> = {
  'rbac.authorization.k8s.io': ['ClusterRoleBinding'],
  'storage.k8s.io': ['StorageClass'],
};

/** The API groups that `imports/` has modules of; `core` is the one without a name. */
export const groupsOfModules: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** The API groups with classes that samples can be made of. */
export const groupsOfClasses: readonly string[] = groupsOfModules.filter(
  (group) => (group !== 'core' && !isBuiltInGroup(group)) || Object.hasOwn(madeFromSchemas, group),
);

/** All classes of a group. */
export const allClassesOf = async (group: string): Promise<readonly KindClass[]> => {
  const module = (await import(`../../imports/${group}.ts`)) as Readonly<Record<string, KindClass>>;
  return Object.values(module);
};

/** The classes of a group that samples can be made of. */
export const classesOf = async (group: string): Promise<readonly KindClass[]> => {
  const names = Object.hasOwn(madeFromSchemas, group) ? madeFromSchemas[group] : undefined;
  const all = await allClassesOf(group);
  return names === undefined ? all : all.filter(({ kind }) => names.includes(kind.kind));
};

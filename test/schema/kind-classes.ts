import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Construct } from 'constructs';
import type { KindInfo, Manifest } from '../../src/constructs/manifest.js';
import { root } from '../support/root.js';

/** A generated class, as nothing knows its props. */
export interface KindClass {
  new (scope: Construct, id: string, props: object): Manifest;
  readonly kind: KindInfo;
  readonly name: string;
}

const folder = join(root, 'imports');

/** The API groups that `imports/` has classes of. */
export const groupsOfClasses: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** All classes of a group. */
export const classesOf = async (group: string): Promise<readonly KindClass[]> => {
  const module = (await import(`../../imports/${group}.ts`)) as Readonly<Record<string, KindClass>>;
  return Object.values(module);
};

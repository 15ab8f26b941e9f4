import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { groupOf } from '../constructs/reference.js';

/** A class of the package for one version of a kind. */
export interface KindClass {
  readonly name: string;
  /** `fluxspan/imports/apps`. */
  readonly module: string;
}

/** Finds the class of a kind: of `apps/v1`, `Deployment`. */
export type FindClass = (apiVersion: string, kind: string) => KindClass | undefined;

const CLASS =
  /export (?:declare )?class (\w+) extends Manifest \{\s+static readonly kind(?: =|:) \{\s+(?:readonly )?apiVersion: '([^']+)'[,;]\s+(?:readonly )?kind: '([^']+)'/g;

/** Groups of the API server: nothing else may be part of a path. */
const GROUP = /^[a-z0-9.-]*$/;

/** The classes in `fluxspan/imports/`, a file for each API group. */
export const openKindClasses = (): FindClass => {
  const root = dirname(createRequire(import.meta.url).resolve('fluxspan/package.json'));
  const groups = new Map<string, ReadonlyMap<string, KindClass>>();
  const read = (group: string): ReadonlyMap<string, KindClass> => {
    const file = group === '' ? 'core' : group;
    const path = [join(root, `dist/imports/${file}.d.ts`), join(root, `imports/${file}.ts`)].find((one) =>
      existsSync(one),
    );
    if (!GROUP.test(group) || path === undefined) return new Map();
    const module = `fluxspan/imports/${file}`;
    return new Map(
      [...readFileSync(path, 'utf8').matchAll(CLASS)].map(([, name, apiVersion, kind]) => [
        `${apiVersion}/${kind}`,
        { name: name!, module },
      ]),
    );
  };
  return (apiVersion, kind) => {
    const group = groupOf(apiVersion);
    const known = groups.get(group) ?? read(group);
    groups.set(group, known);
    return known.get(`${apiVersion}/${kind}`);
  };
};

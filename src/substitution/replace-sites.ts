import type { JsonPath } from '../json/json-path.js';
import type { Site } from './sites.js';

/** The sites at and below one place. */
interface Branch {
  key?: Site;
  value?: Site;
  readonly below: Map<string | number, Branch>;
}

const newBranch = (): Branch => ({ below: new Map() });

const branchesOf = (sites: readonly Site[]): Branch => {
  const root = newBranch();
  for (const site of sites) {
    let branch = root;
    for (const step of site.path) {
      let next = branch.below.get(step);
      if (next === undefined) {
        next = newBranch();
        branch.below.set(step, next);
      }
      branch = next;
    }
    if (site.isKey) branch.key = site;
    else branch.value = site;
  }
  return root;
};

/**
 * A copy of a value with something else in the place of its sites; what holds no site is shared with the original.
 *
 * @param replace gives the new value or key. Its path leads to the value, or to the map that has the key, by keys that
 *   have been replaced themselves.
 */
export const replaceSites = (
  json: unknown,
  sites: readonly Site[],
  replace: (site: Site, path: JsonPath) => unknown,
): unknown => {
  if (sites.length === 0) return json;
  const visit = (node: unknown, { value, below }: Branch, path: JsonPath): unknown => {
    if (value !== undefined) return replace(value, path);
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) {
      return node.map((item, index) => {
        const branch = below.get(index);
        return branch === undefined ? item : visit(item, branch, [...path, index]);
      });
    }
    return Object.fromEntries(
      Object.entries(node).map(([key, member]) => {
        const branch = below.get(key);
        if (branch === undefined) return [key, member];
        const name = branch.key === undefined ? key : String(replace(branch.key, path));
        return [name, visit(member, branch, [...path, name])];
      }),
    );
  };
  return visit(json, branchesOf(sites), []);
};

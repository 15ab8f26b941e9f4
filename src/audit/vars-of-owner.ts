import { suppliedVars } from '../addon/supplied-vars.js';
import { configMapKey } from '../applied/config-map-key.js';
import type { KnownVars } from '../compile/known-vars.js';
import { fieldsOf, objectsOf } from '../json/as-shape.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { SuppliedData } from './supplied-data.js';

/** The vars that a Kustomization substitutes, as far as the repository has them. */
export interface OwnerVars {
  /** By name; the value is undefined if only the cluster knows it. */
  readonly values: ReadonlyMap<string, string | undefined>;
  /** ConfigMaps and Secrets that aren't in the repository as a whole, as `Kind/name`: any name may come from there. */
  readonly open: readonly string[];
  /** Whether one of these may have a var: of some, it is known what their keys are like. */
  readonly mayHave: (name: string) => boolean;
  /** Whether Flux substitutes at all. */
  readonly isSubstituted: boolean;
  /** Flux substitutes even without any var. */
  readonly isAlways: boolean;
  /** Values that come from a Secret, which no message may have. */
  readonly secrets: ReadonlySet<string>;
}

/** Finds data by `Kind/namespace/name`: of the repository, or of what else writes into the cluster. */
export type FindData = (
  key: string,
) => (Pick<SuppliedData, 'data' | 'isOpen'> & { readonly openKeys?: readonly RegExp[] }) | undefined;

const ANY: readonly RegExp[] = [/^/];

/** As Flux reads them: each source overrides those before it, and inline values override all. */
export const varsOfOwner = (spec: Readonly<Record<string, unknown>>, namespace: string, find: FindData): OwnerVars => {
  const postBuild = fieldsOf(spec['postBuild']);
  const values = new Map<string, string | undefined>();
  const open: string[] = [];
  const patterns: (readonly RegExp[])[] = [];
  const ofSecrets = new Set<string>();
  for (const reference of objectsOf(postBuild['substituteFrom'])) {
    const [kind, name] = [String(reference['kind']), String(reference['name'])];
    const found = find(`${kind}/${configMapKey(namespace, name)}`);
    if (found?.isOpen !== false) {
      open.push(`${kind}/${name}`);
      patterns.push(found?.openKeys ?? ANY);
    }
    for (const [key, value] of found?.data ?? []) {
      values.set(key, value?.replaceAll('\n', ''));
      if (kind === 'Secret') ofSecrets.add(key);
      else ofSecrets.delete(key);
    }
  }
  // What its parent couldn't substitute has a value that only the cluster knows.
  for (const [key, value] of suppliedVars(spec).inline) {
    values.set(key, holdsExpression(value) ? undefined : value.replaceAll('\n', ''));
    ofSecrets.delete(key);
  }
  const secrets = new Set([...ofSecrets].flatMap((key) => values.get(key) ?? []));
  const isAlways = postBuild['substituteStrategy'] === 'Always';
  const mayHave = (name: string): boolean => patterns.some((keys) => keys.some((one) => one.test(name)));
  return { values, open, mayHave, isAlways, secrets, isSubstituted: isAlways || values.size + open.length > 0 };
};

/** The same in the form that rules read, of objects in which what is known is substituted already. */
export const knownVarsOf = ({ values, open, isSubstituted }: OwnerVars): KnownVars => {
  const unknown = [...values.values()].some((value) => value === undefined);
  const sources = unknown && open.length === 0 ? ['Secret/of the cluster'] : open;
  return {
    vars: new Map(),
    open: sources,
    borrowed: new Set(),
    isSubstituted: isSubstituted && sources.length > 0,
  };
};

/** Any name may have any value. */
export const UNKNOWN_VARS: KnownVars = {
  vars: new Map(),
  open: ['Secret/of the cluster'],
  borrowed: new Set(),
  isSubstituted: true,
  isSupposed: true,
};

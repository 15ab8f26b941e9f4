import type { ApiObject } from 'cdk8s';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, within } from '../diagnostics/index.js';
import { withWatchLabels } from '../flux/watch-labels.js';
import type { JsonObject } from '../json/json-value.js';
import { compileObject } from './compile-object.js';
import type { CompiledObject } from './compiled-object.js';
import { withKeptClaims } from './tenant-defaults.js';

/** Whose an object is, and where Flux substitutes in it. */
type Owner = Pick<Parameters<typeof compileObject>[1], 'addon' | 'owner' | 'isUnfinished' | 'sitesOf'>;

/** Makes the objects of one cluster plain, and knows which it has seen. */
export interface ObjectCompiler {
  /** Undefined where the object can't be made plain, which has been reported. */
  compile(object: ApiObject, owner: Owner): CompiledObject | undefined;
  /** The objects that belong to an addon; any other in the cluster is a stray one. */
  readonly owned: Set<ApiObject>;
}

export const createObjectCompiler = (
  cluster: AnyFluxCluster,
  report: (problem: Diagnostic) => void,
): ObjectCompiler => {
  const owned = new Set<ApiObject>();
  return {
    owned,
    compile: (object, owner) => {
      owned.add(object);
      // After the addon's own changes, which a mirror applies to as well.
      cluster.mirrors.redirect(object, (problem) => report(within({ addon: owner.addon }, problem)));
      const complete = (json: JsonObject) =>
        withKeptClaims(cluster.published?.offer, withWatchLabels(cluster.fluxSettings, json));
      return compileObject(object, { cluster: cluster.name, ...owner, complete }, report);
    },
  };
};

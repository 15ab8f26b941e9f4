import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { objectsIn } from '../addon/build-addon.js';
import { tryFindAddonScope } from '../constructs/addon-scope.js';
import { isFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { objectWithoutAddon } from './diagnostics.js';

const stray = (object: ApiObject, why: string): Diagnostic =>
  diagnose(objectWithoutAddon, {
    message: `${object.kind}/${object.name} at "${object.node.path}" is in no addon${why}, and no file would hold it`,
    at: { object: `${object.kind}/${object.name}`, path: object.node.path },
    fix: 'make it in the `build` of an addon, in the scope that it is given',
  });

/** The objects below a cluster that no addon made in its own scope, in time. */
export const strayInCluster = (cluster: Construct, owned: ReadonlySet<ApiObject>): readonly Diagnostic[] =>
  objectsIn(cluster)
    .filter((object) => !owned.has(object))
    .map((object) => {
      const addon = tryFindAddonScope(object)?.addon;
      return stray(object, addon === undefined ? '' : `: that place is addon "${addon}"'s, whose \`build\` had ended`);
    });

/** The objects of an app that are below none of its clusters. */
export const strayInApp = (app: Construct): readonly Diagnostic[] =>
  app.node.children
    .filter((child) => !isFluxCluster(child))
    .flatMap((child) => objectsIn(child as Construct))
    .map((object) => stray(object, ' and no cluster'));

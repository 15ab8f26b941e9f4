import { posix } from 'node:path';
import { keyOf, titleOf, tryReadId } from '../../applied/object-id.js';
import { isKnown } from '../../applied/view/cluster-views.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import { expressionsOf } from '../../substitution/expressions-of.js';
import { isDisabled, SUBSTITUTE_MARK } from '../../substitution/is-disabled.js';
import { findSites, type Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { rootChangesVars } from './diagnostics.js';
import { knownValues } from './injected-vars.js';
import type { RootBuild } from './root-build.js';
import { isSameSource, postBuildOf } from './vars-of-root.js';

/**
 * Reports text of generated Kustomizations in which Flux's root substitutes itself, because it has `postBuild`. The
 * text is for the addon's own Kustomization, which would only read it afterwards.
 */
export const rootSubstitutes = (
  { cluster, layout, objects }: Pick<ClusterPlan, 'cluster' | 'layout' | 'objects'>,
  build: RootBuild,
  flux: string,
): readonly Diagnostic[] => {
  const { root, isOwn } = build;
  const own = postBuildOf(root.json);
  if (own === undefined || !isKnown(root)) return [];
  const known = knownValues(own, parseOwnerKey(root.key).namespace, build);
  if (known.isWhole && known.names.size === 0 && !own.isAlways) return [];
  const built = new Map(root.objects.filter(({ path }) => isOwn(path)).map((one) => [keyOf(one.id), one]));
  return objects.flatMap(({ object, json, path }): readonly Diagnostic[] => {
    const id = layout.isInFolder(path) ? tryReadId(json) : undefined;
    const found = id === undefined ? undefined : built.get(keyOf(id));
    if (id === undefined || found === undefined || isDisabled(found.built)) return [];
    const reads = postBuildOf(found.built)?.from ?? [];
    // Vars that both read from the same place get the same value.
    const isShared = reads.length > 0 && reads.every((one) => own.from.some((other) => isSameSource(one, other)));
    const isSame = (site: Site): boolean =>
      !(site.template instanceof SubstitutionError) &&
      !site.source.includes('$$') &&
      expressionsOf(site.template).every(({ name }) => known.names.has(name) || isShared);
    const site = findSites(found.built).find((one) => !isSame(one));
    if (site === undefined) return [];
    const where = known.isWhole ? ', since the var is not among its own' : ' where the var is not among its own';
    const text = site.source.includes('$$') ? '`$$`' : '`${…}`';
    const effect =
      text === '`$$`'
        ? 'takes the escape away, so that the addon reads a var there'
        : flux === '2.9'
          ? `fails at it${where}, and applies nothing of the cluster`
          : `puts nothing in its place${where}`;
    return [
      diagnose(rootChangesVars, {
        message: `Flux's root has postBuild, so it reads the ${text} in ${printPath(site.path)} of ${titleOf(id)} itself, and ${effect}`,
        at: {
          cluster,
          addon: object.addon,
          object: object.title,
          ...(root.file === undefined ? {} : { file: root.file }),
          path: 'spec.postBuild',
        },
        ...(known.isWhole || text === '`$$`' ? {} : { severity: 'warning' }),
        notes: [`it is in "${posix.basename(path)}", and meant for the addon's own Kustomization`],
        fix: `patch ${titleOf(id)} in the root: metadata.annotations: { ${SUBSTITUTE_MARK}: disabled }; or take postBuild out of the root`,
      }),
    ];
  });
};

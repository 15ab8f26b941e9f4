import { ownerName } from '../applied/owner-name.js';
import { type Diagnostic, diagnose, type Place } from '../diagnostics/index.js';
import { isTwin } from '../rules/references/is-twin.js';
import { SubstitutionError, variablesOf } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { findSites } from '../substitution/sites.js';
import { rareVar } from './diagnostics.js';
import { builtObjectsOf, type OwnerWithVars } from './state-of-view.js';
import { openPlaces, type VarOptions } from './var-findings.js';

interface ReadVar {
  count: number;
  readonly owner: string;
  readonly at: () => Place;
  readonly sources: Set<string>;
}

/** So many readers of a name show that it is the right one. */
const FEWEST_READS = 3;

/**
 * Vars that are read once, from a source that isn't in the repository, while a var of almost the same name is read often from
 * the same source.
 */
export const rareVarFindings = (owners: readonly OwnerWithVars[], options: VarOptions): readonly Diagnostic[] => {
  const reads = new Map<string, ReadVar>();
  for (const one of owners) {
    const { owner, vars } = one;
    if (!vars.isSubstituted || vars.open.length === 0 || owner.folder === undefined) continue;
    const placeOf = openPlaces(one, options);
    for (const object of builtObjectsOf(owner)) {
      if (isDisabled(object.built)) continue;
      for (const site of findSites(object.built)) {
        if (site.template instanceof SubstitutionError) continue;
        for (const { name, exempt } of variablesOf(site.template)) {
          if (exempt || vars.values.has(name)) continue;
          const there = reads.get(name) ?? {
            count: 0,
            owner: ownerName(owner.key),
            at: () => placeOf(object, site),
            sources: new Set<string>(),
          };
          reads.set(name, there);
          there.count += 1;
          for (const title of vars.open) there.sources.add(title);
        }
      }
    }
  }
  return [...reads].flatMap(([name, { count, owner, at, sources }]): readonly Diagnostic[] => {
    if (count > 1) return [];
    const near = [...reads].find(
      ([other, one]) =>
        one.count >= FEWEST_READS &&
        isTwin(other, name) &&
        !isEndingOf(other, name) &&
        [...one.sources].some((title) => sources.has(title)),
    );
    if (near === undefined) return [];
    return [
      diagnose(rareVar, {
        message: `only one text of Kustomization "${owner}" reads \${${name}}, and ${near[1].count} texts read \${${near[0]}}`,
        at: at(),
        notes: [`both come from ${[...sources].join(' or ')}, which isn't in this repository`],
        fix: `did you mean \${${near[0]}}?`,
      }),
    ];
  });
};

/** `DOMAIN` and `DOMAINS`, `APP_URL` and `APP_URI`: two names. */
const isEndingOf = (a: string, b: string): boolean => {
  const length = Math.min(a.length, b.length) - (a.length === b.length ? 1 : 0);
  return a.slice(0, length) === b.slice(0, length);
};

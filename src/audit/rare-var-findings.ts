import { ownerName } from '../applied/owner-name.js';
import { type Diagnostic, diagnose, type Place } from '../diagnostics/index.js';
import { SubstitutionError, variablesOf } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { findSites } from '../substitution/sites.js';
import { rareVar } from './diagnostics.js';
import { nearVars } from './near-vars.js';
import { builtObjectsOf, type OwnerWithVars } from './state-of-view.js';
import { openPlaces, type VarOptions } from './var-findings.js';

interface ReadVar {
  /** The fields that read it; a base that many Kustomizations build counts once. */
  readonly fields: Set<string>;
  readonly owner: string;
  readonly at: () => Place;
  readonly sources: Set<string>;
}

/** So many readers of a name show that a letter of the other one is wrong. */
const FEWEST_READS = 3;

/**
 * Vars that one text reads, from a source that isn't in the repository, while others read a var of almost the same name from
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
            fields: new Set<string>(),
            owner: ownerName(owner.key),
            at: () => placeOf(object, site),
            sources: new Set<string>(),
          };
          reads.set(name, there);
          there.fields.add([object.path, object.id.kind, ...site.path].join('\n'));
          for (const title of vars.open) there.sources.add(title);
        }
      }
    }
  }
  return [...reads].flatMap(([name, { fields, owner, at, sources }]): readonly Diagnostic[] => {
    if (fields.size > 1) return [];
    const near = [...reads].find(([other, one]) => {
      const how = nearVars(other, name);
      if (how === undefined || ![...one.sources].some((title) => sources.has(title))) return false;
      if (how === 'wrong-letter') return one.fields.size >= FEWEST_READS;
      // Of two that one text each reads, the first one is reported.
      return one.fields.size > 1 || name < other;
    });
    if (near === undefined) return [];
    const [other, { fields: often }] = near;
    return [
      diagnose(rareVar, {
        message: `only one text of Kustomization "${owner}" reads \${${name}}, and ${often.size === 1 ? 'another one reads' : `${often.size} texts read`} \${${other}}`,
        at: at(),
        notes: [`both come from ${[...sources].join(' or ')}, which isn't in this repository`],
        fix:
          often.size === 1 ? `write the same name in both texts, if they mean the same` : `did you mean \${${other}}?`,
      }),
    ];
  });
};

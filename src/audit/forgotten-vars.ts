import { ownerName } from '../applied/owner-name.js';
import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { SubstitutionError, variablesOf } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { findSites, type Site } from '../substitution/sites.js';
import { forgottenVars } from './diagnostics.js';
import { builtObjectsOf, type OwnerWithVars } from './state-of-view.js';
import { openPlaces, readNames, type VarOptions } from './var-findings.js';

/** Texts that programs read have vars of their own. */
const OF_PROGRAMS = /(?:^|\.|\])(?:args|command|script|data|binaryData|stringData|values|env)(?:\.|\[|$)/;

/** One of so many forgets it. Where most do, something else in the cluster gives all of them their vars. */
const SHARE = 2;

/** Kustomizations without vars, whose objects read names that others get as vars. */
export const forgottenVarFindings = (owners: readonly OwnerWithVars[], options: VarOptions): readonly Diagnostic[] => {
  const readers = new Map<string, string[]>();
  for (const one of owners) {
    if (!one.vars.isSubstituted) continue;
    for (const name of new Set(readNames(one)))
      if (one.vars.values.has(name) || one.vars.open.length > 0)
        readers.set(name, [...(readers.get(name) ?? []), ownerName(one.owner.key)]);
  }
  if (readers.size === 0) return [];
  const having = owners.filter(({ vars }) => vars.isSubstituted).length;
  const without = owners.filter(
    (one) =>
      !one.vars.isSubstituted && one.owner.folder !== undefined && readNames(one).some((name) => readers.has(name)),
  ).length;
  if (having < SHARE * without) return [];
  return owners.flatMap((one): readonly Diagnostic[] => {
    const { owner, vars } = one;
    if (vars.isSubstituted || owner.folder === undefined) return [];
    const found = builtObjectsOf(owner).flatMap((object) =>
      isDisabled(object.built) || object.id.group.startsWith('kustomize.toolkit.')
        ? []
        : findSites(object.built).flatMap((site) =>
            namesIn(site)
              .filter((name) => readers.has(name))
              .map((name) => ({ object, site, name })),
          ),
    );
    const [first] = found;
    if (first === undefined) return [];
    const names = [...new Set(found.map(({ name }) => `\${${name}}`))];
    const others = [...new Set(found.flatMap(({ name }) => readers.get(name)!))].sort();
    return [
      diagnose(forgottenVars, {
        message: `Kustomization "${ownerName(owner.key)}" has no postBuild, and its objects read ${nameSome(names, 5)}: Flux leaves the text as it is`,
        at: openPlaces(one, options)(first.object, first.site),
        notes: [
          `${nameSome(
            others.map((name) => `"${name}"`),
            5,
          )} substitute${others.length === 1 ? 's' : ''} it`,
        ],
        fix: `give it the postBuild of "${others[0]!}"; or write $\${ where another program reads the text`,
      }),
    ];
  });
};

const namesIn = ({ template, path }: Site): readonly string[] =>
  template instanceof SubstitutionError || OF_PROGRAMS.test(path.join('.'))
    ? []
    : variablesOf(template).map(({ name }) => name);

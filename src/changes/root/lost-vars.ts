import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { variablesOf } from '../../substitution/variables-of.js';
import { rootChangesVars } from './diagnostics.js';
import { placeOfChange } from './patch-place.js';
import type { OwnKustomization, RootBuild } from './root-build.js';
import { isSameSource, type PostBuild, postBuildOf, printSources } from './vars-of-root.js';

const NOTHING: PostBuild = { inline: {}, from: [], isAlways: false };

/**
 * Reports vars that an addon reads and that Flux no longer has, or that get another value, because its root removes
 * their source from the addon's Kustomization: a patch of a list replaces the whole list.
 */
export const lostVars = (
  { cluster }: Pick<CompiledCluster, 'cluster'>,
  own: OwnKustomization,
  build: RootBuild,
): readonly Diagnostic[] => {
  const { addon, written, applied, id } = own;
  const had = postBuildOf(written);
  if (had === undefined) return [];
  const has = postBuildOf(applied.json) ?? NOTHING;
  const reads = namesRead(own);
  if (reads.size === 0) return [];
  const lost = had.from.filter((one) => !has.from.some((other) => isSameSource(one, other)));
  const isStill = (name: string): boolean => Object.hasOwn(has.inline, name);
  const inline = Object.keys(had.inline).filter((name) => reads.has(name) && !isStill(name));
  const lostKeys = lost.map(({ kind, name }) => build.keysOf(kind, id.namespace, name));
  const left = new Set(has.from.flatMap(({ kind, name }) => build.keysOf(kind, id.namespace, name) ?? []));
  const mayBeOf = (name: string) => lostKeys.some((keys) => keys === undefined || keys.includes(name));
  const other = [...reads.keys()].filter(
    (name) => mayBeOf(name) && !Object.hasOwn(had.inline, name) && !isStill(name) && !left.has(name),
  );
  const changed = [...reads.keys()].filter((name) => isStill(name) && has.inline[name] !== had.inline[name]);
  const { at: place, what } = placeOfChange(build, {
    id,
    words: [/\bsubstitute(From|Strategy)?\b/, /\bpostBuild\b/],
    fields: ['transformers', 'replacements'],
  });
  const at = { cluster: cluster.name, addon: addon.built.name, object: own.object.title, ...place };
  const patch = what.replace(/^a /, 'the ');
  const found: Diagnostic[] = [];
  const names = [...inline, ...other].sort();
  if (names.length > 0) {
    const taken = [
      ...(lost.length === 0 ? [] : [`postBuild.substituteFrom (${printSources(lost)})`]),
      ...(inline.length === 0 ? [] : ['postBuild.substitute']),
    ].join(' and ');
    found.push(
      diagnose(rootChangesVars, {
        message: `Flux's root takes ${taken} out of ${own.title}, so ${outcome(names, reads, has, cluster.flux)}`,
        at,
        notes: [
          `addon "${addon.built.name}" reads ${printNames(names)}`,
          'a merge patch replaces a list as a whole, and op: add replaces what is there',
        ],
        fix: `let ${patch} list what synth writes, too${lost.length === 0 ? '' : `: ${printSources(lost)}`}; or add to the list with op: add and path: /spec/postBuild/substituteFrom/-`,
      }),
    );
  }
  if (changed.length > 0) {
    found.push(
      diagnose(rootChangesVars, {
        message:
          `Flux's root sets ${printNames(changed)} in postBuild.substitute of ${own.title}, which wins: what ${changed.every((name) => Object.hasOwn(had.inline, name)) ? "the addon's code sets" : 'Terraform gives'} doesn't reach addon "${addon.built.name}"`.replaceAll(
            "'",
            "'",
          ),
        at,
        severity: 'warning',
        fix: `take ${changed.length === 1 ? 'it' : 'them'} out of ${patch}`,
      }),
    );
  }
  return found;
};

const outcome = (
  names: readonly string[],
  reads: ReadonlyMap<string, boolean>,
  has: PostBuild,
  flux: string,
): string => {
  if (has === NOTHING) return `Flux applies ${printNames(names)} as text`;
  const needed = names.filter((name) => reads.get(name) !== true);
  if (needed.length === 0)
    return `${printNames(names)} ${names.length === 1 ? 'gets its default' : 'get their defaults'}`;
  const isOne = needed.length === 1;
  return flux === '2.9'
    ? `Flux fails, since ${printNames(needed)} ${isOne ? 'is' : 'are'} not set`
    : `${printNames(needed)} ${isOne ? 'becomes' : 'become'} empty`;
};

/** A message lists this many names, then counts the rest. */
const NAMED = 4;

const printNames = (names: readonly string[]): string => {
  const shown = names.slice(0, NAMED).map((name) => `\${${name}}`);
  return names.length > NAMED ? `${shown.join(', ')} and ${names.length - NAMED} more` : shown.join(' and ');
};

/**
 * The vars that Flux finds in the addon's files: those that its code reads, and those for the quotes that synth adds.
 * The value says whether each use has a default.
 */
const namesRead = ({ addon, object }: OwnKustomization): ReadonlyMap<string, boolean> => {
  const names = new Map<string, boolean>();
  const read = ({ template }: Site): void => {
    if (template instanceof SubstitutionError) return;
    for (const { name, exempt } of variablesOf(template)) names.set(name, (names.get(name) ?? true) && exempt);
  };
  for (const { sites, quoting } of addon.objects)
    if (quoting?.isLeftAlone !== true) for (const site of sites) read(site);
  for (const { parts } of addon.patched) for (const { site } of parts) read(site);
  // Without any var that has a value, Flux doesn't even apply defaults.
  if (names.size > 0) for (const name of Object.keys(object.quoting?.substitute ?? {})) names.set(name, false);
  return names;
};

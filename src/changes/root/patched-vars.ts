import { openPatches } from '../../applied/apply-patches.js';
import { tryReadId } from '../../applied/object-id.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { patchedTexts } from '../../compile/patched-texts.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { listOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import { printPath } from '../../json/json-path.js';
import { specOf } from '../../json/manifest-fields.js';
import { expressionsOf } from '../../substitution/expressions-of.js';
import { expressionPattern } from '../../substitution/holds-expression.js';
import { isDisabled, SUBSTITUTE_MARK } from '../../substitution/is-disabled.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { variablesOf } from '../../substitution/variables-of.js';
import { rootChangesVars } from './diagnostics.js';
import { knownValues } from './injected-vars.js';
import { placeOfChange } from './patch-place.js';
import type { OwnKustomization, RootBuild } from './root-build.js';
import { postBuildOf } from './vars-of-root.js';

/**
 * Reports patches that the root adds to `spec.patches` of an addon's Kustomization and that break vars: they may keep
 * Flux from substituting in an object, or add text with missing vars.
 */
export const patchedVars = (
  { cluster }: Pick<CompiledCluster, 'cluster'>,
  own: OwnKustomization,
  build: RootBuild,
): readonly Diagnostic[] => {
  const { addon, written, applied, id, object } = own;
  const [had, has] = [written, applied.json].map((json) => listOf(specOf(json)['patches']));
  if (equalJson(had, has)) return [];
  const placeAt = (word: RegExp) => {
    const { at } = placeOfChange(build, {
      id,
      words: [word, /\bpatches\b/],
      fields: ['transformers', 'replacements'],
    });
    return { cluster: cluster.name, addon: addon.built.name, object: object.title, ...at };
  };
  return [...disabledObjects(own, placeAt), ...missingVars(own, had!, build, cluster.flux, placeAt)];
};

type PlaceAt = (word: RegExp) => Diagnostic['at'];

const disabledObjects = ({ addon, applied, title }: OwnKustomization, placeAt: PlaceAt): readonly Diagnostic[] => {
  const patch = openPatches(applied.json);
  if (patch === undefined || !addon.built.known.isSubstituted) return [];
  return addon.objects.flatMap((object) => {
    const { json, sites, quoting } = object;
    const site = sites.find(
      ({ template }) => template instanceof SubstitutionError || expressionsOf(template).length > 0,
    );
    const id = tryReadId(json);
    if (site === undefined || id === undefined || isDisabled(json) || quoting?.isLeftAlone === true) return [];
    if (!isDisabled(patch(json))) return [];
    return [
      diagnose(rootChangesVars, {
        message: `Flux's root lets ${title} annotate ${object.title} with ${SUBSTITUTE_MARK}: disabled, so Flux applies the vars in ${printPath(site.path)} as text`,
        at: placeAt(/\/substitute\b/),
        fix: `give the patch a target that leaves ${object.title} out`,
      }),
    ];
  });
};

const missingVars = (
  { addon, applied, object, id, title }: OwnKustomization,
  had: readonly unknown[],
  build: RootBuild,
  flux: string,
  placeAt: PlaceAt,
): readonly Diagnostic[] => {
  const postBuild = postBuildOf(applied.json);
  if (postBuild === undefined) return [];
  const known = knownValues(postBuild, id.namespace, build);
  const patches = listOf(specOf(applied.json)['patches']).filter((one) => !had.some((other) => equalJson(one, other)));
  const entry = [{ ...object, json: { ...applied.json, spec: { patches } } }];
  const names = new Set<string>();
  const broken: string[] = [];
  for (const { parts } of patchedTexts({ objects: addon.objects, entry: entry as never }, undefined)) {
    for (const { site } of parts) {
      if (site.template instanceof SubstitutionError) broken.push(site.template.message);
      else
        for (const { name, exempt } of variablesOf(site.template))
          if (!exempt && known.isWhole && !known.names.has(name)) names.add(name);
    }
  }
  const texts = [...names].map((name) => `\${${name}}`);
  if (texts.length === 0 && broken.length === 0) return [];
  const what =
    broken.length > 0
      ? `text that Flux can't read (${broken[0]})`
      : `${texts.slice(0, NAMED).join(', ')}, which ${texts.length === 1 ? "isn't" : "aren't"} among its vars`;
  return [
    diagnose(rootChangesVars, {
      message: `Flux's root patches ${title} with ${what}: ${flux === '2.9' || broken.length > 0 ? `Flux applies nothing of addon "${addon.built.name}"` : 'the text becomes empty'}`,
      at: placeAt(expressionPattern(broken.length > 0 ? undefined : [...names][0])),
      fix: 'write $${…} where the text is for others; or add the source of the var to postBuild.substituteFrom in the same patch',
    }),
  ];
};

/** A message names this many vars. */
const NAMED = 4;

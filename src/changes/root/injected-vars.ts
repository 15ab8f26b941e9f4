import { openPatches } from '../../applied/apply-patches.js';
import { tryReadId } from '../../applied/object-id.js';
import type { CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { expressionsOf } from '../../substitution/expressions-of.js';
import { holdsEscape } from '../../substitution/holds-expression.js';
import { isDisabled, SUBSTITUTE_MARK } from '../../substitution/is-disabled.js';
import type { Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { variablesOf } from '../../substitution/variables-of.js';
import { rootChangesVars } from './diagnostics.js';
import { placeOfChange } from './patch-place.js';
import type { OwnKustomization, RootBuild } from './root-build.js';
import { type PostBuild, postBuildOf, printSources } from './vars-of-root.js';

/** A text in which Flux substitutes although its addon has no vars. */
interface ReadText {
  readonly object: CompiledObject;
  readonly path: string;
  readonly site: Site;
}

/**
 * Reports texts of an addon without vars in which Flux still substitutes, because its root adds `postBuild` to the
 * addon's Kustomization. Skips objects that disable substitution, and addons without `$`.
 */
export const injectedVars = (
  { cluster }: Pick<CompiledCluster, 'cluster'>,
  own: OwnKustomization,
  build: RootBuild,
): readonly Diagnostic[] => {
  const { addon, written, applied, id } = own;
  const added = postBuildOf(applied.json);
  if (added === undefined || addon.built.known.isSubstituted || postBuildOf(written) !== undefined) return [];
  const known = knownValues(added, id.namespace, build);
  if (known.isWhole && known.names.size === 0 && !added.isAlways) return [];
  const texts = readTexts(own);
  if (texts.length === 0) return [];
  const { at, what } = placeOfChange(build, {
    id,
    words: [/\bsubstitute(From|Strategy)?\b/, /\bpostBuild\b/],
    fields: ['transformers', 'replacements'],
  });
  /** If none of the sources exists, Flux substitutes nothing. */
  const isCertain = added.isAlways || known.names.size > 0 || added.from.some(({ isOptional }) => !isOptional);
  const objects = [...new Set(texts.map(({ object }) => object))];
  return objects.map((object) => {
    const { title } = object;
    const here = texts.filter((one) => one.object === object);
    // The most serious one first: an unreadable text, then a var, then an escape.
    const first = here.reduce((a, b) => (rankOf(b) < rankOf(a) ? b : a));
    const others = [...new Set(here.map(({ path }) => path))].filter((path) => path !== first.path);
    const names = namesIn(here);
    return diagnose(rootChangesVars, {
      message: `Flux's root adds ${printAdded(added)} to ${own.title}, so Flux substitutes in ${first.path} of ${title}: ${effectOf(first, known, added, cluster.flux)}`,
      at: { cluster: cluster.name, addon: addon.built.name, object: title, ...at },
      // An author who escapes text knows about the root's vars.
      ...(isCertain && here.some((one) => rankOf(one) < ESCAPE) ? {} : { severity: 'warning' }),
      notes: [
        `addon "${addon.built.name}" has no vars, so synth writes its text as it is`,
        ...(others.length === 0 ? [] : [`also in ${others.slice(0, NAMED).join(', ')}${moreThan(others.length)}`]),
        ...(isCertain
          ? []
          : [`nothing of ${printSources(added.from)} is seen here; Flux substitutes once one is there`]),
      ],
      fix: `leave ${own.title} out of ${what.replace(/^a /, 'the ')}, or annotate ${title} with ${SUBSTITUTE_MARK}: disabled${names.length === 0 ? '' : `; if vars are intended, declare them in the addon: ${declaration(added, names)}`}`,
    });
  });
};

const rankOf = ({ site: { template } }: ReadText): number =>
  template instanceof SubstitutionError ? 0 : expressionsOf(template).length > 0 ? 1 : ESCAPE;

/** The rank of a text that contains only escapes. */
const ESCAPE = 2;

/** A note names this many places, then counts the rest. */
const NAMED = 6;

const moreThan = (count: number): string => (count > NAMED ? ` and ${count - NAMED} more` : '');

const printAdded = ({ inline, from, isAlways }: PostBuild): string => {
  const names = Object.keys(inline);
  const parts = [
    ...(from.length === 0 ? [] : [`postBuild.substituteFrom (${printSources(from)})`]),
    ...(names.length === 0 ? [] : ['postBuild.substitute']),
  ];
  return parts.length === 0 && isAlways ? 'postBuild.substituteStrategy: Always' : parts.join(' and ');
};

/** The addon's settings that declare the same, so that synth knows the vars. */
const declaration = ({ from }: PostBuild, names: readonly string[]): string => {
  const list = names.map((name) => `'${name}'`).join(', ');
  const source = from[0];
  return source === undefined
    ? `kustomization: { postBuild: { substitute: { ${names[0]}: '…' } } }`
    : `kustomization: { postBuild: { substituteFrom: [{ kind: '${source.kind}', name: '${source.name}', vars: [${list}] }] } }`;
};

const namesIn = (texts: readonly ReadText[]): readonly string[] => {
  const names = texts.flatMap(({ site: { template } }) =>
    template instanceof SubstitutionError ? [] : variablesOf(template).map(({ name }) => name),
  );
  return [...new Set(names)].slice(0, NAMED);
};

/**
 * The texts in which Flux substitutes: in the objects, as the applied Kustomization patches them, and in the addon's
 * own patches.
 */
const readTexts = ({ addon, applied }: OwnKustomization): readonly ReadText[] => {
  const patch = openPatches(applied.json);
  const found: ReadText[] = [];
  for (const object of addon.objects) {
    if (object.sites.length === 0 || isDisabled(patched(object.json, patch))) continue;
    for (const site of object.sites) found.push({ object, path: printPath(site.path), site });
  }
  for (const { object, path, site } of addon.patched) if (site !== undefined) found.push({ object, path, site });
  return found;
};

const patched = (json: JsonObject, patch: ReturnType<typeof openPatches>): JsonObject => {
  return patch === undefined || tryReadId(json) === undefined ? json : patch(json);
};

/** The names that Flux finds, as far as the repository shows them. */
export interface KnownValues {
  readonly names: ReadonlySet<string>;
  /** Whether no other names can exist. */
  readonly isWhole: boolean;
}

/**
 * Collects the values that Flux finds.
 *
 * @param namespace the Kustomization's namespace, in which Flux looks for the sources
 */
export const knownValues = (
  { inline, from }: PostBuild,
  namespace: string,
  { keysOf }: Pick<RootBuild, 'keysOf'>,
): KnownValues => {
  const names = new Set(Object.keys(inline));
  let isWhole = true;
  for (const { kind, name } of from) {
    const keys = keysOf(kind, namespace, name);
    if (keys === undefined) isWhole = false;
    for (const key of keys ?? []) names.add(key);
  }
  return { names, isWhole };
};

const effectOf = (
  { site: { source, template } }: ReadText,
  { names, isWhole }: KnownValues,
  added: PostBuild,
  flux: string,
): string => {
  if (template instanceof SubstitutionError)
    return `it can't read the text, and applies nothing of the addon (${template.message})`;
  const first = expressionsOf(template)[0];
  if (first === undefined) return holdsEscape(source) ? '`$${` becomes `${`' : '`$$` becomes `$`';
  const { name } = first;
  const text = `\${${name}}`;
  if (names.has(name)) return `${text} becomes the value that is there under this name`;
  const isExempt = variablesOf(template).find((one) => one.name === name)?.exempt === true;
  const unless = isWhole ? '' : `, unless ${printSources(added.from)} ${added.from.length === 1 ? 'has' : 'have'} it`;
  if (isExempt) return `${text} becomes its default${unless}`;
  return flux === '2.9'
    ? `it fails at ${text}${unless}, and applies nothing of the addon`
    : `${text} becomes empty${unless}`;
};

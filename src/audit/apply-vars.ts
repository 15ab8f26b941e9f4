import { fieldsOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { type SubstituteOutcome, SubstitutionError, substituteObject, variablesOf } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { replaceSites } from '../substitution/replace-sites.js';
import { findSites, type Site } from '../substitution/sites.js';
import type { OwnerVars } from './vars-of-owner.js';

/** An object as Flux applies it, as far as the values of its vars are known. */
export interface AppliedObject {
  readonly json: JsonObject;
  readonly fault?:
    | {
        readonly kind: 'left-out';
        readonly field: 'apiVersion' | 'kind' | 'metadata.name';
        /** What the field is in place of a text. */
        readonly becomes: unknown;
      }
    | {
        readonly kind: 'broken';
        /** In Flux's own words. */
        readonly message: string;
        /** The text whose values break the YAML; undefined if only several texts together do. */
        readonly site: Site | undefined;
        /** The vars with known values in it. */
        readonly names: readonly string[];
      };
}

const NAME = /^[_A-Za-z][_A-Za-z0-9]*$/;

/**
 * An expression stays as it is written if only the cluster knows its value, or if nothing supplies it, which is reported by
 * itself. So does the whole object if Flux fails on it.
 *
 * @param isReadAgain whether the rules look for expressions in all objects of the owner
 */
export const applyVars = (built: JsonObject, vars: OwnerVars, isReadAgain = false): AppliedObject => {
  if (!vars.isSubstituted || isDisabled(built)) return { json: built };
  const sites = findSites(built);
  if (sites.length === 0 && !JSON.stringify(built).includes('$$')) return { json: built };
  if (sites.some(({ template }) => template instanceof SubstitutionError)) return { json: built };
  const substitute = substituteBy(sites, vars);
  // Where an expression stays, the rules read the texts once more.
  const hasLeft = sites.some((one) => namesIn(one).some((name) => vars.values.get(name) === undefined));
  const read = isReadAgain || hasLeft ? withEscapes(built) : built;
  const outcome = firstValid(substitute(read), () => substituteBy(sites, vars, true)(read));
  if (outcome.kind === 'object') return { json: outcome.object as JsonObject };
  if (outcome.kind === 'dropped') {
    const { field } = outcome;
    const metadata = fieldsOf(outcome.object['metadata']);
    const becomes = field === 'metadata.name' ? metadata['name'] : outcome.object[field];
    const { name } = fieldsOf(built['metadata']);
    const meant = becomes === null || becomes === undefined || becomes === '' ? String(name) : String(becomes);
    const json =
      field === 'metadata.name' ? { ...outcome.object, metadata: { ...metadata, name: meant } as JsonObject } : built;
    return { json: json as JsonObject, fault: { kind: 'left-out', field, becomes } };
  }
  const isKnown = (one: Site) =>
    namesIn(one).every((name) => !vars.values.has(name) || vars.values.get(name) !== undefined);
  const site = sites.find((one) => {
    const alone = siteAlone(built, one, sites);
    return alone !== undefined && substitute(alone).kind === 'error';
  });
  const names = (site === undefined ? sites : [site]).flatMap((one) => namesIn(one));
  // A value that only the cluster knows may have the quotes that set it right.
  if (!(site === undefined ? sites : [site]).every(isKnown)) return { json: built };
  const known = [...new Set(names)].filter((name) => vars.values.get(name) !== undefined);
  return { json: built, fault: { kind: 'broken', message: outcome.message, site, names: known } };
};

/** The object with escapes that are there after a substitution, too. */
const withEscapes = (built: JsonObject): JsonObject => {
  const text = JSON.stringify(built);
  return text.includes('$$') ? (JSON.parse(text.replaceAll('$$', '$$$$$$$$')) as JsonObject) : built;
};

const namesIn = ({ template }: Site): readonly string[] =>
  template instanceof SubstitutionError ? [] : variablesOf(template).map(({ name }) => name);

/** What is valid with the defaults of vars that nothing here supplies isn't broken. */
const firstValid = (outcome: SubstituteOutcome, withDefaults: () => SubstituteOutcome): SubstituteOutcome => {
  if (outcome.kind !== 'error') return outcome;
  const other = withDefaults();
  return other.kind === 'object' ? other : outcome;
};

/** @param takesDefaults of vars that a source outside of the repository may supply */
const substituteBy = (sites: readonly Site[], { values, open, isAlways }: OwnerVars, takesDefaults = false) => {
  const known: Record<string, string> = {};
  // Names that Flux refuses are reported by a rule, once for the Kustomization.
  for (const [name, value] of values) if (NAME.test(name)) known[name] = value ?? `\${${name}}`;
  for (const { template } of sites) {
    if (template instanceof SubstitutionError) continue;
    for (const { name, exempt } of variablesOf(template))
      if (!values.has(name) && ((open.length > 0 && !takesDefaults) || !exempt)) known[name] = `\${${name}}`;
  }
  return (json: JsonObject) =>
    substituteObject(json, known, { strict: false, takesAnyName: true, ...(isAlways ? { strategy: 'Always' } : {}) });
};

/** The object with harmless texts in the place of all other expressions; undefined if that can't be done. */
const siteAlone = (built: JsonObject, site: Site, sites: readonly Site[]): JsonObject | undefined => {
  if (sites.length === 1) return built;
  if (site.isKey) return undefined;
  return replaceSites(
    built,
    sites.filter((one) => one !== site),
    (other, path) => (other.isKey ? `x-${path.length}-${sites.indexOf(other)}` : 'x'),
  ) as JsonObject;
};

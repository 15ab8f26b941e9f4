import type { PostBuildSettings } from '../constructs/kustomization-settings.js';
import type { FluxVersion } from '../declared/declared-cluster.js';
import { printPath } from '../json/json-path.js';
import { expressionsOf } from '../substitution/expressions-of.js';
import { holdsEscape } from '../substitution/holds-expression.js';
import type { Site } from '../substitution/sites.js';
import { SubstitutionError } from '../substitution/substitution-error.js';
import { variablesOf } from '../substitution/variables-of.js';
import { type PlacePlan, planPlace, type VarSafety } from '../var-safety/index.js';
import type { AddonDraft } from './built-cluster.js';
import type { CompiledObject, PlaceRisk } from './compiled-cluster.js';
import type { KnownVars } from './known-vars.js';
import type { PatchedText } from './patched-texts.js';

/** Names for the var that holds a double quote: the first that no addon declares. `q` is what Flux's documentation says. */
const QUOTE_NAMES = ['q', 'quote', 'fluxspan_quote'] as const;
const OTHER_QUOTE = '_fluxspan_quote_';

/** An addon's objects with the plan by which each is printed: text with vars arrives as it is, and so does other text. */
interface QuotedAddon {
  readonly objects: readonly CompiledObject[];
  readonly entry: readonly CompiledObject[];
}

const NO_TEXTS: ReadonlyMap<Site, string> = new Map();
const NOT_WRAPPED: ReadonlySet<Site> = new Set();

/**
 * Kustomize takes the author's quotes away before Flux substitutes, so a value may come to a number or break the YAML.
 * Where the vars' types do not rule it out, the file has `${q}` around the text, a quote that Flux itself puts there.
 */
export const quoteVars = (
  addon: QuotedAddon & { readonly patched: readonly PatchedText[] },
  { known, settings }: Pick<AddonDraft, 'known' | 'settings'>,
  flux: FluxVersion,
  varSafety: VarSafety,
): QuotedAddon => {
  // Without vars there is no postBuild, and nothing is substituted.
  if (!known.isSubstituted) return addon;
  const { patched } = addon;
  const planOf: PlanOf = (site, kind) =>
    site.template instanceof SubstitutionError
      ? undefined
      : planPlace(
          { text: site.text, template: site.template },
          (name) => known.vars.get(name)?.schema,
          !site.isKey && isTextField(kind, site.path),
          varSafety,
        );
  const quote = quoteName(addon, known);
  let isQuoted = false;
  const objects = addon.objects.map((object) => {
    const { sites } = object;
    // What is copied byte for byte stays as it is.
    if (sites.length === 0 || object.copied !== undefined) return object;
    const isForeign = sites.some(({ source, text }) => source !== text);
    // A patch may bring text for Flux into any of them.
    if (isForeign && patched.length === 0 && !sites.some((site) => isForFlux(site, known))) {
      return {
        ...object,
        quoting: { isLeftAlone: true, texts: NO_TEXTS, wrapped: NOT_WRAPPED },
        notes: [LEFT_ALONE],
      };
    }
    const quoted = quoteObject(object, quote, planOf);
    isQuoted ||= quoted.quoting.wrapped.size > 0;
    return { ...quoted, notes: [...(isForeign ? [ESCAPED] : []), ...quoted.notes] };
  });
  // Unless it always substitutes, Flux does nothing, not even to defaults, while no var at all has a value.
  const { substituteStrategy } = (settings['postBuild'] ?? {}) as PostBuildSettings;
  const isAlways = flux === '2.9' && substituteStrategy !== 'WithVariables';
  const needsVar = !isAlways && [...known.vars.values()].every(({ optional }) => optional);
  const entry = addon.entry.map((object) => withEscapes(object, patched, planOf));
  if (!isQuoted && !needsVar) return { objects, entry };
  return { objects, entry: entry.map((object) => withQuote(object, quote, isQuoted)) };
};

/** What is to be done about a site; undefined where Flux can't read it, which has been reported. */
type PlanOf = (site: Site, kind: string) => PlacePlan | undefined;

const quoteObject = (object: CompiledObject, quote: string, planOf: PlanOf) => {
  const texts = new Map<Site, string>();
  const wrapped = new Set<Site>();
  const risks: PlaceRisk[] = [];
  for (const site of object.sites) {
    const plan = planOf(site, object.kind);
    if (plan === undefined) continue;
    const { isKey, source, text } = site;
    for (const risk of isKey && plan.wrap ? plan.bare : plan.risks) risks.push({ ...risk, path: printPath(site.path) });
    // A key stays as it is: its place in the order of keys is the tree's.
    if (isKey) continue;
    if (plan.wrap) wrapped.add(site);
    const printed = plan.wrap ? `\${${quote}}${text}\${${quote}}` : text;
    if (printed !== source) texts.set(site, printed);
  }
  const notes = wrapped.size === 0 ? [] : [quotedNote(quote)];
  const quoting = { isLeftAlone: false, texts, wrapped };
  return { ...object, quoting, notes, ...(risks.length === 0 ? {} : { risks }) };
};

/**
 * What a Kustomization puts into objects is escaped as the text of the objects is. No quotes are put into a patch,
 * which is its author's YAML: a value that would need them is a risk.
 */
const withEscapes = (object: CompiledObject, patched: readonly PatchedText[], planOf: PlanOf): CompiledObject => {
  const texts = new Map<Site, string>();
  const risks: PlaceRisk[] = [];
  for (const { object: of, path, site, parts } of patched) {
    if (of !== object) continue;
    if (site !== undefined && site.text !== site.source) texts.set(site, site.text);
    for (const part of parts) {
      const plan = planOf(part.site, part.kind);
      for (const risk of plan?.wrap === true ? plan.bare : (plan?.risks ?? [])) risks.push({ ...risk, path });
    }
  }
  return {
    ...object,
    ...(texts.size === 0 ? {} : { quoting: { isLeftAlone: false, texts, wrapped: NOT_WRAPPED }, notes: [ESCAPED] }),
    ...(risks.length === 0 ? {} : { risks }),
  };
};

const LEFT_ALONE = 'Flux leaves this object as it is: what looks like vars in it is for others to read.';
const ESCAPED = '$$ stands for $ in text that is not for Flux to read.';
const quotedNote = (quote: string): string =>
  `\${${quote}} is a double quote: without it, a value such as 0123 or yes would not stay text.`;

/** Whether anything in a text is Flux's to read: a var, or an escape that its author wrote. */
const isForFlux = ({ source, text, template }: Site, { vars, open }: KnownVars): boolean =>
  holdsEscape(source) ||
  template instanceof SubstitutionError ||
  expressionsOf(template).some(
    // What isn't escaped is left to Flux, such as a default.
    ({ name }) => open.length > 0 || vars.has(name) || name.startsWith('TF_') || text === source,
  );

/**
 * A name that is no one's. Its value wins over one of that name in a ConfigMap or Secret, so where those may hold any
 * name, it is none that a text reads.
 */
const quoteName = ({ objects, patched }: Parameters<typeof quoteVars>[0], { vars, open }: KnownVars): string => {
  const isQuote = (name: string) => vars.get(name)?.schema.enum?.[0] === '"';
  const taken = new Set(vars.keys());
  if (open.length > 0) {
    const sites = [
      ...objects.flatMap((object) => object.sites),
      ...patched.flatMap(({ parts }) => parts.map(({ site }) => site)),
    ];
    for (const { template } of sites) {
      if (!(template instanceof SubstitutionError)) for (const { name } of variablesOf(template)) taken.add(name);
    }
  }
  return QUOTE_NAMES.find((name) => !taken.has(name) || isQuote(name)) ?? OTHER_QUOTE;
};

/** Where the API takes nothing but text, so that a number would be refused. */
const isTextField = (kind: string, path: Site['path']): boolean => {
  const [first] = path;
  const parent = path.at(-2);
  if (kind === 'ConfigMap' && first === 'data') return true;
  if (kind === 'Secret' && first === 'stringData') return true;
  if (parent === 'labels' || parent === 'annotations' || parent === 'matchLabels') return true;
  if (parent === 'args' || parent === 'command') return true;
  return path.at(-3) === 'env' && path.at(-1) === 'value';
};

const withQuote = (object: CompiledObject, quote: string, isQuoted: boolean): CompiledObject => {
  if (object.kind !== 'Kustomization') return object;
  const note = isQuoted
    ? quotedNote(quote)
    : `\${${quote}} is used nowhere: without any var that has a value, Flux would not even put defaults in.`;
  return {
    ...object,
    quoting: {
      ...(object.quoting ?? { isLeftAlone: false, texts: NO_TEXTS, wrapped: NOT_WRAPPED }),
      substitute: { [quote]: '"' },
    },
    notes: [...(object.notes ?? []), note],
  };
};

import type { AddonInputs } from '../addon/inspection.js';
import { compareKeys } from '../constructs/to-json.js';
import { printPath } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { eachText } from '../substitution/each-text.js';
import { escapeDollars, needsEscape, type TextOwners } from '../substitution/escape-dollars.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { SubstitutionError } from '../substitution/substitution-error.js';
import { planPlace, type VarSafety } from '../var-safety/index.js';
import type { CompiledObject, PlaceRisk } from './compiled-cluster.js';
import type { FluxVersion } from './declared-cluster.js';
import { type PatchedText, patchedTexts } from './patched-texts.js';
import { QUOTE_NAMES } from './quote-names.js';

const SUBSTITUTE = 'kustomize.toolkit.fluxcd.io/substitute';

/** An addon's objects as the tree holds them: text with vars arrives as it is, and text that is not Flux's stays. */
export interface QuotedAddon {
  readonly objects: readonly CompiledObject[];
  readonly entry: readonly CompiledObject[];
}

type Path = readonly (string | number)[];

/**
 * Kustomize takes the author's quotes away before Flux substitutes, so a value may come to a number or break the YAML.
 * Where the vars' types do not rule it out, `${q}` stands around the text, a quote that Flux itself puts there.
 */
export const quoteVars = (
  addon: { readonly objects: readonly CompiledObject[]; readonly entry: readonly CompiledObject[] },
  inputs: AddonInputs,
  anywhere: ReadonlySet<string>,
  flux: FluxVersion,
  varSafety: VarSafety,
): QuotedAddon => {
  // Without vars there is no postBuild, and nothing is substituted.
  if (inputs.vars.size === 0) return addon;
  const owners: TextOwners = { declared: inputs.vars, anywhere };
  const quote = quoteName(inputs.vars);
  let isQuoted = false;
  const patched = patchedTexts(addon);
  const objects = addon.objects.map((object) => {
    const texts = findTexts(object.json);
    if (texts.length === 0 || isDisabled(object.json)) return object;
    const foreign = texts.filter(({ text }) => needsEscape(text, owners));
    // A patch may bring text for Flux into any of them.
    if (foreign.length > 0 && patched.length === 0 && texts.every(({ text }) => !hasOwn(text, owners))) {
      return { ...object, json: markDisabled(object.json), notes: [LEFT_ALONE] };
    }
    const notes: string[] = foreign.length > 0 ? [ESCAPED] : [];
    const risks: PlaceRisk[] = [];
    const replaced = new Map<string, string>();
    for (const { path, text, isKey } of texts) {
      const escaped = escapeDollars(text, owners);
      const plan = tryPlan(escaped, inputs, !isKey && isTextField(object.kind, path), varSafety);
      const here = () => printPath(path);
      if (plan === undefined) continue;
      // A key is not wrapped: its place in the order of keys is the tree's.
      const wrap = plan.wrap && !isKey;
      for (const risk of isKey && plan.wrap ? plan.bare : plan.risks) risks.push({ ...risk, path: here() });
      if (wrap && !notes.includes(quotedNote(quote))) notes.push(quotedNote(quote));
      isQuoted ||= wrap;
      const result = wrap ? `\${${quote}}${escaped}\${${quote}}` : escaped;
      if (result !== text && !isKey) replaced.set(JSON.stringify(path), result);
    }
    const json = replaced.size === 0 ? object.json : (replaceTexts(object.json, replaced, []) as JsonObject);
    return { ...object, json, notes, ...(risks.length === 0 ? {} : { risks }) };
  });
  // Up to 2.8 Flux substitutes nothing, not even defaults, while no var at all has a value.
  const needsVar = flux !== '2.9' && [...inputs.vars.values()].every(({ optional }) => optional);
  const entry = addon.entry.map((object) => withEscapes(object, patched, inputs, owners, varSafety));
  if (!isQuoted && !needsVar) return { objects, entry };
  return { objects, entry: entry.map((object) => withQuote(object, quote, isQuoted)) };
};

/**
 * What a Kustomization puts into objects is escaped as the text of the objects is. No quotes are put into a patch,
 * which is its author's YAML: a value that would need them is a risk.
 */
const withEscapes = (
  object: CompiledObject,
  patched: readonly PatchedText[],
  inputs: AddonInputs,
  owners: TextOwners,
  varSafety: VarSafety,
): CompiledObject => {
  const replaced = new Map<string, string>();
  const risks: PlaceRisk[] = [];
  for (const one of patched) {
    if (one.object !== object) continue;
    const escaped = escapeDollars(one.text, owners);
    if (escaped !== one.text) replaced.set(JSON.stringify(one.steps), escaped);
    for (const { text, kind, path, isKey } of one.parts) {
      const plan = tryPlan(escapeDollars(text, owners), inputs, !isKey && isTextField(kind, path), varSafety);
      for (const risk of plan?.wrap === true ? plan.bare : (plan?.risks ?? [])) risks.push({ ...risk, path: one.path });
    }
  }
  return {
    ...object,
    ...(replaced.size === 0 ? {} : { json: replaceTexts(object.json, replaced, []) as JsonObject, notes: [ESCAPED] }),
    ...(risks.length === 0 ? {} : { risks }),
  };
};

const LEFT_ALONE = 'Flux leaves this object as it is: what looks like vars in it is for others to read.';
const ESCAPED = '$$ stands for $ in text that is not for Flux to read.';
const quotedNote = (quote: string): string =>
  `\${${quote}} is a double quote: without it, a value such as 0123 or yes would not stay text.`;

const quoteName = (vars: AddonInputs['vars']): string => QUOTE_NAMES.find((name) => !vars.has(name))!;

const tryPlan = (text: string, inputs: AddonInputs, isText: boolean, varSafety: VarSafety) => {
  if (!text.includes('${')) return { wrap: false, risks: [], bare: [] };
  try {
    return planPlace(text, (name) => inputs.vars.get(name)?.schema, isText, varSafety);
  } catch (error) {
    // It has been reported.
    if (error instanceof SubstitutionError) return undefined;
    throw error;
  }
};

/** Whether anything in a text is Flux's to read: a var, or an escape that its author wrote. */
const hasOwn = (text: string, { declared }: TextOwners): boolean => {
  if (text.includes('$${')) return true;
  for (const [, name] of text.matchAll(/\$\{#?([_A-Za-z][_A-Za-z0-9]*)/g)) {
    if (declared.has(name!) || name!.startsWith('TF_')) return true;
  }
  return false;
};

interface FoundText {
  readonly path: Path;
  readonly text: string;
  readonly isKey: boolean;
}

/** Each string, value or key, that Flux would look into. */
const findTexts = (root: unknown): readonly FoundText[] => {
  const found: FoundText[] = [];
  eachText(root, (text, path, isKey) => {
    if (text.includes('${') || text.includes('$$')) found.push({ path: [...path], text, isKey });
  });
  return found;
};

/** Where the API takes nothing but text, so that a number would be refused. */
const isTextField = (kind: string, path: Path): boolean => {
  const [first] = path;
  const parent = path.at(-2);
  if (kind === 'ConfigMap' && first === 'data') return true;
  if (kind === 'Secret' && first === 'stringData') return true;
  if (parent === 'labels' || parent === 'annotations' || parent === 'matchLabels') return true;
  if (parent === 'args' || parent === 'command') return true;
  return path.at(-3) === 'env' && path.at(-1) === 'value';
};

const replaceTexts = (node: unknown, replaced: ReadonlyMap<string, string>, path: (string | number)[]): unknown => {
  if (typeof node === 'string') return replaced.get(JSON.stringify(path)) ?? node;
  if (Array.isArray(node)) return node.map((item, index) => replaceTexts(item, replaced, [...path, index]));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, member]) => [key, replaceTexts(member, replaced, [...path, key])]),
  );
};

const sorted = (object: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => compareKeys(a, b)));

/** https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution */
const markDisabled = (json: JsonObject): JsonObject => {
  const metadata = (json['metadata'] ?? {}) as Readonly<Record<string, unknown>>;
  const annotations = { ...(metadata['annotations'] as object | undefined), [SUBSTITUTE]: 'disabled' };
  return { ...json, metadata: sorted({ ...metadata, annotations: sorted(annotations) }) };
};

const withQuote = (object: CompiledObject, quote: string, isQuoted: boolean): CompiledObject => {
  if (object.kind !== 'Kustomization') return object;
  const spec = object.json['spec'] as Readonly<Record<string, unknown>>;
  const postBuild = sorted({ ...(spec['postBuild'] as object), substitute: { [quote]: '"' } });
  const note = isQuoted
    ? quotedNote(quote)
    : `\${${quote}} is used nowhere: without any var that has a value, Flux would not even put defaults in.`;
  return { ...object, json: { ...object.json, spec: { ...spec, postBuild } }, notes: [...(object.notes ?? []), note] };
};

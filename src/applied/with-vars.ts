import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { fillKnown } from '../substitution/fill-known.js';
import type { Variables } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';

/** Substitutes the inline vars of a Kustomization where that is unambiguous. */
export const withVars = (json: JsonObject, { vars }: { readonly vars: Variables }): JsonObject =>
  Object.keys(vars).length === 0
    ? json
    : (mapTexts(json, (text) => unquoted(text, fillKnown(text, vars))) as JsonObject);

export const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, change)]));
};

/** Removes quotes that Flux adds to a text that would otherwise be read as another type. */
export const unquoted = (text: string, filled: string): string =>
  filled !== text && /^"[^"\\]*"$/.test(filled) ? filled.slice(1, -1) : filled;

/** The inline vars of a Kustomization that apply to one of its objects. */
export const inlineVarsOf = (kustomization: JsonObject | undefined, object: JsonObject): Variables => {
  const spec = kustomization?.['spec'];
  const postBuild = isObject(spec) ? spec['postBuild'] : undefined;
  const substitute = isObject(postBuild) ? postBuild['substitute'] : undefined;
  if (!isObject(substitute) || isDisabled(object)) return {};
  // Flux ignores other vars.
  return Object.fromEntries(
    Object.entries(substitute).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
};

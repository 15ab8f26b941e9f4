import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { substituteObject, type Variables } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { escapeNames, replaceExpressions } from '../substitution/written-expressions.js';

/** An object after its Kustomization has put its own `substitute` in; what others supply is still `${NAME}`. */
export interface SubstitutedObject {
  readonly json: JsonObject;
  /** Names that others supply. */
  readonly names: ReadonlySet<string>;
  /** Flux's own words, if it can't substitute in the object. */
  readonly problem?: string;
}

const TOKEN = /fluxspan0var(\d+)x/g;

/** @param keepsOthers whether ConfigMaps or Secrets supply more; otherwise what isn't set is empty, as in Flux */
export const substituteOwn = (json: JsonObject, vars: Variables, keepsOthers: boolean): SubstitutedObject => {
  if (isDisabled(json) || (Object.keys(vars).length === 0 && !keepsOthers)) return { json, names: new Set() };
  const kept: string[] = [];
  const names = new Set<string>();
  const protect = (text: string): string =>
    replaceExpressions(text, ({ source, names: used }) => {
      if (!keepsOthers || used.every((name) => Object.hasOwn(vars, name))) return source;
      for (const name of used) if (!Object.hasOwn(vars, name)) names.add(name);
      kept.push(source);
      return `fluxspan0var${kept.length - 1}x`;
    });
  const hidden = mapStrings(json, protect) as JsonObject;
  const outcome = substituteObject(hidden, vars, { strict: false, strategy: keepsOthers ? 'Always' : 'WithVariables' });
  if (outcome.kind === 'error') return { json, names: new Set(), problem: outcome.message };
  const restore = (text: string): string =>
    // What Flux has made of `$${NAME}` is text, and a var of the addon again unless it is escaped.
    (names.size === 0 ? text : escapeNames(text, names)).replace(TOKEN, (_, at: string) => kept[Number(at)]!);
  return { json: mapStrings(outcome.object, restore) as JsonObject, names };
};

const mapStrings = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return value.includes('$') || value.includes('fluxspan0var') ? change(value) : value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [change(key), mapStrings(member, change)]));
};

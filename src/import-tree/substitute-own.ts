import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { substituteObject, type Variables } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';

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
    replaceExpressions(text, (expression) => {
      const used = [...expression.matchAll(/\$\{#?(\w+)/g)].map(([, name]) => name!);
      if (!keepsOthers || used.every((name) => Object.hasOwn(vars, name))) return expression;
      for (const name of used) if (!Object.hasOwn(vars, name)) names.add(name);
      kept.push(expression);
      return `fluxspan0var${kept.length - 1}x`;
    });
  const hidden = mapStrings(json, protect) as JsonObject;
  const outcome = substituteObject(hidden, vars, { strict: false, strategy: keepsOthers ? 'Always' : 'WithVariables' });
  if (outcome.kind === 'error') return { json, names: new Set(), problem: outcome.message };
  const restore = (text: string): string =>
    // What Flux has made of `$${NAME}` is text, and a var of the addon again unless it is escaped.
    (names.size === 0
      ? text
      : text.replace(/\$\{(\w+)/g, (all, name: string) => (names.has(name) ? `$${all}` : all))
    ).replace(TOKEN, (_, at: string) => kept[Number(at)]!);
  return { json: mapStrings(outcome.object, restore) as JsonObject, names };
};

const mapStrings = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return value.includes('$') || value.includes('fluxspan0var') ? change(value) : value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [change(key), mapStrings(member, change)]));
};

/** Goes through the `${…}` of a text as Flux reads it: `$$` is an escape, and expressions hold others. */
export const replaceExpressions = (text: string, change: (expression: string) => string): string => {
  let result = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('$$', at)) {
      result += '$$';
      at += 2;
      continue;
    }
    const end = text.startsWith('${', at) ? endOf(text, at) : undefined;
    if (end === undefined) {
      result += text[at];
      at++;
      continue;
    }
    result += change(text.slice(at, end));
    at = end;
  }
  return result;
};

const endOf = (text: string, start: number): number | undefined => {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('${', at)) depth++;
    else if (text[at] === '}') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
};

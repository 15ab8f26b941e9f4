import type { JsonPath } from '../json/json-path.js';
import { eachText } from './each-text.js';
import { escapeDollars, type TextOwners } from './escape-dollars.js';
import { holdsExpression } from './holds-expression.js';
import { parseTemplate } from './parse-template.js';
import { SubstitutionError } from './substitution-error.js';
import { takesDefault } from './takes-default.js';
import type { Template } from './template.js';

/** A text of an object, value or key, in which substitution changes something, or fails. */
export interface Site {
  readonly path: JsonPath;
  /** The text is the last key of the path, not the value behind it. */
  readonly isKey: boolean;
  /** As the addon wrote it. */
  readonly source: string;
  /** As Flux reads it: dollars that aren't for Flux are escaped. */
  readonly text: string;
  /** What Flux makes of the text, or why it can't read it. */
  readonly template: Template | SubstitutionError;
}

/** What an object without anything for Flux has; shared by all of them. */
export const NO_SITES: readonly Site[] = Object.freeze([]);

const tryParse = (text: string): Template | SubstitutionError => {
  try {
    return parseTemplate(text);
  } catch (error) {
    if (error instanceof SubstitutionError) return error;
    throw error;
  }
};

/** The site of one text; undefined where substitution leaves the text as it is. */
export const siteOf = (source: string, path: JsonPath, isKey: boolean, owners?: TextOwners): Site | undefined => {
  if (!holdsExpression(source) && !source.includes('$$')) return undefined;
  const isWhole = owners?.takesDefaults === true && !isKey && takesDefault(source, path);
  const text = owners === undefined || isWhole ? source : escapeDollars(source, owners);
  return { path, isKey, source, text, template: tryParse(text) };
};

/**
 * Finds the sites of an object, in its order. Most objects hold no `$`, and share one empty list.
 *
 * @param owners tells text for Flux from text for others; without them nothing is escaped
 */
export const findSites = (json: unknown, owners?: TextOwners): readonly Site[] => {
  let sites: Site[] | undefined;
  eachText(json, (source, path, isKey) => {
    const site = siteOf(source, [...path], isKey, owners);
    if (site === undefined) return;
    if (sites === undefined) sites = [site];
    else sites.push(site);
  });
  return sites ?? NO_SITES;
};

/** The site of the value at a path. */
export const siteAt = ({ sites }: { readonly sites: readonly Site[] }, path: JsonPath): Site | undefined =>
  sites.find(
    (site) => !site.isKey && site.path.length === path.length && site.path.every((step, index) => step === path[index]),
  );

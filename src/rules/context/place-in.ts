import { placeOfConstruct } from '../../constructs/construct-place.js';
import type { Place } from '../../diagnostics/index.js';
import type { StateObject, Unit } from './rule-state.js';

/** The place of a diagnostic about an object: its addon, or its file and line. */
export const placeIn = (object: Pick<StateObject, 'addon' | 'file' | 'title'>, path?: string): Place => ({
  ...(object.addon === undefined ? {} : { addon: object.addon }),
  object: object.title,
  ...(path === undefined ? {} : { path }),
  ...(object.file === undefined ? {} : { file: fileAndLine(object.file, path) }),
});

const fileAndLine = ({ path: file, lineOf }: NonNullable<StateObject['file']>, path = ''): string => {
  const line = lineOf(path);
  return line === undefined ? file : `${file}:${line}`;
};

/** The line that declares an object: in the code, or, for a path, in its file. */
export const sourceOf = (
  { construct, file }: Pick<StateObject, 'construct' | 'file'>,
  path?: string,
): string | undefined => (construct === undefined ? file && fileAndLine(file, path) : placeOfConstruct(construct));

/**
 * The owner of an object as a sentence names it: `addon "web"`, or `Kustomization "web"` if the code declares no addon.
 */
export const unitTitle = ({ unit, addon }: Pick<StateObject, 'unit' | 'addon'>): string =>
  addon === undefined ? `Kustomization "${shortName(unit)}"` : `addon "${addon}"`;

/** A unit as a sentence names it, like {@link unitTitle}. */
export const titleOfUnit = ({ name, declared }: Pick<Unit, 'name' | 'declared'>): string =>
  unitTitle(declared === undefined ? { unit: name } : { unit: name, addon: name });

/** The short name of a unit: without the namespace if that is the default one. */
export const shortName = (unit: string): string => unit.replace(/^flux-system\//, '');

/** A field of a unit's Kustomization as the place of a diagnostic. */
export const placeInUnit = ({ name, entry, declared }: Unit, path: string): Place => {
  const own = entry.find(({ kind }) => kind === 'Kustomization');
  if (own !== undefined && declared === undefined) return placeIn(own, path);
  return { addon: name, object: `Kustomization/${name}`, path };
};

/** The fix that makes a unit that isn't an addon wait for another one. */
export const waitFor = (other: string, unit: string): string =>
  `add { name: '${shortName(other)}' } to spec.dependsOn of Kustomization "${shortName(unit)}"`;

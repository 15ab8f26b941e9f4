import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import type { Severity } from '../../diagnostics/index.js';
import { joinPath, valueAt } from '../../json/json-path.js';
import { effectsOn } from '../../knowledge/effects.js';
import type { EffectRow, Harm, KnownObject, KnownState, Place } from '../../knowledge/form/effect.js';
import { VALUES, valuesOf } from '../../knowledge/form/helm-release.js';
import { parsePath } from '../../knowledge/form/path.js';
import { differencesBelow, endsIn, type FieldOfBoth, fieldsOfBoth } from '../../knowledge/form/places.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { ChartIdentity } from '../releases/chart-identity.js';
import { chartOf } from '../releases/chart-identity.js';
import { isHelmRelease, releaseOf } from '../releases/release-of.js';
import { inWords } from '../words/in-words.js';
import type { Found } from './found.js';
import { openSides, type Sides, type SidesOfValues } from './sides.js';
import { chartDowngrade } from './values/chart-downgrade.js';
import { lostExtraObjects } from './values/extra-objects.js';
import { postRenderers } from './values/post-renderers.js';
import { serviceAnnotations } from './values/service-annotations.js';
import { titleOfValue } from './values/title-of-value.js';

/** Gives the harmful changes of an object that stays. */
export type TransitionsOf = (object: OwnedObject, next: OwnedObject) => readonly Found[];

/** Opens two states. Each object is compared once. */
export const openTransitions = (before: ClusterState, after: ClusterState): TransitionsOf => {
  const sidesOf = openSides(before, after);
  const readsOf = openReads();
  const asked = new Map<string, readonly Found[]>();
  return (object, next) => {
    const known = asked.get(object.key);
    if (known !== undefined) return known;
    const sides = sidesOf(object, next);
    const found = sides === undefined ? [] : findTransitions(sides, readsOf);
    asked.set(object.key, found);
    return found;
  };
};

/** A row, and one of the paths that it reads. */
interface Read {
  readonly row: EffectRow;
  readonly at: string;
  /** The steps up to `**`, or all of them. */
  readonly steps: readonly string[];
  /** The steps after `**`. */
  readonly tail: readonly string[] | undefined;
}

type ReadsOf = (row: EffectRow) => readonly Read[];

/** Parses the paths of each row once. */
const openReads = (): ReadsOf => {
  const known = new Map<EffectRow, readonly Read[]>();
  return (row) => {
    const found = known.get(row) ?? parseReads(row);
    known.set(row, found);
    return found;
  };
};

const parseReads: ReadsOf = (row) =>
  [row.at ?? []].flat().map((at) => {
    const steps = parsePath(at);
    const deep = steps.indexOf('**');
    return deep < 0
      ? { row, at, steps, tail: undefined }
      : { row, at, steps: steps.slice(0, deep), tail: steps.slice(deep + 1) };
  });

/**
 * The changes that the rows of the object's kind cover. For a release, also those of its values, chart and
 * post-renderers.
 */
const findTransitions = (sides: Sides, readsOf: ReadsOf): readonly Found[] => {
  const rows = effectsOn(sides.object.id).filter(({ at }) => at !== undefined);
  if (rows.length === 0 && sides.values === undefined) return [];
  const [before, after] = [knownState(sides.before), knownState(sides.after)];
  const { object, next, from, to } = sides;
  const [was, is] = isHelmRelease(object) ? [before.chartOf(object), after.chartOf(next)] : [];
  const isOfChart = ({ chart }: EffectRow): boolean => chart === undefined || (chart === was && chart === is);
  const release = { name: isHelmRelease(next) ? releaseOf(next).name : '', chart: is };
  const asked = rows.filter(isOfChart).flatMap(readsOf);
  const around = { from, to, object, next, before, after, release };
  const placeOf = ({ path, holder }: Pick<FieldOfBoth, 'path' | 'holder'>): Place => ({ ...around, path, holder });
  const found = asked
    .filter(({ tail }) => tail === undefined)
    .flatMap((read) =>
      [...fieldsOfBoth(from, to, read.steps)].flatMap((field) => foundAt(read, field, placeOf(field), sides) ?? []),
    );
  if (sides.values === undefined) return found;
  return [
    ...found,
    ...foundAnywhere(asked, placeOf, sides, sides.values),
    ...serviceAnnotations(sides, sides.values),
    ...lostExtraObjects(sides),
    ...postRenderers(sides),
    ...chartDowngrade(sides),
  ];
};

const knownState = (state: ClusterState): KnownState => ({
  index: state.index,
  chartOf: (release) => nameOf(chartOf(release as KnownObject as OwnedObject, state)),
});

const nameOf = ({ name, likelyName }: ChartIdentity): string | undefined => name ?? likelyName;

const foundAt = (
  { row, at: declared }: Read,
  { text, was, is }: FieldOfBoth,
  place: Place,
  sides: Sides,
): Found | undefined => {
  const [, field, ...below] = place.path;
  const values = field === 'values' ? sides.values : undefined;
  if (is === undefined && values?.mayHaveMoved === true) return undefined;
  if (row.when?.(was, is, place) !== true) return undefined;
  // A var may have the same value as the text on the other side.
  const mayBeSame = typeof was === 'string' && typeof is === 'string' && [was, is].some((one) => holdsExpression(one));
  const harm = harmOf(row);
  if (mayBeSame && harm.severity === 'warning' && row.says === undefined) return undefined;
  const isOpen = sides.isTransformed || [was, is].some((one) => holdsExpression(JSON.stringify(one ?? '')));
  const severity = isOpen ? milder[harm.severity] : harm.severity;
  if (severity === undefined) return undefined;
  const { shows } = row;
  const at = typeof shows === 'string' ? shows.split('.').reduce(joinPath, text) : text;
  const [old, now] = [[was, is] as const, [is, was] as const].map(([one, other]) =>
    typeof shows === 'string' ? valueAt(one, shows.split('.')) : shows === undefined ? one : shows(one, other),
  );
  const origin = values?.originOf(below, is === undefined);
  const words =
    origin === undefined
      ? `${at} ${inWords(old, now)}`
      : `${at.slice('spec.'.length)} ${inWords(old, now)} (${origin})`;
  return { harm, path: at, words, severity, by: { row, at: declared } };
};

/**
 * Applies the rows with `**`, which recognize a value by the name that many charts give it. Their severity stays:
 * neither the value of a var nor the chart's default is known.
 */
const foundAnywhere = (
  asked: readonly Read[],
  placeOf: (field: Pick<FieldOfBoth, 'path' | 'holder'>) => Place,
  sides: Sides,
  values: SidesOfValues,
): readonly Found[] => {
  const rows = asked.flatMap(({ row, at, steps, tail }) =>
    tail === undefined || steps.join('.') !== VALUES.join('.') ? [] : [{ row, at, tail }],
  );
  if (rows.length === 0) return [];
  return [...differencesBelow(...valuesOf(sides), VALUES)].flatMap((field) => {
    const isGone = field.is === undefined;
    if ((isGone && values.mayHaveMoved) || isOpenText(field.was) || isOpenText(field.is)) return [];
    const place = placeOf(field);
    const below = field.path.slice(VALUES.length);
    const met = rows.filter(({ row, tail }) => endsIn(below, tail) && row.when?.(field.was, field.is, place) === true);
    if (met.length === 0) return [];
    const { path, origin } = titleOfValue(below, values.originOf(below, isGone));
    const words = `${path} ${inWords(field.was, field.is)}${origin}`;
    // Several paths of a row may match one value.
    return [...new Map(met.map(({ row, at }) => [row, at]))].map(([row, at]): Found => {
      const harm = harmOf(row);
      return { harm, path, words, severity: harm.severity, isDefault: isGone, by: { row, at } };
    });
  });
};

const isOpenText = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);

const harmOf = ({ severity = 'warning', destroys, ...row }: EffectRow): Harm => ({
  ...row,
  severity,
  ...(typeof destroys === 'string' ? { destroys } : {}),
});

const milder: Readonly<Record<Severity, Severity | undefined>> = {
  error: 'warning',
  warning: 'notice',
  notice: undefined,
};

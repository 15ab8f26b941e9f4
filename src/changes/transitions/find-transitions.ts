import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import type { Severity } from '../../diagnostics/index.js';
import { joinPath, valueAt } from '../../json/json-path.js';
import { effectsOn } from '../../knowledge/effects.js';
import type { EffectRow, Harm, KnownObject, KnownState, Place } from '../../knowledge/form/effect.js';
import { parsePath } from '../../knowledge/form/path.js';
import { type FieldOfBoth, fieldsOfBoth } from '../../knowledge/form/places.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { inWords } from '../in-words.js';
import { type ChartIdentity, chartOf } from '../replacement/chart-identity.js';
import { isHelmRelease, releaseOf } from '../replacement/release-of.js';
import type { Found } from './found.js';
import { openSides, type Sides } from './sides.js';
import { changedValues } from './values/changed-values.js';
import { chartDowngrade } from './values/chart-downgrade.js';
import { lostExtraObjects } from './values/extra-objects.js';
import { postRenderers } from './values/post-renderers.js';

/** The harmful changes of an object that stays. */
export type TransitionsOf = (object: OwnedObject, next: OwnedObject) => readonly Found[];

/** Opens two states; each object is asked once. */
export const openTransitions = (before: ClusterState, after: ClusterState): TransitionsOf => {
  const sidesOf = openSides(before, after);
  const asked = new Map<string, readonly Found[]>();
  return (object, next) => {
    const known = asked.get(object.key);
    if (known !== undefined) return known;
    const sides = sidesOf(object, next);
    const found = sides === undefined ? [] : findTransitions(sides);
    asked.set(object.key, found);
    return found;
  };
};

/** A row, and one of the paths at which it looks. */
interface Read {
  readonly row: EffectRow;
  /** As far as `**`, where there is one. */
  readonly steps: readonly string[];
  /** What stands behind `**`. */
  readonly tail: readonly string[] | undefined;
}

const reads = new Map<EffectRow, readonly Read[]>();

const readsOf = (row: EffectRow): readonly Read[] => {
  const known = reads.get(row);
  if (known !== undefined) return known;
  const found = [row.at ?? []].flat().map((at): Read => {
    const steps = parsePath(at);
    const deep = steps.indexOf('**');
    return deep < 0
      ? { row, steps, tail: undefined }
      : { row, steps: steps.slice(0, deep), tail: steps.slice(deep + 1) };
  });
  reads.set(row, found);
  return found;
};

/** What is known of the object's kind; of a release, also what its values, chart and post-renderers do. */
const findTransitions = (sides: Sides): readonly Found[] => {
  const rows = effectsOn(sides.object.id).filter(({ at }) => at !== undefined);
  if (rows.length === 0 && sides.values === undefined) return [];
  const [before, after] = [knownState(sides.before), knownState(sides.after)];
  const { object, next, from, to } = sides;
  const [was, is] = isHelmRelease(object) ? [before.chartOf(object), after.chartOf(next)] : [];
  const isOfChart = ({ chart }: EffectRow): boolean => chart === undefined || (chart === was && chart === is);
  const release = { name: isHelmRelease(next) ? releaseOf(next).name : '', chart: is };
  const found = rows
    .filter(isOfChart)
    .flatMap(readsOf)
    .flatMap(({ row, steps }) =>
      [...fieldsOfBoth(from, to, steps)].flatMap((field) => {
        const { path, holder } = field;
        return foundAt(row, field, { from, to, object, next, before, after, path, holder, release }, sides) ?? [];
      }),
    );
  if (sides.values === undefined) return found;
  return [
    ...found,
    ...changedValues(sides, sides.values),
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

const foundAt = (row: EffectRow, { text, was, is }: FieldOfBoth, place: Place, sides: Sides): Found | undefined => {
  const [, field, ...below] = place.path;
  const values = field === 'values' ? sides.values : undefined;
  if (is === undefined && values?.mayHaveMoved === true) return undefined;
  if (row.when?.(was, is, place) !== true) return undefined;
  // A var may stand for the very text that takes its place, or took it.
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
  return { harm, path: at, words, severity };
};

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

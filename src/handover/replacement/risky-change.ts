import { applySettings } from '../../base/apply-settings.js';
import { titleOf } from '../../base/object-id.js';
import { withVars } from '../../base/with-vars.js';
import { fieldsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { pairOf } from '../updates/refused-update.js';
import { betweenAnnotations, effectOf } from './balancer-annotations.js';
import { chartDowngrade } from './chart-downgrade.js';
import { chartOf } from './chart-identity.js';
import { deletedByRenderer } from './deleted-by-renderer.js';
import { releaseOf } from './release-of.js';
import type { Change, ReplacementCause } from './replacement.js';
import { scalerOf } from './scaler-of.js';
import { monitoringKinds, releaseTransitions, replicasTransition } from './spec-transitions.js';
import { type Hit, hitOf, matching, pathBelow, type Step, stepsBetween, type Transition } from './value-transition.js';
import { valueTransitions } from './value-transitions.js';
import { valuesOfRelease } from './values-of-release.js';

/** A change of an object that stays, whose values go a way that most likely does harm: all such ways at once. */
export const riskyChange = (change: Change): ReplacementCause | undefined => {
  const { object, before, next, after } = change;
  const { group, kind } = object.id;
  const find = finders[`${group}/${kind}`];
  if (find === undefined) return undefined;
  const [held, holds] = pairOf(object, next);
  const settings = applySettings(after, holds);
  if (settings.isLeftAlone) return undefined;
  const hits = find(change, [withVars(held.json, applySettings(before, held)), withVars(holds.json, settings)]);
  return hits.length === 0 ? undefined : causeOf(hits);
};

/** @param sides the object before and after, with the vars that are known */
type Find = (change: Change, sides: readonly [JsonObject, JsonObject]) => readonly Hit[];

const causeOf = (hits: readonly Hit[]): ReplacementCause => {
  const unique = (read: (hit: Hit) => string | undefined): readonly string[] => [
    ...new Set(hits.flatMap((hit) => read(hit) ?? [])),
  ];
  const loses = unique((hit) => hit.loses);
  const destroys = listed(loses);
  const risks = unique((hit) => hit.risks);
  const [effect = '', ...others] = unique((hit) => hit.effect);
  const isOne = others.length === 0;
  const [first = '', ...rest] = isOne ? [effect] : unique((hit) => `${hit.effect}; ${hit.instead}`);
  const byDefault = hits.some(({ isDefault }) => isDefault)
    ? ['where a value is no longer set, the default decides']
    : [];
  return {
    differences: unique(({ words }) => words),
    effect: first,
    also: [...rest, ...byDefault],
    instead: isOne ? hits[0]!.instead : 'to keep all of it, leave these fields as they are',
    certain: false,
    ...(risks.length === 0
      ? { destroys }
      : { risks: [...(loses.length === 0 ? [] : [`destroy ${destroys}`]), ...risks].join(', and ') }),
  };
};

/** `a`, `a and b`, `a, b, and c`. */
const listed = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;

const inSpec =
  (tableOf: (change: Change) => readonly Transition[]): Find =>
  (change, sides) => {
    const [from, to] = sides.map((one) => fieldsOf(one['spec'])) as [JsonObject, JsonObject];
    if (equalJson(from, to)) return [];
    const table = tableOf(change);
    return [...stepsBetween([from, to])].flatMap((step) =>
      matching(table, step).map((row) => hitOf(row, step, 'spec')),
    );
  };

const ofSpec = inSpec(() => releaseTransitions);

const ofRelease: Find = (change, sides) => {
  const { object, next, before, after } = change;
  return [
    ...inValues(change, sides),
    ...ofSpec(change, [withoutValues(sides[0]), withoutValues(sides[1])]),
    ...deletedByRenderer(...sides),
    ...chartDowngrade([object, next], sides, [before, after]),
  ];
};

const withoutValues = ({ spec }: JsonObject): JsonObject => ({ spec: { ...fieldsOf(spec), values: undefined } });

const inValues: Find = ({ object, next, before, after }, [from, to]) => {
  const [was, is] = [valuesOfRelease(object, from, before), valuesOfRelease(next, to, after)];
  if (equalJson(was.values, is.values)) return [];
  // What is no longer here may be there.
  const mayHaveMoved = [...is.unseen].some((layer) => !was.unseen.has(layer));
  const { name, likelyName } = chartOf(next, after);
  const release = { name: releaseOf(next).name, chart: name ?? likelyName };
  return [...stepsBetween([was.values, is.values], release)].flatMap((step) => {
    if (step.to === undefined && mayHaveMoved) return [];
    const origin = step.to === undefined ? was.originOf(step.path) : is.originOf(step.path);
    const place = origin === undefined ? '' : ` (${origin})`;
    const [prefix, ...hits] = [
      origin === undefined ? 'spec.values' : 'values',
      ...matching(valueTransitions, step),
    ] as const;
    return [...hits.map((row) => hitOf(row, step, prefix)), ...ofAnnotations(step, prefix)].map((hit) => ({
      ...hit,
      words: `${hit.words}${place}`,
    }));
  });
};

/** The annotations of a Service, wherever the chart has them. */
const ofAnnotations = ({ path, from, to }: Step, prefix: string): readonly Hit[] => {
  if (!isObject(from) || (to !== undefined && !isObject(to))) return [];
  const found = betweenAnnotations(from, fieldsOf(to), undefined);
  if (found === undefined) return [];
  return [
    {
      words: `${pathBelow(prefix, [...path, found.key])} ${found.words}`,
      isDefault: false,
      loses: 'the load balancer of a Service with its addresses',
      effect: effectOf(found.to),
      instead: 'to keep it, leave these annotations as they are, and add a second Service',
    },
  ];
};

const ofWorkload = inSpec(({ object, after }) => {
  const scaler = scalerOf(object.id, after);
  return [replicasTransition(scaler && titleOf(scaler.id))];
});

/** By group and kind. */
const finders: Readonly<Record<string, Find>> = {
  'helm.toolkit.fluxcd.io/HelmRelease': ofRelease,
  'apps/Deployment': ofWorkload,
  'apps/StatefulSet': ofWorkload,
  ...Object.fromEntries(Object.entries(monitoringKinds).map(([kind, table]) => [kind, inSpec(() => table)])),
};

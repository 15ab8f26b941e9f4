import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { isInGroup } from '../../compile/protected-kind.js';
import type { Severity } from '../../diagnostics/index.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, joinPath, valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { inWords } from '../in-words.js';
import { chartOf } from '../replacement/chart-identity.js';
import { accessRows } from './rows/access-rows.js';
import { addressRows } from './rows/address-rows.js';
import { backupPlaceRows } from './rows/backup-place-rows.js';
import { backupRows } from './rows/backup-rows.js';
import { chartRows } from './rows/chart-rows.js';
import { cloudRows } from './rows/cloud-rows.js';
import { clusterRows } from './rows/cluster-rows.js';
import { controllerRows } from './rows/controller-rows.js';
import { crdRows } from './rows/crd-rows.js';
import { dataRows } from './rows/data-rows.js';
import { fluxRows } from './rows/flux-rows.js';
import { identityRows } from './rows/identity-rows.js';
import { monitoringRows } from './rows/monitoring-rows.js';
import { networkRows } from './rows/network-rows.js';
import { outsideRows } from './rows/outside-rows.js';
import { serviceRows } from './rows/service-rows.js';
import { stopRows } from './rows/stop-rows.js';
import { storageRows } from './rows/storage-rows.js';
import { versionRows } from './rows/version-rows.js';
import { workloadRows } from './rows/workload-rows.js';
import { openSides, type Sides } from './sides.js';
import type { Found, Transition } from './transition.js';
import { changedValues } from './values/changed-values.js';
import { chartDowngrade } from './values/chart-downgrade.js';
import { lostExtraObjects } from './values/extra-objects.js';
import { postRenderers } from './values/post-renderers.js';

export const transitions: readonly Transition[] = [
  ...dataRows,
  ...outsideRows,
  ...networkRows,
  ...fluxRows,
  ...workloadRows,
  ...serviceRows,
  ...monitoringRows,
  ...clusterRows,
  ...addressRows,
  ...backupPlaceRows,
  ...backupRows,
  ...chartRows,
  ...cloudRows,
  ...controllerRows,
  ...stopRows,
  ...storageRows,
  ...versionRows,
  ...accessRows,
  ...identityRows,
  ...crdRows,
];

type Step = { readonly key: string } | { readonly by: readonly string[] } | 'all';

interface Read {
  readonly row: Transition;
  readonly steps: readonly Step[];
}

/** `'a.b'`, `[name]`, `*` or a key. */
const STEP = /'([^']+)'|\[([^\]]+)\]|([^.[\]']+)/g;

const stepsOf = (at: string): readonly Step[] =>
  at.startsWith('@')
    ? [{ key: 'metadata' }, { key: 'annotations' }, { key: at.slice(1) }]
    : [...at.matchAll(STEP)].map(([, quoted, by, word = '']) =>
        by !== undefined ? { by: by.split('.') } : word === '*' ? 'all' : { key: quoted ?? word },
      );

const reads: readonly (Read & { readonly on: string })[] = transitions.flatMap((row) =>
  [row.on].flat().map((on) => ({ row, steps: stepsOf(row.at), on })),
);

/** Rows by the kind that they are about; those of several kinds are asked one by one. */
const byKind: ReadonlyMap<string, readonly Read[]> = new Map(
  [...new Set(reads.map(({ on }) => on))].map((kind) => [kind, reads.filter(({ on }) => on === kind)]),
);
const ofSeveral: readonly (Read & { readonly group: string; readonly kind: string })[] = reads
  .filter(({ on }) => on.includes('*'))
  .map(({ on, ...read }) => {
    const [group = '*', kind = '*'] = on.split('/');
    return { ...read, group, kind };
  });

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

/** By the table of fields, and of a release by its values too. */
const findTransitions = (sides: Sides): readonly Found[] => {
  const { group, kind } = sides.object.id;
  const rows = [
    ...(byKind.get(`${group}/${kind}`) ?? []),
    ...ofSeveral.filter(
      (one) => (one.group === '*' || isInGroup(one.group, group)) && (one.kind === '*' || one.kind === kind),
    ),
  ];
  const chart = rows.some(({ row }) => row.chart !== undefined) ? chartOfBoth(sides) : '';
  const found = rows.flatMap(({ row, steps }) => {
    if (row.chart !== undefined && row.chart !== chart) return [];
    return placesOf(sides.from, sides.to, steps).flatMap((place) => foundAt(row, place, sides) ?? []);
  });
  if (sides.values === undefined) return found;
  return [
    ...found,
    ...changedValues(sides, sides.values),
    ...lostExtraObjects(sides),
    ...postRenderers(sides),
    ...chartDowngrade(sides),
  ];
};

const foundAt = (row: Transition, { keys, path, was, is }: PlaceOfBoth, sides: Sides): Found | undefined => {
  const [, field, ...below] = keys;
  const values = field === 'values' ? sides.values : undefined;
  if (is === undefined && values?.mayHaveMoved === true) return undefined;
  if (!row.when(was, is, sides)) return undefined;
  // A var may stand for the very text that takes its place, or took it.
  const mayBeSame = typeof was === 'string' && typeof is === 'string' && [was, is].some((one) => holdsExpression(one));
  if (mayBeSame && row.severity === 'warning' && row.says === undefined) return undefined;
  const isOpen = sides.isTransformed || [was, is].some((one) => holdsExpression(JSON.stringify(one ?? '')));
  const severity = isOpen ? milder[row.severity] : row.severity;
  if (severity === undefined) return undefined;
  const { shows } = row;
  const at = typeof shows === 'string' ? shows.split('.').reduce(joinPath, path) : path;
  const [old, now] = [[was, is] as const, [is, was] as const].map(([one, other]) =>
    typeof shows === 'string' ? valueAt(one, shows.split('.')) : shows === undefined ? one : shows(one, other),
  );
  const origin = values?.originOf(below, is === undefined);
  const words =
    origin === undefined
      ? `${at} ${inWords(old, now)}`
      : `${at.slice('spec.'.length)} ${inWords(old, now)} (${origin})`;
  return { harm: row, path: at, words, severity };
};

const milder: Readonly<Record<Severity, Severity | undefined>> = {
  error: 'warning',
  warning: 'notice',
  notice: undefined,
};

/** The name of the chart, where it is the same on both sides; otherwise an empty text. */
const chartOfBoth = ({ object, before, next, after }: Sides): string => {
  const [was, is] = [chartOf(object, before), chartOf(next, after)].map(({ name, likelyName }) => name ?? likelyName);
  return was === is ? (was ?? '') : '';
};

interface PlaceOfBoth {
  readonly path: string;
  /** As far as to the first list. */
  readonly keys: JsonPath;
  readonly was: unknown;
  readonly is: unknown;
}

const placesOf = (from: unknown, to: unknown, all: readonly Step[]): readonly PlaceOfBoth[] => {
  const walk = (place: PlaceOfBoth, steps: readonly Step[], isInList: boolean): readonly PlaceOfBoth[] => {
    const [step, ...rest] = steps;
    const { path, keys, was, is } = place;
    if (step === undefined) return [{ ...place, was: was ?? undefined, is: is ?? undefined }];
    const [old, now] = [fieldsOf(was), fieldsOf(is)];
    const member = (key: string): readonly PlaceOfBoth[] =>
      walk(
        { path: joinPath(path, key), keys: isInList ? keys : [...keys, key], was: old[key], is: now[key] },
        rest,
        isInList,
      );
    if (step === 'all') return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap(member);
    if ('key' in step) return member(step.key);
    const [had, has] = [itemsBy(was, step.by), itemsBy(is, step.by)];
    // Of an item that is new or goes, only a row about items has something to say.
    const isShown = (key: string): boolean => rest.length === 0 || (had.has(key) && has.has(key));
    return [...new Set([...had.keys(), ...has.keys()])]
      .filter(isShown)
      .flatMap((key) => walk({ path: `${path}[${key}]`, keys, was: had.get(key), is: has.get(key) }, rest, true));
  };
  return walk({ path: '', keys: [], was: from, is: to }, all, false);
};

/** Items of a list by what names them; one that has no name isn't compared. */
const itemsBy = (list: unknown, by: readonly string[]): ReadonlyMap<string, unknown> =>
  new Map(
    objectsOf(list).flatMap((item) => {
      const name = valueAt(item, by);
      return name === undefined ? [] : [[isObject(name) ? Object.values(name).join('/') : String(name), item] as const];
    }),
  );

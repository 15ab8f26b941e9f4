import { applySettings } from '../../base/apply-settings.js';
import type { ClusterState, OwnedObject } from '../../base/cluster-state.js';
import { withVars } from '../../base/with-vars.js';
import { isInGroup } from '../../compile/protected-kind.js';
import type { Severity } from '../../diagnostics/index.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { joinPath, valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { chartOf } from '../replacement/chart-identity.js';
import { pairOf } from '../updates/refused-update.js';
import { clusterRows } from './rows/cluster-rows.js';
import { dataRows } from './rows/data-rows.js';
import { networkRows } from './rows/network-rows.js';
import { outsideRows } from './rows/outside-rows.js';
import type { Sides, Transition } from './transition.js';

/** A row of the table that a change matches. */
export interface FoundTransition {
  readonly row: Transition;
  /** `spec.replicas 3 → 1` */
  readonly words: string;
  readonly path: string;
  /** One step milder than the row, where a var or a patch decides. */
  readonly severity: Severity;
}

/** An object that is on both sides. */
export interface Pair {
  readonly object: OwnedObject;
  readonly before: ClusterState;
  readonly next: OwnedObject;
  readonly after: ClusterState;
}

export const transitions: readonly Transition[] = [...dataRows, ...outsideRows, ...networkRows, ...clusterRows];

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

/** What of the table a change of an object matches. Pure. */
export const findTransitions = ({ object, before, next, after }: Pair): readonly FoundTransition[] => {
  const { group, kind } = object.id;
  const rows = [
    ...(byKind.get(`${group}/${kind}`) ?? []),
    ...ofSeveral.filter(
      (one) => (one.group === '*' || isInGroup(one.group, group)) && (one.kind === '*' || one.kind === kind),
    ),
  ];
  if (rows.length === 0) return [];
  const [held, holds] = pairOf(object, next);
  const [had, has] = [applySettings(before, held), applySettings(after, holds)];
  // What SOPS encrypts looks different each time.
  if (has.isLeftAlone || [held, holds].some(({ json }) => json['sops'] !== undefined)) return [];
  const [from, to] = [withVars(held.json, had), withVars(holds.json, has)];
  if (equalJson(from, to)) return [];
  const sides: Sides = { from, to, object, next, before, after };
  return rows.flatMap(({ row, steps }) => {
    if (row.chart !== undefined && !isOfChart(row.chart, sides)) return [];
    return placesOf(from, to, steps).flatMap(({ path, was, is }) => {
      if (!row.when(was, is, sides)) return [];
      const isOpen = has.isTransformed || [was, is].some((one) => holdsExpression(JSON.stringify(one ?? '')));
      const severity = isOpen ? milder[row.severity] : row.severity;
      if (severity === undefined) return [];
      const at = row.shows === undefined ? path : joinPath(path, row.shows);
      const [old, now] = [was, is].map((one) => (row.shows === undefined ? one : fieldsOf(one)[row.shows]));
      return [{ row, path: at, words: `${at} ${wordOf(old)} → ${wordOf(now)}`, severity }];
    });
  });
};

const milder: Readonly<Record<Severity, Severity | undefined>> = {
  error: 'warning',
  warning: 'notice',
  notice: undefined,
};

const isOfChart = (chart: string, { object, before, next, after }: Sides): boolean =>
  [chartOf(object, before), chartOf(next, after)].every(({ name, likelyName }) => (name ?? likelyName) === chart);

interface PlaceOfBoth {
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

const placesOf = (was: unknown, is: unknown, steps: readonly Step[], path = ''): readonly PlaceOfBoth[] => {
  const [step, ...rest] = steps;
  if (step === undefined) return [{ path, was: was ?? undefined, is: is ?? undefined }];
  if (step === 'all') {
    const keys = new Set([was, is].flatMap((one) => Object.keys(fieldsOf(one))));
    return [...keys].flatMap((key) => placesOf(fieldsOf(was)[key], fieldsOf(is)[key], rest, joinPath(path, key)));
  }
  if ('key' in step) {
    return placesOf(fieldsOf(was)[step.key], fieldsOf(is)[step.key], rest, joinPath(path, step.key));
  }
  const [old, now] = [itemsBy(was, step.by), itemsBy(is, step.by)];
  // Of an item that is new or goes, only a row about items has something to say.
  const isShown = (key: string): boolean => rest.length === 0 || (old.has(key) && now.has(key));
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter(isShown)
    .flatMap((key) => placesOf(old.get(key), now.get(key), rest, `${path}[${key}]`));
};

/** Items of a list by what names them; one that has no name isn't compared. */
const itemsBy = (list: unknown, by: readonly string[]): ReadonlyMap<string, unknown> =>
  new Map(
    objectsOf(list).flatMap((item) => {
      const name = valueAt(item, by);
      return name === undefined ? [] : [[isObject(name) ? Object.values(name).join('/') : String(name), item] as const];
    }),
  );

/** How much of a value a sentence shows. */
const SHOWN = 60;

const wordOf = (value: unknown): string => {
  if (value === undefined || value === null) return 'not set';
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

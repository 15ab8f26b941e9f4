import type { CompiledAddon, CompiledCluster } from '../../compile/compiled-cluster.js';
import { placeOfConstruct } from '../../constructs/construct-place.js';
import type { Diagnostic, DiagnosticDefinition, Place } from '../../diagnostics/index.js';
import { rules } from '../registry.js';
import type { Rule, Summary } from '../rule.js';
import { applyExceptions } from './apply-exceptions.js';

/** Diagnostics that need the printed tree. */
export interface PrintedDiagnostics {
  /** Values that YAML can't represent. */
  readonly unprintable: readonly Diagnostic[];
  /** `k8s/addons/dev/web/service.yaml:12`. @default - diagnostics don't show the line of the tree */
  readonly treePlaceOf?: (problem: Diagnostic) => string | undefined;
}

export interface UnfinishedDiagnostics {
  /** Diagnostics of the compilation, with their cluster; problems of the whole app have none. */
  readonly compiled: readonly Diagnostic[];
  readonly found: readonly Diagnostic[];
  readonly printed?: PrintedDiagnostics | undefined;
}

const definitions: ReadonlyMap<string, DiagnosticDefinition> = new Map(
  rules.flatMap(({ diagnostics }) => diagnostics.map((definition) => [definition.code, definition] as const)),
);

const summaries: readonly Summary[] = rules.flatMap(({ summary }: Rule) => summary ?? []);

/**
 * Turns everything that was found in one cluster into the list that the user reads: with exceptions applied, and with
 * the place in the source and in the tree.
 */
export const finishDiagnostics = (
  cluster: CompiledCluster,
  { compiled, found, printed }: UnfinishedDiagnostics,
): readonly Diagnostic[] => {
  const { left, refused, unmatched } = applyExceptions(cluster.cluster, [...compiled, ...inCluster(cluster, found)]);
  // If a cluster is incomplete, the object of an exception might be missing.
  const isPartial = cluster.addons.some(({ built }) => built.isPartial);
  const unprintable = inCluster(cluster, printed?.unprintable ?? []);
  const told = [...summarized(withoutRepeated(left, unprintable)), ...refused, ...(isPartial ? [] : unmatched)];
  const addons = new Map(cluster.addons.map((addon) => [addon.built.name, addon]));
  const placed = [...told, ...unprintable].map((problem) => withSource(problem, addonOf(problem, addons)));
  const treePlaceOf = printed?.treePlaceOf;
  return treePlaceOf === undefined ? placed : placed.map((problem) => withTreePlace(problem, treePlaceOf));
};

/**
 * The same for objects as Flux applies them with given values. The report of the plan already shows where an object is
 * declared and which exceptions are unused.
 */
export const finishApplied = (cluster: CompiledCluster, found: readonly Diagnostic[]): readonly Diagnostic[] =>
  applyExceptions(cluster.cluster, inCluster(cluster, found)).left;

/** The same for files that others wrote, where each object has its own file and line. */
export const finishFound = (cluster: string, found: readonly Diagnostic[]): readonly Diagnostic[] =>
  summarized(found.map((problem) => ({ ...problem, at: { cluster, ...problem.at } })));

const inCluster = ({ cluster }: CompiledCluster, found: readonly Diagnostic[]): readonly Diagnostic[] =>
  found.map((problem) => ({ ...problem, at: { cluster: cluster.name, ...problem.at } }));

/** Merges what a rule finds in many objects into one diagnostic, or a few. */
const summarized = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
  summaries.reduce<readonly Diagnostic[]>((problems, { of, summarize }) => {
    const single = problems.filter(({ code }) => code === of.code);
    return single.length === 0 ? problems : [...problems.filter(({ code }) => code !== of.code), ...summarize(single)];
  }, found);

const keyOf = ({ addon, object, path = '' }: Place): string => `${addon}\0${object}\0${path}`;

/** Drops findings about values that were already reported because YAML can't represent them. */
const withoutRepeated = (found: readonly Diagnostic[], unprintable: readonly Diagnostic[]): readonly Diagnostic[] => {
  if (unprintable.length === 0) return found;
  const told = new Set(unprintable.map(({ at }) => keyOf(at)));
  return found.filter(({ code, at }) => definitions.get(code)?.judgesValue !== true || !told.has(keyOf(at)));
};

const addonOf = ({ at }: Diagnostic, addons: ReadonlyMap<string, CompiledAddon>): CompiledAddon | undefined =>
  at.addon === undefined ? undefined : addons.get(at.addon);

/**
 * Adds the line that declares the object and a note of where its addon is used; if the line isn't known, only the
 * latter.
 */
const withSource = (problem: Diagnostic, addon: CompiledAddon | undefined): Diagnostic => {
  if (addon === undefined) return problem;
  const { at, notes } = problem;
  const made = at.object === undefined ? undefined : (at.source ?? placeOfObject(addon, at.object));
  const used = addon.built.instance.place();
  const source = at.source ?? made ?? used;
  if (source === undefined) return problem;
  const isNoted = made !== undefined && used !== undefined && used !== made;
  return {
    ...problem,
    at: { ...at, source },
    notes: isNoted ? [...notes, `addon "${at.addon}" is used at ${used}`] : notes,
  };
};

/** Undefined if several objects, in different namespaces, have the title. */
const placeOfObject = ({ objects }: CompiledAddon, title: string): string | undefined => {
  const [object, other] = objects.filter((one) => one.title === title);
  return object === undefined || other !== undefined ? undefined : placeOfConstruct(object.construct);
};

const withTreePlace = (
  problem: Diagnostic,
  treePlaceOf: NonNullable<PrintedDiagnostics['treePlaceOf']>,
): Diagnostic => {
  if (definitions.get(problem.code)?.showsTreeLine !== true) return problem;
  const place = treePlaceOf(problem);
  return place === undefined
    ? problem
    : { ...problem, notes: [...problem.notes, `in the tree, once written, ${place}`] };
};

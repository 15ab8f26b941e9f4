import type { Renamed, SchemaChange } from '../charts/difference/schema-change.js';
import { ANY_ITEM, ANY_KEY, isBelow, type SchemaPath } from '../charts/difference/schema-path.js';
import { withoutUnlisted } from '../constructs/unlisted-values.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { isRedacted } from '../diff/redact.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, printPath, startsWith, valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { asNumbers } from '../preview/exact-integers.js';
import { checkValues, type ValueProblem } from '../rules/values/check-values.js';
import { fixTwin } from '../rules/values/suggest-value.js';
import { describeViolation } from '../schema/describe-violation.js';
import { fixViolation } from '../schema/fix-violation.js';
import type { Patterns } from '../schema/patterns.js';
import { describeRefusal } from '../schema/refused.js';
import { adjustValues, type Misplaced } from './adjusted-values.js';
import { upgradeBreaks } from './diagnostics.js';
import type { ChartRelease } from './find-releases.js';

/** The values of two versions of a chart: schemas with the defaults, as the import prints them. */
export interface VersionPair {
  readonly from: JsonObject;
  readonly to: JsonObject;
  /** The new version, as messages name it. */
  readonly version: string;
}

/** What a change of the chart means to one release. */
export interface AffectedRelease {
  readonly release: ChartRelease;
  /** Changes of what the release sets. */
  readonly sets: ReadonlySet<SchemaChange>;
  /** Defaults that change under it, since it does not set them. */
  readonly takes: ReadonlySet<SchemaChange>;
  /** What of its values the new version does not take. */
  readonly diagnostics: readonly Diagnostic[];
  /** The values without that, and with likely renames made; undefined where the new version takes them as they are. */
  readonly adjusted: JsonObject | undefined;
  /** What {@link adjusted} leaves out or moves. */
  readonly misplaced: readonly Misplaced[];
}

/** Whether values have something at a path of their schema. */
const hasAt = (value: unknown, path: SchemaPath): boolean => {
  const [step, ...rest] = path;
  if (step === undefined) return value !== undefined;
  if (step === ANY_ITEM) return Array.isArray(value) && value.some((item) => hasAt(item, rest));
  if (!isObject(value)) return false;
  if (step === ANY_KEY) return Object.values(value).some((member) => hasAt(member, rest));
  return Object.hasOwn(value, step) && hasAt(value[step], rest);
};

/** What is above a value decides too: a list or a text in its place, or null, which takes the default away. */
const overrides = (value: unknown, path: SchemaPath): boolean => {
  const [step, ...rest] = path;
  if (step === undefined || !isObject(value)) return value !== undefined;
  return typeof step === 'string' && Object.hasOwn(value, step) && overrides(value[step], rest);
};

const keyOf = ({ violation }: ValueProblem): string =>
  `${printPath(violation.path)}\0${violation.kind === 'unknown-key' ? '' : describeViolation(violation, 'chart')}`;

const renameOf = (path: JsonPath, changes: readonly SchemaChange[]): Renamed | undefined =>
  changes.find((change): change is Renamed => change.kind === 'renamed' && isBelow(path, change.path));

/** Where a value that isn't read any more likely belongs. */
const newPlace = (path: JsonPath, changes: readonly SchemaChange[]): JsonPath | undefined => {
  const rename = renameOf(path, changes);
  if (rename === undefined || rename.to.some((step) => typeof step !== 'string')) return undefined;
  return [...(rename.to as readonly string[]), ...path.slice(rename.path.length)];
};

const isPlain = (path: SchemaPath): path is readonly string[] => path.every((step) => typeof step === 'string');

/** The other renames of what is set: below a map that has no place any more, or of a key that templates still look at. */
const furtherMoves = (
  values: JsonObject,
  changes: readonly SchemaChange[],
  known: readonly Misplaced[],
): readonly Misplaced[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'renamed' || !isPlain(change.path) || !isPlain(change.to)) return [];
    const { path, to } = change;
    const isDone = known.some(
      (one) => one.to !== undefined && (startsWith(path, one.path) || startsWith(one.path, path)),
    );
    return isDone || !hasAt(values, path) || hasAt(values, to) ? [] : [{ path, to }];
  });

const breaks = (
  { violation, twin, refusal }: ValueProblem,
  release: ChartRelease,
  renamed: JsonPath | undefined,
  version: string,
): Diagnostic => {
  const path = printPath(violation.path);
  const at = { cluster: release.cluster, addon: release.addon, object: release.object, path: `spec.values.${path}` };
  if (violation.kind !== 'unknown-key' && isRedacted(valueAt(release.shownValues, violation.path))) {
    // What is wrong with it may say what it is.
    return diagnose(upgradeBreaks, {
      message: `the value "${path}", which a Secret gives, does not fit version ${version} of the chart`,
      at,
      fix: 'change it in the Secret to what the new version takes, in the change that upgrades the chart',
      kind: 'type',
    });
  }
  if (violation.kind !== 'unknown-key' && refusal === undefined) {
    return diagnose(upgradeBreaks, {
      message: `the value "${path}" does not fit version ${version} of the chart: ${describeViolation(violation, 'chart')}`,
      at,
      fix: `${fixViolation(violation, 'chart')}, in the change that upgrades the chart`,
      kind: 'type',
    });
  }
  return diagnose(upgradeBreaks, {
    message:
      refusal === undefined
        ? `version ${version} of the chart reads no value "${path}"`
        : describeRefusal(`version ${version} of the chart`, path, refusal),
    at,
    fix:
      renamed !== undefined && (refusal === undefined || twin === undefined)
        ? `likely it is "${printPath(renamed)}" now, by its name and default: move it there in the change that upgrades the chart`
        : twin !== undefined
          ? fixTwin(twin)
          : 'look in the notes of the version for what takes its place, or take it out with the upgrade',
    kind: 'unread',
  });
};

/** What an upgrade of its chart means to the values of a release. Pure. */
export const affectedBy = (
  release: ChartRelease,
  changes: readonly SchemaChange[],
  { from, to, version }: VersionPair,
  patterns: Patterns,
): AffectedRelease => {
  const values = asNumbers(release.values ?? {}) as JsonObject;
  const sets = new Set<SchemaChange>();
  const takes = new Set<SchemaChange>();
  for (const change of changes) {
    if (change.kind === 'default') {
      if (!overrides(values, change.path)) takes.add(change);
      else if (hasAt(values, change.path)) sets.add(change);
    } else if (change.kind !== 'added' && hasAt(values, change.path)) sets.add(change);
  }
  if (release.values === undefined)
    return { release, sets, takes, diagnostics: [], adjusted: undefined, misplaced: [] };
  const checked = withoutUnlisted(values, release.unlistedValues);
  // What the version of today refuses is not the upgrade's doing.
  const known = new Set(checkValues(from, checked, patterns).map(keyOf));
  const problems = checkValues(to, checked, patterns).filter((problem) => !known.has(keyOf(problem)));
  const misplaced = problems.map(({ violation, refusal }) => ({
    path: violation.path,
    to: violation.kind === 'unknown-key' || refusal !== undefined ? newPlace(violation.path, changes) : undefined,
  }));
  const moved = [...misplaced, ...furtherMoves(values, changes, misplaced)];
  return {
    release,
    sets,
    takes,
    diagnostics: problems.map((problem, index) => breaks(problem, release, misplaced[index]!.to, version)),
    adjusted: moved.length === 0 ? undefined : adjustValues(asNumbers(release.shownValues) as JsonObject, moved),
    misplaced: moved,
  };
};

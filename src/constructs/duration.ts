import { isObject } from '../json/is-object.js';
import { joinPath } from '../json/json-path.js';
import { isGoDuration as parsesInGo } from '../schema/formats.js';
import { holdsExpression } from '../substitution/holds-expression.js';

type Unit = 'ms' | 's' | 'm' | 'h';
type Part = `${number}${Unit}`;

/** A duration as Go and Flux write it: `90s`, `5m`, `1h30m`. */
export type Duration = Part | `${Part}${Part}` | `${Part}${Part}${Part}`;

type LongPart = `${number}${Unit | 'd' | 'w' | 'y'}`;

/** A duration as Prometheus writes it, with days, weeks and years too: `15d`, `1d12h`. */
export type LongDuration = LongPart | `${LongPart}${LongPart}` | `${LongPart}${LongPart}${LongPart}`;

const DURATION = /^(\d+(\.\d+)?(ms|s|m|h))+$/;

/** Whether Flux reads a value as a duration. The type knows three parts at most; this takes any number of them. */
export const isDuration = (value: unknown): value is Duration => typeof value === 'string' && DURATION.test(value);

/** Whether Go's own parser reads a value as a duration: `-1.5h`, `.5h`, `+5m`, and zero without a unit. */
export const isGoDuration = (value: unknown): boolean => typeof value === 'string' && parsesInGo(value);

/** The fields of Flux's and External Secrets' APIs that hold a duration. */
export type DurationField =
  | 'interval'
  | 'retryInterval'
  | 'timeout'
  | 'refreshInterval'
  | 'consolidateAfter'
  | 'expireAfter'
  | 'terminationGracePeriod';

const fluxFields: ReadonlySet<string> = new Set<DurationField>([
  'interval',
  'retryInterval',
  'timeout',
  'refreshInterval',
]);

/**
 * The paths in `spec` whose value should be a duration and is none. `values` of a release are not looked at.
 *
 * @param isRead whether the kind's own parser reads a value
 */
export const badDurations = (
  spec: unknown,
  isRead: (value: unknown) => boolean = isDuration,
): readonly { path: string; value: unknown }[] => {
  const bad: { path: string; value: unknown }[] = [];
  const keys: string[] = [];
  const visit = (node: unknown): void => {
    if (!isObject(node)) return;
    for (const key of Object.keys(node)) {
      if (key === 'values') continue;
      const value = node[key];
      keys.push(key);
      if (
        fluxFields.has(key) &&
        value !== undefined &&
        !isRead(value) &&
        !(typeof value === 'string' && holdsExpression(value))
      ) {
        bad.push({ path: keys.reduce(joinPath, 'spec'), value });
      } else visit(value);
      keys.pop();
    }
  };
  visit(spec);
  return bad;
};

/** The same, of the values at these paths, of which no pattern takes what Go reads; a list is gone through with `[]`. */
export const badDurationsAt = (
  body: unknown,
  paths: readonly string[],
): readonly { path: string; value: unknown }[] => {
  const bad: { path: string; value: unknown }[] = [];
  const visit = (value: unknown, keys: readonly string[], path: string): void => {
    const [key, ...rest] = keys;
    if (key === undefined) {
      const isFine =
        value === undefined || isGoDuration(value) || (typeof value === 'string' && holdsExpression(value));
      if (!isFine) bad.push({ path, value });
    } else if (key === '[]') {
      if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, rest, joinPath(path, index));
    } else if (isObject(value)) visit(value[key], rest, joinPath(path, key));
  };
  for (const path of paths) visit(body, path.replaceAll('[]', '.[]').split('.'), '');
  return bad;
};

import { isObject } from '../json/is-object.js';
import { joinPath } from '../json/json-path.js';
import { holdsExpression } from '../substitution/holds-expression.js';

type Unit = 'ms' | 's' | 'm' | 'h';
type Part = `${number}${Unit}`;

/** A duration as Go and Flux write it: `90s`, `5m`, `1h30m`. */
export type Duration = Part | `${Part}${Part}` | `${Part}${Part}${Part}`;

const DURATION = /^(\d+(\.\d+)?(ms|s|m|h))+$/;

/** Whether Flux reads a value as a duration. The type knows three parts at most; this takes any number of them. */
export const isDuration = (value: unknown): value is Duration => typeof value === 'string' && DURATION.test(value);

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

/** The paths in `spec` whose value should be a duration and is none. `values` of a release are not looked at. */
export const badDurations = (spec: unknown, path = 'spec'): readonly { path: string; value: unknown }[] => {
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
        !isDuration(value) &&
        !(typeof value === 'string' && holdsExpression(value))
      ) {
        bad.push({ path: keys.reduce(joinPath, path), value });
      } else visit(value);
      keys.pop();
    }
  };
  visit(spec);
  return bad;
};

import { formatValue } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import { holdsSecret } from '../../redaction/holds-secret.js';
import type { Difference } from '../../schema/update/differences.js';

/** Longer values would hide the sentence around them. */
const LONGEST = 60;

/** `parameters.iops "3000" → "4000"`. Omits long and secret values. */
export const printDifference = ({ path, from, to }: Difference, isSecret: boolean): string => {
  const place = printPath(path);
  if (from === undefined) return `${place} is added`;
  if (to === undefined) return `${place} is removed`;
  const [before, after] = [formatValue(from), formatValue(to)];
  const isHidden = isSecret || holdsSecret(path, from) || holdsSecret(path, to);
  return isHidden || before.length > LONGEST || after.length > LONGEST
    ? `${place} changes`
    : `${place} ${before} → ${after}`;
};

/** A sentence shows this many differences, then counts the rest. */
const SHOWN = 3;

export const printDifferences = (differences: readonly Difference[], isSecret: boolean): readonly string[] => {
  const rest = differences.length - SHOWN;
  const shown = differences.slice(0, SHOWN).map((one) => printDifference(one, isSecret));
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
};

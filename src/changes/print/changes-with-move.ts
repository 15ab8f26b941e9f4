import { type Holding, PRUNE_MARK } from '../../applied/cluster-state.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { Move } from '../model/owner-changes.js';

/**
 * Whether an object that moves to another owner also changes. `perhaps`: old owners apply it differently, or a var that
 * differs may have the same value.
 */
export type ChangeWithMove = 'no' | 'perhaps' | 'yes';

export const changesWithMove = ({ before, after }: Pick<Move, 'before' | 'after'>): ChangeWithMove => {
  if (after === undefined) return 'no';
  const to = withoutMark(after.holdings[0]);
  const differing = before.holdings.map(withoutMark).filter((from) => !equalJson(from, to));
  if (differing.length === 0) return 'no';
  const isCertain = differing.length === before.holdings.length && ![...differing, to].some(holdsVars);
  return isCertain ? 'yes' : 'perhaps';
};

/** A handover's first step adds the mark, and the second one removes it. */
const withoutMark = ({ json }: Holding): JsonObject => {
  const { metadata } = json;
  if (!isObject(metadata) || !isObject(metadata['annotations'])) return json;
  const { annotations, ...others } = metadata;
  const { [PRUNE_MARK]: _, ...left } = annotations as JsonObject;
  return { ...json, metadata: Object.keys(left).length === 0 ? others : { ...others, annotations: left } };
};

const holdsVars = (json: JsonObject): boolean =>
  holdsExpression(JSON.stringify(json, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));

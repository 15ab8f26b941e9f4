import { tryReadId } from '../../../src/applied/object-id.js';
import type { EffectRow } from '../../../src/knowledge/form/effect.js';
import { isAbout } from '../../knowledge/effect-places.js';
import { lossOf } from './loss-of.js';
import { harmlessKinds, type RemovalCase, removalCases, type Settings } from './removal-cases.js';

const objectOf = (type: string, { spec = {}, annotations = {}, finalizers = [] }: Settings = {}) => {
  const at = type.lastIndexOf('/');
  return {
    apiVersion: type.slice(0, at),
    kind: type.slice(at + 1),
    metadata: { name: 'x', namespace: 'apps', annotations, finalizers: [...finalizers] },
    spec,
  };
};

/** The removals of all cases, with what goes along; `undefined` where nothing does. */
export const checks = [
  ...removalCases.flatMap(({ type, loses, isUnproven, kept = [], ...settings }: RemovalCase) => [
    { type, json: objectOf(type, settings), loses: isUnproven === true ? `${loses} (not proven)` : loses },
    ...kept.map((one) => ({ type, json: objectOf(type, one), loses: undefined })),
  ]),
  ...harmlessKinds.map((type) => ({ type, json: objectOf(type), loses: undefined })),
];
type Check = (typeof checks)[number];

/** What goes along with the object of a case. */
export const lost = ({ json }: Check): string | undefined => {
  const loss = lossOf(json);
  return loss?.isUnproven === true ? `${loss.loses} (not proven)` : loss?.loses;
};

/** A case that fails if a row has these fields instead of its own. */
export const tryFindCase = (row: EffectRow, on: readonly string[], other: Partial<EffectRow>): string | undefined => {
  const about = checks.filter(({ json }) => on.some((one) => isAbout({ on: one }, tryReadId(json)!)));
  const own = { at: row.at, keeps: row.keeps, except: row.except };
  Object.assign(row, other);
  try {
    return about.find((one) => lost(one) !== one.loses)?.type;
  } finally {
    Object.assign(row, own);
  }
};

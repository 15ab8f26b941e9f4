import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { joinPath } from '../../json/json-path.js';
import { readField } from '../losses/keeps.js';
import { pairOf } from '../updates/refused-update.js';
import type { Change, ReplacementCause } from './replacement.js';

/** What most charts call the settings of a claim that they make. */
const CLAIMS: readonly string[] = ['persistence', 'persistentVolume'];

/** A claim that the chart of a release most likely no longer makes, so that Helm deletes it: as its values say. */
export const lostVolume = ({ object, next }: Change): ReplacementCause | undefined => {
  if (object.id.kind !== 'HelmRelease' || object.id.group !== 'helm.toolkit.fluxcd.io') return undefined;
  const [held, holds] = pairOf(object, next);
  const differences: string[] = [];
  const compare = (was: unknown, is: unknown, path: string): void => {
    if (was === is || !isObject(was) || !isObject(is)) return;
    for (const key of Object.keys(was)) {
      const [from, to, at] = [was[key], is[key], joinPath(path, key)];
      if (CLAIMS.includes(key) && isObject(from) && isObject(to) && isOwn(from)) {
        if (to['enabled'] === false) differences.push(`${joinPath(at, 'enabled')} true → false`);
        else if (isText(to['existingClaim'])) {
          differences.push(`${joinPath(at, 'existingClaim')} not set → "${to['existingClaim']}"`);
        }
      }
      compare(from, to, at);
    }
  };
  compare(readField(held.json, 'spec.values'), readField(holds.json, 'spec.values'), 'spec.values');
  if (differences.length === 0) return undefined;
  return {
    differences,
    destroys: 'a claim of the chart, with its volume and the data on it',
    effect:
      'Helm deletes a claim that the chart made and no longer makes, unless it has the annotation helm.sh/resource-policy: keep',
    instead: 'to keep it, let the chart set that annotation in a change of its own, or back up the data',
    certain: false,
  };
};

/** Whether the chart makes the claim, and Helm may delete it. */
const isOwn = ({ enabled, existingClaim, type = 'pvc', annotations }: ReturnType<typeof fieldsOf>): boolean =>
  enabled === true &&
  !isText(existingClaim) &&
  type === 'pvc' &&
  fieldsOf(annotations)['helm.sh/resource-policy'] !== 'keep';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

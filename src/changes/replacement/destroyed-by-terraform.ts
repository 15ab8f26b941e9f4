import { applySettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { pairOf } from '../updates/refused-update.js';
import { inWords } from '../words/in-words.js';
import type { Change } from './change.js';

/** Describes a tofu-controller Terraform object that is about to destroy its infrastructure while it stays. */
export const destroyedByTerraform = ({ object, before, next, after }: Change): ReplacementCause | undefined => {
  if (object.id.kind !== 'Terraform' || object.id.group !== 'infra.contrib.fluxcd.io') return undefined;
  const [held, holds] = pairOf(object, next);
  const settings = applySettings(after, holds);
  if (settings.isLeftAlone) return undefined;
  const from = specOf(asApplied(held.json, applySettings(before, held)));
  const to = specOf(asApplied(holds.json, settings));
  const [old, wanted] = [planOf(from), planOf(to)];
  if (wanted === 'none' || wanted === old || (old === 'applied' && wanted === 'open')) return undefined;
  const changes = ['destroy', 'approvePlan', 'force', 'planOnly'].filter((key) => from[key] !== to[key]);
  return {
    differences: changes.map((key) => `spec.${key} ${inWords(from[key], to[key])}`),
    destroys: 'all that its Terraform state holds',
    effect:
      wanted === 'applied'
        ? 'spec.destroy makes a plan that destroys all of it, which is applied without asking'
        : 'spec.destroy makes a plan that destroys all of it, once that is approved',
    instead: 'to keep it, take spec.destroy out',
    certain: wanted === 'applied' && !settings.isTransformed,
  };
};

/** What happens to a destroy plan. With `planOnly`, it's never applied; otherwise a person may approve it. */
const planOf = (spec: JsonObject): 'none' | 'open' | 'applied' => {
  const { destroy, planOnly, force, approvePlan } = spec;
  if (planOnly === true || !(isTrue(destroy) || isOpen(destroy))) return 'none';
  return isTrue(destroy) && !isOpen(planOnly) && (isTrue(force) || approvePlan === 'auto') ? 'applied' : 'open';
};

/** A var gives text, which the API server reads as a boolean. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

const isOpen = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);

import { applySettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { scalerOf } from '../../knowledge/form/scaler-of.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { pairOf } from '../updates/refused-update.js';
import type { Change } from './change.js';

const WHEN_SCALED = 'persistentVolumeClaimRetentionPolicy.whenScaled';

/**
 * The claims that a StatefulSet with `whenScaled: Delete` deletes when it scales down. Its controller follows the new
 * policy when it removes a pod, so a policy that becomes `Retain` keeps them.
 */
export const scaledDownSet = ({ object, before, next, after }: Change): ReplacementCause | undefined => {
  const { id } = object;
  if (id.kind !== 'StatefulSet' || id.group !== 'apps') return undefined;
  const [held, holds] = pairOf(object, next);
  if (isAbsent(policyOf(holds.json))) return undefined;
  const settings = applySettings(after, holds);
  const json = asApplied(holds.json, settings);
  const [from, to] = [specOf(asApplied(held.json, applySettings(before, held))), specOf(json)];
  const policy = policyOf(json);
  if (settings.isLeftAlone || (policy !== 'Delete' && !isOpen(policy))) return undefined;
  const templates = templatesOf(to);
  const [old, wanted] = [ordinalsOf(from), ordinalsOf(to)];
  if (templates.length === 0 || (old.count === wanted.count && old.start === wanted.start)) return undefined;
  const isKnown = isRange(old) && isRange(wanted);
  const gone = isKnown ? ordinalsGone(old, wanted) : [];
  if (isKnown && gone.length === 0) return undefined;
  const differences = [
    ...(old.count === wanted.count ? [] : [`spec.replicas ${old.words} → ${wanted.words}`]),
    ...(old.start === wanted.start ? [] : [`spec.ordinals.start ${String(old.start)} → ${String(wanted.start)}`]),
  ];
  const isScaledByOthers = isAbsent(to['replicas']) && scalerOf(id, after) !== undefined;
  return {
    differences,
    destroys: isKnown ? claimsOf(id.name, templates, gone) : 'claims with their data',
    effect: `${WHEN_SCALED}: ${String(policy)} deletes the claims of each removed pod`,
    instead: `to keep them, set ${WHEN_SCALED}: Retain`,
    certain: isKnown && policy === 'Delete' && !settings.isTransformed && !isScaledByOthers,
  };
};

/** The numbers of its pods. A var's value isn't known. */
interface Ordinals {
  readonly start: unknown;
  readonly count: unknown;
  /** The count, as the plan prints it. */
  readonly words: string;
}

interface Range {
  readonly start: number;
  readonly count: number;
}

const ordinalsOf = (spec: JsonObject): Ordinals => {
  const count = numberOf(spec['replicas'] ?? 1);
  return {
    start: numberOf(fieldsOf(spec['ordinals'])['start'] ?? 0),
    count,
    words: `${String(count)}${isAbsent(spec['replicas']) ? ' (the default)' : ''}`,
  };
};

const isRange = (ordinals: Ordinals): ordinals is Ordinals & Range =>
  Number.isInteger(ordinals.start) && Number.isInteger(ordinals.count);

/** From the first number to the one after the last. */
type Span = readonly [from: number, to: number];

const ordinalsGone = (old: Range, wanted: Range): readonly Span[] => {
  const [oldEnd, end] = [old.start + old.count, wanted.start + wanted.count];
  const spans: readonly Span[] =
    wanted.count === 0
      ? [[old.start, oldEnd]]
      : [
          [old.start, Math.min(wanted.start, oldEnd)],
          [Math.max(end, old.start), oldEnd],
        ];
  return spans.filter(([from, to]) => from < to);
};

/** A sentence names this many claims, then counts the rest. */
const NAMED = 6;

/** The claims of these pods, as the object of "destroys". */
const claimsOf = (set: string, templates: readonly string[], gone: readonly Span[]): string => {
  const names: string[] = [];
  for (const [from, to] of gone) {
    for (let ordinal = from; ordinal < to && names.length < NAMED; ordinal++) {
      names.push(...templates.map((template) => `${template}-${set}-${ordinal}`));
    }
  }
  const all = gone.reduce((sum, [from, to]) => sum + to - from, 0) * templates.length;
  const shown = names.slice(0, NAMED).join(', ');
  if (all === 1) return `its claim ${shown} with its data`;
  return `its claims ${all > NAMED ? `${shown} and ${all - NAMED} more` : shown} with their data`;
};

const templatesOf = (spec: JsonObject): readonly string[] => {
  const templates = spec['volumeClaimTemplates'];
  return Array.isArray(templates)
    ? templates.filter(isObject).map((template) => String(fieldsOf(template['metadata'])['name']))
    : [];
};

/** The API server reads digits from a var as a number. */
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;

const isOpen = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);

const policyOf = (json: JsonObject): unknown =>
  fieldsOf(specOf(json)['persistentVolumeClaimRetentionPolicy'])['whenScaled'];

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

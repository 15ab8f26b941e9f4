import { hasExpressionInside } from '../applied/view/known-vars.js';
import { equalJson } from '../json/equal-json.js';
import type { JsonObject } from '../json/json-value.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { compareFields, type FieldChange } from './compare-fields.js';
import type { Redactor } from './redact.js';

/**
 * The texts of an object that read other vars than before and come to the same: by the contract's examples alone, that
 * says little about what Terraform gives.
 *
 * @param from as kustomize builds it
 * @param options `fields`: what differs after substitution
 */
export const changedTexts = (
  from: JsonObject | undefined,
  to: JsonObject | undefined,
  { fields, redactor }: { readonly fields: readonly FieldChange[]; readonly redactor: Redactor },
): readonly FieldChange[] => {
  if (from === undefined || to === undefined || from === to || equalJson(from, to)) return [];
  if (!hasExpressionInside(from) && !hasExpressionInside(to)) return [];
  const [a, b] = [from, to].map((one) => redactor.shown(redactor.object(one)));
  const shown = new Set(fields.map(({ path }) => path));
  // The values of a release are shown as Helm gets them.
  const isShown = (path: string): boolean => shown.has(path) || shown.has(path.replace(/^spec\.(?=values\.)/, ''));
  return compareFields(a, b)
    .filter(({ path, from: old, to: now }) => isText(old) && isText(now) && !isShown(path))
    .map((field) => ({ ...field, isText: true }));
};

const isText = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);

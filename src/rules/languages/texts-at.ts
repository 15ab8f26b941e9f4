import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import type { LanguageField } from '../../knowledge/form/language-field.js';

/** A text in a {@link LanguageField}. */
export interface LanguageText {
  readonly path: JsonPath;
  readonly text: string;
}

/** The texts of a field in an object. An empty text counts as not set, except as a duration: no Go type takes it. */
export const textsAt = (json: unknown, { steps, language, isRead }: LanguageField): readonly LanguageText[] => {
  let at = json;
  // Most objects lack most fields, so this returns before it allocates anything.
  for (const step of steps) {
    if (step === '[]') break;
    if (!isObject(at) || !Object.hasOwn(at, step)) return NONE;
    at = at[step];
  }
  const found: LanguageText[] = [];
  const path: (string | number)[] = [];
  const visit = (node: unknown, from: number): void => {
    const step = steps[from];
    if (step === undefined) {
      if (typeof node === 'string' && (node !== '' || language === 'go-duration'))
        found.push({ path: [...path], text: node });
    } else if (step === '[]') {
      if (!Array.isArray(node)) return;
      for (let index = 0; index < node.length; index++) {
        path.push(index);
        visit(node[index], from + 1);
        path.pop();
      }
    } else if (isObject(node) && Object.hasOwn(node, step)) {
      if (from === steps.length - 1 && isRead?.(node) === false) return;
      path.push(step);
      visit(node[step], from + 1);
      path.pop();
    }
  };
  visit(json, 0);
  return found;
};
const NONE: readonly LanguageText[] = [];

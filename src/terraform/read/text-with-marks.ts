import { textOf } from '../../json/as-shape.js';
import type { TerraformResource } from './terraform.js';

/** The text of an attribute, with a mark for each part that isn't known; undefined if nothing of it is known. */
export const textWithMarks = (
  { attributes, partialTexts }: Pick<TerraformResource, 'attributes' | 'partialTexts'>,
  path: string,
  mark: string,
): string | undefined =>
  textOf(attributes[path]) ??
  partialTexts
    .get(path)
    ?.map((part) => part ?? mark)
    .join('');

import { isMap, parseAllDocuments } from 'yaml';
import type { JsonObject } from '../../json/json-value.js';

/**
 * Takes documents out of a file; every other byte stays.
 *
 * @returns `''` where nothing but comments is left; undefined where none of them is in the text as a document
 */
export const removeDocuments = (text: string, isGone: (json: JsonObject) => boolean): string | undefined => {
  // A line that starts so is always the start of a document.
  const parts = text.split(/^(?=---(?:\s|$))/m);
  let found = false;
  const kept = parts.filter((part) => {
    const documents = parseAllDocuments(part);
    const isOne = documents.length === 1 && isMap(documents[0]!.contents);
    const goes = isOne && isGone(documents[0]!.toJS() as JsonObject);
    if (goes) found = true;
    return !goes;
  });
  if (!found) return undefined;
  const left = kept.join('');
  return parseAllDocuments(left).some(({ contents }) => contents !== null) ? left : '';
};

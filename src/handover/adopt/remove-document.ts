import { isMap, parseAllDocuments } from 'yaml';
import type { JsonObject } from '../../json/json-value.js';

/**
 * Removes documents from a file; every other byte stays.
 *
 * @returns `''` if only comments remain; undefined if the text has none of the documents
 */
export const removeDocuments = (text: string, isGone: (json: JsonObject) => boolean): string | undefined => {
  // A line that starts like this always starts a document.
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

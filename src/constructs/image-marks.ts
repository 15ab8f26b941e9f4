import { type ApiObject, JsonPatch } from 'cdk8s';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { type JsonPath, printPath, printPointer } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { eachText } from '../substitution/each-text.js';
import { badImagePolicy } from './diagnostics.js';
import { isMarked, readMarked, withoutMarks } from './image-policy.js';

/** A field that Flux's image automation may update. */
export interface ImageMark {
  readonly path: JsonPath;
  /** The ImagePolicy as the marker names it, with the part that the field holds: `apps:web:tag`. */
  readonly policy: string;
  /** As the code says it. */
  readonly value: string;
}

export interface MarkedObject {
  /** Without the marks. */
  readonly json: JsonObject;
  readonly marks: readonly ImageMark[];
}

/**
 * Takes the marks of `imagePolicy(…)` out of an object.
 *
 * @returns undefined where it has none
 */
export const takeImageMarks = (
  json: JsonObject,
  report: (problem: Pick<Diagnostic, 'message' | 'fix'> & { readonly path: string }) => void,
): MarkedObject | undefined => {
  const marks: ImageMark[] = [];
  let isFound = false;
  eachText(json, (text, at, isKey) => {
    if (!isMarked(text)) return;
    isFound = true;
    const marked = isKey ? undefined : readMarked(text);
    if (marked !== undefined) marks.push({ path: [...at], ...marked });
    else {
      report({
        path: printPath(at),
        message: `an image policy marks a part of ${isKey ? 'the key' : 'the text'} "${withoutMarks(text)}"`,
        fix: "mark a value that is a whole field; of a chart's values, those of the release",
      });
    }
  });
  return isFound ? { json: unmarked(json) as JsonObject, marks } : undefined;
};

const unmarked = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutMarks(value);
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [withoutMarks(key), unmarked(member)]));
};

/** Lets cdk8s print an object without its marks, of which nothing but the tree has a comment. */
export const hideImageMarks = (object: ApiObject, marks: readonly ImageMark[]): void => {
  for (const { path, value } of marks) object.addJsonPatch(JsonPatch.replace(printPointer(path), value));
};

export const markProblem = (
  { path, message, fix }: { readonly path: string; readonly message: string; readonly fix: string },
  at: { readonly cluster?: string; readonly addon: string; readonly object: string },
): Diagnostic => diagnose(badImagePolicy, { message, at: { ...at, path }, fix });

import { nearest } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { joinPath, printPath } from '../json/json-path.js';
import type { AppliedKustomization, AppliedObject } from './apply-cluster.js';
import type { Question } from './explain-value.js';

/** Why a question finds nothing: an object that isn't there, or a path that is misspelt. */
export const explainMiss = (kustomizations: readonly AppliedKustomization[], question: Question): string => {
  const objects = kustomizations.flatMap((one) => one.objects);
  const { object, path } = question;
  const asked = object === undefined ? objects : objects.filter(({ source }) => source.title === object);
  if (object !== undefined && asked.length === 0) {
    const near = nearest(
      object,
      objects.map(({ source }) => source.title),
    );
    return `there is no object "${object}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
  }
  const text = printPath(path);
  const near = nearest(text, asked.flatMap(pathsOf), MOST_LETTERS);
  if (near !== undefined) return `nothing has a value at "${text}"; did you mean "${near}"?`;
  const version = /version$/.test(text) ? "; a chart's version is at spec.ref.tag or spec.chart.spec.version" : '';
  return `nothing has a value at "${text}"; a path begins at the object (spec.…, data.…) or, of a release, at its values${version}`;
};

const MOST_LETTERS = 2;

/** All paths of an object, and those of a release's values as they are typed. */
const pathsOf = ({ outcome, release }: AppliedObject): readonly string[] => [
  ...(outcome.kind === 'error' ? [] : pathsIn(outcome.object, '')),
  ...(release === undefined || 'error' in release.composed ? [] : pathsIn(release.composed.values, '')),
];

const pathsIn = (value: unknown, at: string): readonly string[] => {
  const steps: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return steps.flatMap(([step, inner]) => {
    const path = joinPath(at, step);
    return [path, ...pathsIn(inner, path)];
  });
};

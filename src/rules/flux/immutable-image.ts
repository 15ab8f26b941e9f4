import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath, valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { findImmutableChanges } from '../../schema/update/find-immutable-changes.js';
import { defineRule, placeIn, type StateObject, specOf } from '../rule.js';

const immutableImage = defineDiagnostic({
  code: 'FX665',
  name: 'immutable-image',
  severity: 'error',
  summary:
    "A field that `imagePolicy()` marks is immutable, such as the image of a Job: the API server refuses each new image that Flux's automation writes, and the addon's whole Kustomization fails.",
  page: {
    example: "image: imagePolicy('apps:web', 'ghcr.io/acme/web:1.2.3')   // in the template of a Job",
    flux: 'Job/web/migrate dry-run failed (Invalid): Job.batch "migrate" is invalid: spec.template: Invalid value: … field is immutable',
    right:
      'set the annotation kustomize.toolkit.fluxcd.io/force: enabled on the Job, so that Flux replaces it; or use a CronJob',
  },
  exceptable: true,
});

const FORCE = 'kustomize.toolkit.fluxcd.io/force';

/** The fields that Flux's image automation changes aren't immutable. */
export const immutableImageRule = defineRule([immutableImage], ({ units }, report) => {
  for (const { objects, entry } of units) {
    const isForced = entry.some((one) => one.kind === 'Kustomization' && specOf(one)['force'] === true);
    for (const object of isForced ? [] : objects) {
      if (object.imageMarks === undefined || isReplaced(object)) continue;
      const mark = object.imageMarks.find(({ path }) => isImmutable(object, path));
      if (mark === undefined) continue;
      report(
        diagnose(immutableImage, {
          message: `Flux's automation updates an image of ${object.title}, and the API server refuses a change of that field`,
          at: placeIn(object, printPath(mark.path)),
          fix: `set the annotation ${FORCE}: enabled on it, with which Flux replaces the object for each image, or write the image without imagePolicy()`,
        }),
      );
    }
  }
});

const isImmutable = ({ group, kind, json: whole }: StateObject, path: JsonPath): boolean => {
  const json = kind === 'Job' ? started(whole) : whole;
  return findImmutableChanges(group, kind, json, withOther(json, path) as JsonObject, (a, b) =>
    a === b ? 'same' : 'different',
  ).some(({ certain }) => certain);
};

/** A suspended Job allows more changes, such as where its pods may run, but not of an image. */
const started = (job: JsonObject): JsonObject => {
  const { suspend: _, ...spec } = isObject(job['spec']) ? job['spec'] : {};
  return { ...job, spec };
};

/** A value with another text at a path. */
const withOther = (value: unknown, [key, ...rest]: JsonPath): unknown => {
  if (key === undefined) return `${String(value)}-other`;
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? withOther(item, rest) : item));
  return isObject(value) ? { ...value, [key]: withOther(value[key], rest) } : value;
};

/** Whether Flux replaces the object or leaves it alone, or the object is gone by then. */
const isReplaced = (object: StateObject): boolean => {
  const marks = ['annotations', 'labels'].map((field) => valueAt(object.json, ['metadata', field])).filter(isObject);
  const has = (key: string, ...values: readonly string[]) =>
    marks.some((one) => values.includes(String(one[key]).toLowerCase()));
  return (
    has(FORCE, 'enabled') ||
    has('kustomize.toolkit.fluxcd.io/reconcile', 'disabled') ||
    has('kustomize.toolkit.fluxcd.io/ssa', 'ignore', 'ifnotpresent') ||
    (object.kind === 'Job' && specOf(object)['ttlSecondsAfterFinished'] !== undefined)
  );
};

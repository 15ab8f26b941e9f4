import { checkCount, checkNumber, checkText } from './bounds.js';
import { hasType, jsonTypeOf, typeWords } from './json-type.js';
import { canonical, checkListType } from './list-type.js';
import { metaProblems, objectMeta } from './object-meta.js';
import type { StructuralSchema } from './read-crd.js';
import type { SchemaProblem } from './schema-problem.js';

type Schema = StructuralSchema;
type Report = (problem: SchemaProblem) => void;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A list of allowed values that a line can hold. */
const listed = (values: readonly unknown[]): string => {
  const shown = values.slice(0, 20).map((one) => JSON.stringify(one));
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
};

const MAX_INT32 = 2 ** 31 - 1;

export interface ValidateOptions {
  /** One of Kubernetes' own kinds: Go's decoder reads it, which takes a null, and an empty text, for nothing. */
  readonly own: boolean;
  /** The schema is the package's, not a user's. */
  readonly vetted: boolean;
}

/**
 * Validates an object against its kind's structural schema by the API server's rules; its CEL rules are another step.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
 *
 * @param value the whole object, with defaults
 */
export const validateObject = (schema: Schema, value: unknown, options: ValidateOptions, report: Report): void => {
  /** Where the walk is: one list for all of it, so that who keeps it must copy it. */
  type Steps = (string | number)[];

  const fits = (node: unknown, at: unknown): boolean => {
    let good = true;
    visit(node, at, [], true, () => {
      good = false;
    });
    return good;
  };

  /** @param inner a part of allOf, anyOf, oneOf or not: it says what values are taken, and not which fields there are */
  const visit = (node: unknown, at: unknown, path: Steps, inner: boolean, problem: Report): void => {
    if (!isObject(node)) return;
    // Of a template: the schema of metadata is one for all kinds.
    if (node['x-kubernetes-object-meta'] === true) {
      visit(objectMeta, at, path, inner, problem);
      metaProblems(at, path, problem);
      return;
    }
    if (at === null && (options.own || node['nullable'] === true)) return;
    const type = node['type'];
    if (node['x-kubernetes-int-or-string'] === true) {
      if (typeof at !== 'string' && !Number.isInteger(at)) {
        problem({
          path,
          message: `takes a whole number or a string, not ${typeWords[jsonTypeOf(at)]}`,
          value: at,
          blocking: true,
        });
        return;
      }
      if (options.own && typeof at === 'number' && Math.abs(at) > MAX_INT32) {
        problem({ path, message: 'takes a whole number of 32 bits', value: at, blocking: true });
      }
    } else if (node['format'] === 'quantity' && type === undefined) {
      if (typeof at === 'number') return;
      if (typeof at !== 'string') {
        problem({ path, message: `takes a quantity, not ${typeWords[jsonTypeOf(at)]}`, value: at, blocking: true });
        return;
      }
    } else if (type !== undefined && !hasType(at, type)) {
      const message = `takes ${typeWords[type as string] ?? String(type)}, not ${typeWords[jsonTypeOf(at)]}`;
      problem({ path, message, value: at, blocking: true });
      return;
    }
    const allowed = node['enum'];
    // To Go an empty text is none, and a default or nothing takes its place.
    if (
      Array.isArray(allowed) &&
      !(options.own && at === '') &&
      !allowed.some((one) => one === at || canonical(one) === canonical(at))
    ) {
      problem({ path, message: `takes ${listed(allowed)}`, value: at, about: 'form', blocking: true });
    }
    // Go's decoder takes no bytes at all, where the validation of a custom resource wants some.
    if (options.own && at === '' && node['format'] === 'byte') return;
    if (typeof at === 'string') checkText(node, at, path, options.vetted, problem);
    else if (typeof at === 'number') checkNumber(node, at, path, problem);
    else if (Array.isArray(at)) visitList(node, at, path, inner, problem);
    else if (isObject(at)) visitObject(node, at, path, inner, problem);
    visitCombined(node, at, path, problem);
  };

  const visitList = (node: Schema, at: readonly unknown[], path: Steps, inner: boolean, problem: Report): void => {
    checkCount(node, at.length, true, path, problem);
    const items = node['items'];
    if (isObject(items)) {
      for (let index = 0; index < at.length; index++) {
        path.push(index);
        visit(items, at[index], path, inner, problem);
        path.pop();
      }
    }
    if (!inner) checkListType(node, at, path, problem);
  };

  const visitObject = (
    node: Schema,
    at: Readonly<Record<string, unknown>>,
    path: Steps,
    inner: boolean,
    problem: Report,
  ): void => {
    const properties = isObject(node['properties']) ? node['properties'] : {};
    const more = node['additionalProperties'];
    const isRoot = path.length === 0 && !inner;
    const embedded = node['x-kubernetes-embedded-resource'] === true;
    const open = inner || node['x-kubernetes-preserve-unknown-fields'] === true || node['type'] !== 'object';
    if (!isRoot) checkCount(node, Object.keys(at).length, false, path, problem);
    for (const name of list(node['required'])) {
      // Go's decoder drops a null, and so does server-side apply for its types.
      if (typeof name !== 'string' || (Object.hasOwn(at, name) && !(options.own && at[name] === null))) continue;
      problem({ path: [...path, name], message: 'is required', blocking: true });
    }
    for (const [key, member] of Object.entries(at)) {
      if ((isRoot || embedded) && (key === 'apiVersion' || key === 'kind')) {
        if (typeof member !== 'string') problem({ path: [...path, key], message: 'takes a string', blocking: true });
      } else if ((isRoot || embedded) && key === 'metadata') {
        path.push(key);
        visit(objectMeta, member, path, false, problem);
        metaProblems(member, path, problem);
        path.pop();
      } else if (Object.hasOwn(properties, key) || isObject(more)) {
        path.push(key);
        visit(Object.hasOwn(properties, key) ? properties[key] : more, member, path, inner, problem);
        path.pop();
      } else if (more !== true && !open) {
        const known = [...Object.keys(properties), ...(isRoot ? ['apiVersion', 'kind', 'metadata'] : [])].sort();
        problem({ path: [...path, key], message: 'is a field that nothing reads', known, blocking: true });
      }
    }
    // In Go a `spec` is no pointer: one that is left out is empty.
    if (options.own && isObject(properties['spec']) && (at['spec'] ?? undefined) === undefined) {
      visit(properties['spec'], {}, [...path, 'spec'], inner, problem);
    }
    if (!embedded) return;
    for (const key of ['apiVersion', 'kind']) {
      if (!Object.hasOwn(at, key)) problem({ path: [...path, key], message: 'is required', blocking: true });
    }
  };

  const visitCombined = (node: Schema, at: unknown, path: Steps, problem: Report): void => {
    for (const part of list(node['allOf'])) visit(part, at, path, true, problem);
    const { anyOf, oneOf, not } = node;
    if (Array.isArray(anyOf) && !anyOf.some((part) => fits(part, at))) {
      problem({
        path,
        message: 'fits none of the forms that the schema allows',
        value: at,
        about: 'form',
        blocking: false,
      });
    }
    if (Array.isArray(oneOf)) {
      const count = oneOf.filter((part) => fits(part, at)).length;
      const message = count === 0 ? 'fits none of the forms that the schema allows' : 'fits more than one of the forms';
      if (count !== 1) problem({ path, message, value: at, about: 'form', blocking: false });
    }
    if (isObject(not) && fits(not, at)) {
      problem({ path, message: 'has a form that the schema refuses', value: at, about: 'form', blocking: false });
    }
  };

  visit(schema, value, [], false, (problem) => report({ ...problem, path: [...problem.path] }));
};

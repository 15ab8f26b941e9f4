import type { JsonObject } from '../../json/json-value.js';
import { readField } from '../../json/read-field.js';
import { holdsExpression } from '../../substitution/holds-expression.js';

/** An object as Flux has applied it, with what its operator reads beside it. */
export interface Applied {
  readonly json: JsonObject;
  readonly kind: string;
  readonly group: string;
  /** Its annotations, with those that its Kustomization adds to all objects. */
  readonly annotations: Readonly<Record<string, unknown>>;
  /** Those of its namespace, where the tree has that. */
  readonly ofNamespace: Readonly<Record<string, unknown>>;
}

/** A setting with which an operator leaves alone what an object stands for when the object is deleted. */
export interface Policy {
  /** Whether it is set; a value that isn't known, such as `${VAR}`, isn't. */
  keeps(object: Applied): boolean;
  /** What sets it, for the fix. Absent where the default keeps. */
  readonly setting?: string;
}

export const byAnnotation = (name: string, ...values: readonly string[]): Policy => ({
  keeps: ({ annotations }) => values.includes(annotations[name] as string),
  setting: `the annotation ${name}: ${values[0]}`,
});

/** An annotation that destroys with this value alone. */
export const unlessAnnotation = (name: string, value: string): Policy => ({
  keeps: ({ annotations }) => {
    const found = annotations[name];
    return found !== value && !(typeof found === 'string' && holdsExpression(found));
  },
  setting: `another annotation ${name} than ${value}`,
});

/** A field of the spec, below which dots separate keys. */
export const byField = (path: string, ...values: readonly unknown[]): Policy => ({
  keeps: ({ json }) => values.includes(readField(json, path)),
  setting: `${path}: ${values[0]}`,
});

/** A field that destroys with these values alone. */
export const unlessField = (path: string, ...values: readonly unknown[]): Policy => ({
  keeps: ({ json }) => {
    const value = readField(json, path);
    return !values.includes(value) && !(typeof value === 'string' && holdsExpression(value));
  },
  setting: `another ${path} than ${values.join(', ')}`,
});

import type { JsonObject } from '../../json/json-value.js';
import { readField } from '../../json/read-field.js';
import { holdsExpression } from '../../substitution/holds-expression.js';

/** An object as Flux applied it, with what else its operator reads. */
export interface Applied {
  readonly json: JsonObject;
  readonly kind: string;
  readonly group: string;
  /** Its annotations, including those that its Kustomization adds to all objects. */
  readonly annotations: Readonly<Record<string, unknown>>;
  /** Annotations of its namespace, if the tree has it. */
  readonly ofNamespace: Readonly<Record<string, unknown>>;
}

/** A setting that makes an operator keep what an object stands for when the object is deleted. */
export interface Policy {
  /** Whether it's set; an unknown value, such as `${VAR}`, doesn't count. */
  keeps(object: Applied): boolean;
  /** How to set it, for the fix. Absent if keeping is the default. */
  readonly setting?: string;
}

export const byAnnotation = (name: string, ...values: readonly string[]): Policy => ({
  keeps: ({ annotations }) => values.includes(annotations[name] as string),
  setting: `the annotation ${name}: ${values[0]}`,
});

/** An annotation that only destroys with this value. */
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

/** A field that only destroys with these values. */
export const unlessField = (path: string, ...values: readonly unknown[]): Policy => ({
  keeps: ({ json }) => {
    const value = readField(json, path);
    return !values.includes(value) && !(typeof value === 'string' && holdsExpression(value));
  },
  setting: `another ${path} than ${values.join(', ')}`,
});

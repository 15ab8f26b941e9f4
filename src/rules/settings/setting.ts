import { holdsExpression } from '../../substitution/holds-expression.js';

export type Spec = Readonly<Record<string, unknown>>;

/** Something that a controller of Flux refuses, and the schema of the kind doesn't. */
export interface SettingFault {
  /** In the object: `spec.provider`. */
  readonly path: string;
  /** In words that continue the object's title. */
  readonly what: string;
  /** What the controller says. */
  readonly says: string;
  readonly fix: string;
}

export type Judge = (spec: Spec) => SettingFault | undefined;

/** A text that is known before the cluster: set, and without a var. */
export const literal = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !holdsExpression(value) ? value : undefined;

export const isUnset = (value: unknown): boolean => value === undefined || value === null || value === '';

import { holdsExpression } from '../../substitution/holds-expression.js';

export type Spec = Readonly<Record<string, unknown>>;

/** A setting that a Flux controller rejects although the schema allows it. */
export interface SettingFault {
  /** In the object: `spec.provider`. */
  readonly path: string;
  /** In words that continue the object's title. */
  readonly what: string;
  /** The controller's error. */
  readonly says: string;
  readonly fix: string;
  /** Flux accepts it up to this version, which no supported cluster has. */
  readonly until?: string;
}

export type Judge = (spec: Spec) => SettingFault | undefined;

/** The text of a field if it's set and has no var. */
export const literal = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !holdsExpression(value) ? value : undefined;

export const isUnset = (value: unknown): boolean => value === undefined || value === null || value === '';

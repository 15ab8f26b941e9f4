export type Path = readonly (string | number)[];

/** What a value breaks of its schema. */
export interface SchemaProblem {
  readonly path: Path;
  /** In words, without the value. */
  readonly message: string;
  /** The value that breaks it, where one is there. */
  readonly value?: unknown;
  /** For a key that the schema does not have: those that it has. */
  readonly known?: readonly string[];
  /** Which values of the right type are taken: a pattern, a format, an enum, a bound. */
  readonly about?: 'form';
  /** The API server evaluates no CEL rule of an object with such a problem. */
  readonly blocking: boolean;
  /** The CEL rule that does not hold. */
  readonly rule?: string;
}

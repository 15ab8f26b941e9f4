import type { JsonPath } from '../../json/json-path.js';
import type { Compiler } from '../typed-cel/compile-expression.js';

export type Schema = Readonly<Record<string, unknown>>;

/** Something in the schema of a CRD that the API server refuses. */
export interface SchemaFault {
  readonly path: JsonPath;
  /** In words that continue `"spec.versions[0].schema…" …`. */
  readonly message: string;
  readonly fix: string;
  /** The function of Kubernetes that checks it. */
  readonly upstream: string;
}

/** What a schema is judged with. */
export interface SchemaJudge extends Compiler {
  /** Whether a value fits a schema. */
  takes(schema: Schema, value: unknown): boolean;
}

export interface SchemaWalk extends SchemaJudge {
  readonly path: (string | number)[];
  /** @param below a key inside the schema where the walk is */
  refuse(below: readonly (string | number)[], message: string, fix: string, upstream: string): void;
}

/** Goes into a part of a schema. */
export const into = (walk: SchemaWalk, steps: readonly (string | number)[], run: () => void): void => {
  walk.path.push(...steps);
  run();
  walk.path.length -= steps.length;
};

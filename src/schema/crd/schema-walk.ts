import type { JsonPath } from '../../json/json-path.js';

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

/** Checks the types of the CEL expressions of one CRD. */
export interface RuleTyping {
  /**
   * In words that continue `"…rule" …`: why an expression isn't well typed, as far as that's certain.
   *
   * @param isResource the schema is that of a whole object, which always has apiVersion, kind and metadata
   */
  faultOf(
    schema: Schema,
    isResource: boolean,
    text: string,
    { wanted, hasOptionalOld }: { readonly wanted: 'bool' | 'string'; readonly hasOptionalOld: boolean },
  ): string | undefined;
}

export interface SchemaWalk {
  readonly path: (string | number)[];
  readonly typing: RuleTyping;
  /** @param below a key inside the schema where the walk is */
  refuse(below: readonly (string | number)[], message: string, fix: string, upstream: string): void;
  /** Whether Go reads a pattern. */
  isPattern(pattern: string): boolean;
  /** Whether a value fits a schema. */
  takes(schema: Schema, value: unknown): boolean;
}

/** Goes into a part of a schema. */
export const into = (walk: SchemaWalk, steps: readonly (string | number)[], run: () => void): void => {
  walk.path.push(...steps);
  run();
  walk.path.length -= steps.length;
};

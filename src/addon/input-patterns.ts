import type { z } from 'zod';
import type { RemoteSecret } from '../contract/index.js';

/** Strings by path; the items of a list are under the name of the list. */
type InputsOf<T> = T extends string
  ? string extends T
    ? z.ZodString
    : never
  : T extends number | boolean
    ? never
    : T extends readonly (infer Item)[]
      ? InputsOf<Item>
      : T extends object
        ? {
            readonly [K in keyof T as InputsOf<NonNullable<T[K]>> extends never ? never : K]?: InputsOf<
              NonNullable<T[K]>
            >;
          }
        : never;

/** What replaces the patterns of an addon's inputs: a `z.string()` in the place of each, in the shape of its `infra`. */
export interface ReplacedInputs<Vars, Values, Secrets> {
  /** By name. */
  readonly vars?: InputsOf<Vars>;
  /** By release. */
  readonly values?: InputsOf<Values>;
  /** By secret, then by property. */
  readonly secrets?: InputsOf<Secrets>;
}

/** What a cluster's code may change of an addon's inputs. */
export interface InputPatternSettings<V, L, S> {
  /**
   * Other patterns for what the addon asks of Terraform, each as a `z.string()`, for names that the addon's own patterns
   * refuse. Where another addon declares the same var, both patterns apply.
   *
   * @default - the patterns of the addon
   * @example karpenterNodes({ inputPatterns: { vars: { TF_CLUSTER_NAME: z.string().regex(/^acme\/[a-z]+$/) } } })
   */
  readonly inputPatterns?: ReplacedInputs<
    { readonly [K in keyof V]: z.core.input<V[K]> },
    { readonly [K in keyof L]: z.core.input<L[K]> },
    {
      readonly [K in keyof S]: S[K] extends RemoteSecret<string, infer P>
        ? { readonly [N in keyof P]: z.core.input<P[N]> }
        : never;
    }
  >;
}

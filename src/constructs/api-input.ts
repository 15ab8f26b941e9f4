import type { Ref } from '../contract/ref.js';
import type { Duration, DurationField } from './duration.js';

/**
 * What a prop takes where the generated interface says `T`: a var beside a number or boolean, a {@link Duration}
 * where the API wants one, at every depth.
 */
export type ApiInput<T> = unknown extends T
  ? T
  : T extends number
    ? T | Ref<number>
    : T extends boolean
      ? T | Ref<boolean>
      : T extends Date
        ? T | string
        : T extends readonly (infer Item)[]
          ? readonly ApiInput<Item>[]
          : T extends object
            ? ApiInputFields<T>
            : T;

type ApiInputFields<T> = {
  readonly [K in keyof T]: K extends DurationField
    ? T[K] extends string | undefined
      ? Duration | (K extends 'consolidateAfter' | 'expireAfter' ? 'Never' : never)
      : ApiInput<T[K]>
    : ApiInput<T[K]>;
};

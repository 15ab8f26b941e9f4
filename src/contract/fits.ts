import type { z } from 'zod';
import type { IsAny, TypeMismatch } from './types.js';

type Join<Path extends string, Key extends string> = Path extends '' ? Key : `${Path}.${Key}`;

/**
 * Where an infra type `T` asks for what the chart's values type `C` does not take, as a sentence; never where it
 * fits. Plain assignability cannot say it: zod's types are no fresh literals, so a key too many passes.
 */
export type Misfit<T, C, Path extends string = ''> =
  IsAny<C> extends true
    ? never
    : unknown extends C
      ? never
      : T extends readonly (infer Item)[]
        ? Extract<NonNullable<C>, readonly unknown[]> extends readonly (infer Slot)[]
          ? [Slot] extends [never]
            ? `the chart takes no list at '${Path}'`
            : Misfit<Item, Slot, `${Path}[]`>
          : never
        : T extends object
          ? MisfitObject<T, Extract<NonNullable<C>, object>, Path>
          : T extends undefined
            ? never
            : T extends C
              ? never
              : `the chart takes no ${NameOf<T>} at '${Path}'`;

type NameOf<T> = T extends string
  ? 'string'
  : T extends number
    ? 'number'
    : T extends boolean
      ? 'boolean'
      : 'such value';

type MisfitObject<T, C, Path extends string> = [C] extends [never]
  ? `the chart takes no object at '${Path}'`
  : {
      [K in keyof T & string]-?: K extends AllKeys<C>
        ? Misfit<Exclude<T[K], undefined>, Member<C, K>, Join<Path, K>>
        : `the chart has no value '${Join<Path, K>}'`;
    }[keyof T & string];

/** The keys of every member of a union, where `keyof` gives only the common ones. */
type AllKeys<C> = C extends unknown ? keyof C : never;
type Member<C, K> = C extends unknown ? (K extends keyof C ? C[K] : never) : never;

/** Lets a schema through that fits the chart's values, else says at its key what does not. */
export type Fits<S, C> = [S] extends [z.core.$ZodType]
  ? [Misfit<z.core.input<S>, C>] extends [never]
    ? unknown
    : TypeMismatch<Misfit<z.core.input<S>, C> & string>
  : unknown;

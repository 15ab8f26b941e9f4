import type { TypeMismatch } from '../contract/index.js';

/** Characters that people do write into names. What else is not part of one is synth's to find. */
type OutsideLabel = '_' | '.' | '/' | ' ' | ':' | '@';
type OutsideVar = '-' | '.' | '/' | ' ' | ':' | '$' | '{';
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/**
 * `unknown` for a DNS label, as far as the compiler can tell at little cost; length and rare characters are synth's to
 * check. A name that it does not know whole (`string`, `stage-${number}`) is not looked at: as a key it is not a member, but
 * an index signature.
 */
export type CheckLabel<N extends string> = [LabelFault<N>] extends [never] ? unknown : TypeMismatch<LabelFault<N>>;

type LabelFault<N extends string> =
  Record<never, never> extends Record<N, 1>
    ? never
    : N extends 'kustomization' | 'flux-system' | 'readme' | 'constructor'
      ? `the name '${N}' is reserved`
      : Lowercase<N> extends N
        ? N extends '' | `-${string}` | `${string}-` | `${string}${OutsideLabel}${string}`
          ? `the name '${N}' is not a DNS label: lower-case letters, digits and dashes`
          : never
        : `the name '${N}' is not a DNS label: lower-case letters, digits and dashes`;

/** `unknown` for a name that Flux substitutes, as far as the compiler can tell. */
export type CheckVarName<N extends string> = N extends '' | `${Digit}${string}` | `${string}${OutsideVar}${string}`
  ? TypeMismatch<`the var '${N}' has no name that Flux substitutes: letters, digits and underscores, no digit first`>
  : unknown;

import type { Diagnostic } from './diagnostic.js';

/** What a step has made, or the problem that kept it from that. `ok` tells which, whatever the value looks like. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Diagnostic };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const failure = (problem: Diagnostic): Result<never> => ({ ok: false, problem });

import { buildFailed } from '../../addon/diagnostics.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import { typeError } from './diagnostics.js';
import type { TypeProblem } from './start-type-check.js';

/** A rule of the types quotes names so, and its twin with double quotes. */
const inTypes = (message: string): string => message.replaceAll('"', "'");

/**
 * What the compiler finds, without what synth finds by the twins of the same rules: those have a fix, and other places.
 *
 * @param found by synth
 */
export const withoutTwins = (problems: readonly TypeProblem[], found: readonly Diagnostic[]): readonly Diagnostic[] => {
  const told = new Set(found.map(({ message }) => inTypes(message)));
  const isTold = ({ rules }: TypeProblem): boolean =>
    rules.length > 0 && rules.every((rule) => told.has(inTypes(rule)));
  return problems.filter((one) => !isTold(one)).map(({ diagnostic }) => diagnostic);
};

/**
 * What synth says of a mistake comes first: it says more than the compiler does. What a `build` throws says less, where
 * the compiler refuses the code.
 */
export const orderTypeErrors = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const isOfTypes = ({ code }: Diagnostic): boolean => code === typeError.code;
  const [types, others] = [diagnostics.filter(isOfTypes), diagnostics.filter((one) => !isOfTypes(one))];
  return others.some(({ code }) => code === buildFailed.code) ? [...types, ...others] : [...others, ...types];
};

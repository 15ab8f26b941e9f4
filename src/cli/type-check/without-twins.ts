import type { Diagnostic } from '../../diagnostics/index.js';

const OF_TSC = / \(TS\d+\)$/;
const plain = (text: string): string => text.replaceAll('"', "'");

/**
 * Leaves out what the compiler says in the words of a rule, where the rule itself says it, with a fix and other places.
 */
export const withoutTwins = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const told = new Set(diagnostics.filter(({ message }) => !OF_TSC.test(message)).map(({ message }) => plain(message)));
  return diagnostics.filter(
    ({ message }) =>
      !OF_TSC.test(message) ||
      !message
        .replace(OF_TSC, '')
        .split('; ')
        .every((rule) => told.has(plain(rule))),
  );
};

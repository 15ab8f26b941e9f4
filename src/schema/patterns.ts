import { compilePattern, type Matcher } from './pattern.js';

/** Patterns that are compiled once, by who reads them. */
export interface Patterns {
  /** As Go's RE2 reads them, which matches in linear time; `vetted` are the package's own. */
  readonly go: (pattern: string) => Matcher | undefined;
  readonly vetted: (pattern: string) => Matcher | undefined;
}

export const openPatterns = (): Patterns => ({
  go: remember((pattern) => compilePattern(pattern)),
  vetted: remember((pattern) => compilePattern(pattern, true)),
});

const remember = (compile: (pattern: string) => Matcher | undefined): ((pattern: string) => Matcher | undefined) => {
  const known = new Map<string, Matcher | undefined>();
  return (pattern) => {
    const before = known.get(pattern);
    if (before !== undefined || known.has(pattern)) return before;
    const matcher = compile(pattern);
    known.set(pattern, matcher);
    return matcher;
  };
};

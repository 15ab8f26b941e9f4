import { compilePattern, type Matcher } from './pattern.js';

/** Patterns that are compiled once, by who reads them. */
export interface Patterns {
  /** As Go reads them; `vetted` are the package's own. */
  readonly go: (pattern: string) => Matcher | undefined;
  readonly vetted: (pattern: string) => Matcher | undefined;
  /** As JSON Schema says: JavaScript's regular expressions, with Unicode. */
  readonly ecma: (pattern: string) => Matcher | undefined;
}

export const openPatterns = (): Patterns => ({
  go: remember((pattern) => compilePattern(pattern)),
  vetted: remember((pattern) => compilePattern(pattern, true)),
  ecma: remember(compileEcma),
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

const compileEcma = (pattern: string): Matcher | undefined => {
  try {
    const compiled = new RegExp(pattern, 'u');
    return (text) => compiled.test(text);
  } catch {
    return undefined;
  }
};

/**
 * How many parts the patterns of one file may have. An engine that needs no backtracking writes repetitions out, so
 * this is what compiling them costs: some two microseconds and two hundred bytes for each.
 */
export const MOST_PATTERN_PARTS = 200_000;

/** The parts of a pattern, with its repetitions written out: 63 of `[a-z]{1,63}`. */
export const patternParts = (source: string): number => {
  interface Group {
    parts: number;
    last: number;
  }
  const groups: Group[] = [{ parts: 0, last: 0 }];
  const tokens = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+),?(\d*)\}|[\s\S]/g;
  for (const [token, least, most] of source.matchAll(tokens)) {
    const group = groups.at(-1)!;
    if (token === '(') groups.push({ parts: 0, last: 0 });
    else if (token === ')' && groups.length > 1) {
      const { parts, last } = groups.pop()!;
      const outer = groups.at(-1)!;
      outer.parts += outer.last;
      outer.last = parts + last + 2;
    } else if (least !== undefined) group.last *= Math.max(1, Number(most || least));
    else {
      group.parts += group.last;
      group.last = 1;
    }
  }
  return groups.reduce((sum, { parts, last }) => sum + parts + last, 0);
};

/** Counts the parts of patterns, each pattern once. */
export interface PatternBudget {
  /** False where this pattern goes over the budget. */
  readonly spend: (source: string) => boolean;
}

export const openPatternBudget = (most = MOST_PATTERN_PARTS): PatternBudget => {
  const seen = new Set<string>();
  let left = most;
  return {
    spend(source) {
      if (seen.has(source)) return true;
      const parts = patternParts(source);
      if (parts > left) return false;
      seen.add(source);
      left -= parts;
      return true;
    },
  };
};

/** Lines that `git merge` leaves around what both sides changed. */
const START = /^<{7}(?: |\r?$)/;
const BASE = /^\|{7}(?: |\r?$)/;
const MIDDLE = /^={7}\r?$/;
const END = /^>{7}(?: |\r?$)/;

/** The text without what stands between `<<<<<<< ours` and `>>>>>>> theirs`; `undefined`: it holds no whole conflict. */
export const withoutConflicts = (text: string): string | undefined => {
  if (!text.includes('<<<<<<<')) return undefined;
  const rest: string[] = [];
  let isFound = false;
  /** Where the conflict began that is open, and whether its middle was seen. */
  let start = -1;
  let isSecond = false;
  for (const line of text.split('\n')) {
    if (start < 0 && START.test(line)) {
      start = rest.length;
      isSecond = false;
    } else if (start >= 0 && MIDDLE.test(line)) isSecond = true;
    rest.push(line);
    if (start < 0 || !isSecond || !END.test(line)) continue;
    rest.length = start;
    start = -1;
    isFound = true;
  }
  return isFound ? rest.join('\n') : undefined;
};

/** Our side and theirs, and what both had before where git shows that: the text itself if it holds no conflict. */
export const sidesOf = (text: string): readonly string[] => {
  if (withoutConflicts(text) === undefined) return [text];
  const sides: [string[], string[], string[]] = [[], [], []];
  let side: 0 | 1 | 2 | undefined;
  for (const line of text.split('\n')) {
    if (START.test(line)) side = 0;
    else if (side === 0 && BASE.test(line)) side = 2;
    else if (side !== undefined && MIDDLE.test(line)) side = 1;
    else if (side === 1 && END.test(line)) side = undefined;
    else if (side === undefined) for (const one of sides) one.push(line);
    else sides[side].push(line);
  }
  return sides.map((lines) => lines.join('\n'));
};

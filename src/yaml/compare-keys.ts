const LETTER = /^\p{L}/u;
const DIGIT = /^\p{Nd}/u;

/**
 * The order in which go-yaml v2 writes the keys of a mapping: `a2` before `a10`, what is not a letter before
 * letters, and else by code point. Negative if `a` comes first.
 */
export const compareKeys = (a: string, b: string): number => {
  if (a === b) return 0;
  let at = 0;
  const shorter = Math.min(a.length, b.length);
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === shorter) return a.length - b.length;
  // A difference in the second half of a surrogate pair is one of the whole character.
  if (at > 0 && (a.charCodeAt(at) & 0xfc00) === 0xdc00 && (a.charCodeAt(at - 1) & 0xfc00) === 0xd800) at--;
  return compareFrom(a, b, at);
};

const compareFrom = (a: string, b: string, at: number): number => {
  const aCode = a.codePointAt(at)!;
  const bCode = b.codePointAt(at)!;
  const aIsLetter = isLetter(aCode);
  const bIsLetter = isLetter(bCode);
  if (aIsLetter && bIsLetter) return aCode - bCode;
  if (aIsLetter || bIsLetter) return bIsLetter ? -1 : 1;
  const seed = (aCode === 0x30 || bCode === 0x30) && followsNonZeroDigits(a, at) ? 1n : 0n;
  const aRun = digitRun(a, at);
  const bRun = digitRun(b, at);
  const aNumber = runNumber(aRun, seed);
  const bNumber = runNumber(bRun, seed);
  if (aNumber !== bNumber) return aNumber < bNumber ? -1 : 1;
  if (aRun.length !== bRun.length) return aRun.length - bRun.length;
  return aCode - bCode;
};

/** Whether the digits just before, which both keys share, are not all zero; then leading zeros count. */
const followsNonZeroDigits = (text: string, at: number): boolean => {
  for (const character of Array.from(text.slice(0, at)).reverse()) {
    if (!DIGIT.test(character)) return false;
    if (character !== '0') return true;
  }
  return false;
};

/** The code points of the digits from a place on. */
const digitRun = (text: string, at: number): number[] => {
  const run: number[] = [];
  for (let i = at; i < text.length; ) {
    const code = text.codePointAt(i)!;
    if (!isDigit(code)) break;
    run.push(code);
    i += code > 0xffff ? 2 : 1;
  }
  return run;
};

/** Upstream counts in 64 bits, which wrap, and takes other scripts' digits by their distance from `0`. */
const runNumber = (run: readonly number[], seed: bigint): bigint => {
  let number = seed;
  for (const code of run) number = BigInt.asIntN(64, number * 10n + BigInt(code - 0x30));
  return number;
};

const isLetter = (code: number): boolean => {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return LETTER.test(String.fromCodePoint(code));
};

const isDigit = (code: number): boolean => {
  if (code < 0x80) return code >= 0x30 && code <= 0x39;
  return DIGIT.test(String.fromCodePoint(code));
};

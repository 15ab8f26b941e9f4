/**
 * A pattern of the contract as Terraform's RE2 reads it alike. The contract takes only what both dialects have
 * (see `patternFault`); two things of that part still differ: `.` stops at more line ends in JavaScript, and `\b` in a
 * class is a backspace there and an error in RE2. https://github.com/google/re2/wiki/Syntax
 */
export const re2Pattern = (pattern: string): string => {
  let text = '';
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]!;
    if (character === '\\') {
      const pair = pattern.slice(at, at + 2);
      text += inClass && pair === '\\b' ? '\\x08' : pair;
      at += 1;
    } else if (character === '.' && !inClass) {
      text += '[^\\n\\r\\x{2028}\\x{2029}]';
    } else {
      if (character === '[') inClass = true;
      else if (character === ']') inClass = false;
      text += character;
    }
  }
  return text;
};

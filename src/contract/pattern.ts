/** What JavaScript's patterns have and RE2 (Terraform, Go) has not, or reads otherwise. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'a lookaround'],
  [/\(\?</, 'a named group'],
  [/\\[1-9]/, 'a back reference'],
  [/\\k</, 'a back reference'],
  [/\\c[A-Za-z]/, 'a control escape'],
  [/\\u/, 'a \\u escape'],
  [/\[\^?\]/, 'an empty class'],
  [/\[[^\]]*\[:/, 'a POSIX class'],
  [/\{(?:[1-9]\d{3,}|\d+,[1-9]\d{3,})/, 'a repetition above 1000'],
  [/\\[sSpP]/, 'a class that RE2 reads otherwise'],
];

/** Why a pattern does not mean the same in JavaScript, JSON Schema and Terraform; undefined where it does. */
export const patternFault = (pattern: RegExp): string | undefined => {
  if (pattern.flags.replace(/[uv]/g, '') !== '') return `the flag "${pattern.flags}"`;
  // An escaped backslash must not pair with what follows it.
  const source = pattern.source.replace(/\\\\/g, '..');
  for (const [find, what] of foreign) if (find.test(source)) return what;
  try {
    new RegExp(pattern.source, 'u');
  } catch {
    return 'an escape or bracket that only JavaScript’s lenient mode takes';
  }
  return undefined;
};

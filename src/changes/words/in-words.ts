/** A sentence shows this many characters of a value. */
const SHOWN = 60;

/** Prints both values of a change, like the plan. For a large map, or a list of maps, prints only that it existed. */
export const inWords = (from: unknown, to: unknown): string => `${wordOf(from)} → ${wordOf(to)}`;

const wordOf = (value: unknown): string => {
  if (value === undefined) return 'not set';
  const text = JSON.stringify(value);
  if (text.length <= SHOWN) return text;
  return isDeep(value) || (Array.isArray(value) && value.some(isDeep)) ? 'set' : `${text.slice(0, SHOWN)}…`;
};

const isDeep = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

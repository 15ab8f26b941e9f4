/** How much of a value a sentence shows. */
const SHOWN = 60;

/** Both values of a change, as a plan has them. Of a large map, or a list of maps, only that it was there. */
export const inWords = (from: unknown, to: unknown): string => `${wordOf(from)} → ${wordOf(to)}`;

const wordOf = (value: unknown): string => {
  if (value === undefined) return 'not set';
  const text = JSON.stringify(value);
  if (text.length <= SHOWN) return text;
  return isDeep(value) || (Array.isArray(value) && value.some(isDeep)) ? 'set' : `${text.slice(0, SHOWN)}…`;
};

const isDeep = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

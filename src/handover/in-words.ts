/** How much of a value a sentence shows. */
const SHOWN = 60;

/** Both values of a change, as a plan has them. Of a map, or a list of maps, only that it was there. */
export const inWords = (from: unknown, to: unknown): string => `${wordOf(from)} → ${wordOf(to)}`;

const wordOf = (value: unknown): string => {
  if (value === undefined) return 'not set';
  if (isDeep(value) || (Array.isArray(value) && value.some(isDeep))) return 'set';
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

const isDeep = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether JSON has a value as it is: it writes NaN and the infinite as null, and leaves out what is not data. */
export const isJson = (value: unknown): boolean => {
  try {
    return isData(value);
  } catch {
    // It holds itself, or a getter threw.
    return false;
  }
};

const isData = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (!Array.isArray(value)) {
    // Asked of every object of a fleet, so without a list of its values.
    for (const key in value) if (!isData((value as Readonly<Record<string, unknown>>)[key])) return false;
    return true;
  }
  for (let index = 0; index < value.length; index++) if (!isData(value[index])) return false;
  return true;
};

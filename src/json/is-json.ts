/** Whether JSON has a value as it is: it writes NaN and the infinite as null, and leaves out what is no data. */
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
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isData);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
};

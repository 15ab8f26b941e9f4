/** Whether a key needs no quotes in a type. */
export const isIdentifier = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

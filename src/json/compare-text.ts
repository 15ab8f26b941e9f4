/** The order of two texts by their UTF-16 units, which is the same on every machine. For `sort`. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

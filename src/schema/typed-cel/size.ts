/** How large a text, list or map may be: characters, items, entries. */
export interface Size {
  readonly min: number;
  readonly max: number;
}

/** As much as counts: cel-go stops at 64 bits. Numbers this large aren't exact, and far above every limit. */
export const MOST = 2 ** 64;

const capped = (value: number): number => (value < MOST ? value : MOST);
export const plus = (a: number, b: number): number => capped(a + b);
export const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : capped(a * b));
/** Rounded up, as each step of an estimate is. */
export const scaled = (value: number, factor: number): number => capped(Math.ceil(value * factor));

export const UNKNOWN_SIZE: Size = { min: 0, max: MOST };
export const exactly = (size: number): Size => ({ min: size, max: size });
export const union = (a: Size, b: Size): Size => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) });
export const addSizes = (a: Size, b: Size): Size => ({ min: plus(a.min, b.min), max: plus(a.max, b.max) });
export const multiplySizes = (a: Size, b: Size): Size => ({ min: times(a.min, b.min), max: times(a.max, b.max) });

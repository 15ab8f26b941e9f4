import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilOptions {
  /** Milliseconds; 60,000 by default. */
  readonly timeout?: number;
  /** Milliseconds between two looks; 250 by default. */
  readonly every?: number;
  /** Called before each look; throws to give up at once. */
  readonly check?: () => void;
  /** What stands in the way, for the message when time is up. */
  readonly explain?: () => string;
}

/** Looks again and again until `probe` gives a value, and returns it; `undefined`, `null` and `false` mean "not yet". */
export const until = async <T>(
  what: string,
  probe: () => Promise<T | undefined | null | false>,
  { timeout = 60_000, every = 250, check, explain }: UntilOptions = {},
): Promise<T> => {
  const end = Date.now() + timeout;
  for (;;) {
    check?.();
    const value = await probe();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() >= end)
      throw new Error([`${what}: not within ${timeout / 1000} s`, explain?.()].filter(Boolean).join('\n'));
    await sleep(every);
  }
};
